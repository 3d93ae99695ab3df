import type { ReactNode } from 'react'
import { useSheet } from '../context/element-context.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import sheet from './state.css?sheet'

interface EmptyStateProps {
  icon?: IconName
  title: string
  /** What this place is for, in a sentence. */
  explanation?: string
  /** The first thing to do here. */
  action?: ReactNode
}

export function EmptyState({ icon, title, explanation, action }: EmptyStateProps) {
  useSheet(sheet)
  return (
    <div className="notice" part="empty">
      {icon && <Icon name={icon} size={32} />}
      <p className="notice-title">{title}</p>
      {explanation && <p className="notice-text">{explanation}</p>}
      {action && <div className="notice-action">{action}</div>}
    </div>
  )
}
