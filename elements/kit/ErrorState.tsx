import type { ReactNode } from 'react'
import { words } from '../../core/text/words.ts'
import { useSheet, useText } from '../context/element-context.ts'
import { Button } from './Button.tsx'
import { DocsLink } from './DocsLink.tsx'
import { Icon } from './Icon.tsx'
import sheet from './state.css?sheet'

interface ErrorStateProps {
  /** What happened. */
  title: string
  /** What it means for the user's data, and what to do. */
  explanation?: string
  /** For whoever is asked for help: an error code or message, shown small. */
  code?: string
  /** Where the docs speak of it. */
  docs?: string | null
  onRetry?: () => void
  /** Another way on: a button. */
  action?: ReactNode
}

export function ErrorState({ title, explanation, code, docs, onRetry, action }: ErrorStateProps) {
  useSheet(sheet)
  const { retry } = useText(words)
  return (
    <div className="notice" part="error" role="alert">
      <Icon name="warning" size={32} />
      <p className="notice-title">{title}</p>
      {explanation && <p className="notice-text">{explanation}</p>}
      {docs && (
        <p className="notice-text">
          <DocsLink href={docs} />
        </p>
      )}
      {code && <code className="notice-code">{code}</code>}
      {(onRetry || action) && (
        <div className="notice-action">
          {onRetry && (
            <Button icon="refresh" onPress={onRetry}>
              {retry}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}
