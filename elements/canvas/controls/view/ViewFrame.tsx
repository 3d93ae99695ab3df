import type { ReactNode } from 'react'
import { useSheet, useText } from '../../../define/index.ts'
import { Icon } from '../../../kit/Icon.tsx'
import { text } from './text.ts'
import sheet from './view.css?sheet'

interface ViewFrameProps {
  title: string
  /** A surface behind it; without, the screen's own background is seen. */
  hasFrame: boolean
  isEditing: boolean
  /** What is shown was read before something failed. */
  isStale?: boolean
  /** Beside the title: a count, a choice of range. Not there while the screen is edited. */
  actions?: ReactNode
  children: ReactNode
}

/** A control of the page's own elements in its box: a title line where it has one, and what is shown. */
export function ViewFrame({ title, hasFrame, isEditing, isStale = false, actions, children }: ViewFrameProps) {
  useSheet(sheet)
  const t = useText(text)
  const hasHead = title !== '' || isEditing || isStale || Boolean(actions)
  return (
    <section
      className="view"
      data-framed={hasFrame || undefined}
      data-stale={isStale || undefined}
      aria-label={title || undefined}
      inert={isEditing}
    >
      {hasHead && (
        <header className="view-head">
          {title !== '' && <h3 className="view-title">{title}</h3>}
          {isEditing && <span className="view-example">{t.example}</span>}
          {isStale && (
            <span className="view-stale" role="status">
              <Icon name="clock" size={12} />
              {t.earlier}
            </span>
          )}
          {!isEditing && actions && <span className="view-actions">{actions}</span>}
        </header>
      )}
      <div className="view-body">{children}</div>
    </section>
  )
}
