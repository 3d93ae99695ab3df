import type { ReactNode } from 'react'

interface CardProps {
  title: string
  note?: ReactNode
  actions?: ReactNode
  isWide?: boolean
  children: ReactNode
}

/** One question and its answer. */
export function Card({ title, note, actions, isWide, children }: CardProps) {
  return (
    <div className="kpi-card" data-wide={isWide || undefined}>
      <div className="kpi-card-head">
        <h2>{title}</h2>
        {note && <span className="kpi-quiet">{note}</span>}
        {actions && <span className="kpi-actions">{actions}</span>}
      </div>
      {children}
    </div>
  )
}
