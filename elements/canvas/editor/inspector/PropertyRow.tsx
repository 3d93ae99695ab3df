import type { ReactNode } from 'react'
import { BindMark, BoundTo } from './BindMark.tsx'

interface PropertyRowProps {
  label: string
  /** With this, it can be bound by this path. */
  bindable?: string | undefined
  help?: string | undefined
  /** Below the label instead of beside it. */
  isWide?: boolean
  children: ReactNode
}

/** A property with its name before it and its binding behind it. */
export function PropertyRow({ label, bindable, help, isWide = false, children }: PropertyRowProps) {
  return (
    <div className="prop-row" data-wide={isWide || undefined}>
      {/* The field itself has the name for those who do not see it. */}
      <span className="prop-label" aria-hidden>
        {label}
      </span>
      <div className="prop-field">
        {children}
        {bindable !== undefined && <BoundTo path={bindable} />}
        {help && <p className="prop-help">{help}</p>}
      </div>
      {bindable !== undefined && <BindMark path={bindable} name={label} />}
    </div>
  )
}

/** A part of the panel that can be folded away. */
export function Section({ title, children, isOpen = true }: { title: string; children: ReactNode; isOpen?: boolean }) {
  return (
    <details className="prop-section" open={isOpen}>
      <summary>{title}</summary>
      <div className="prop-rows">{children}</div>
    </details>
  )
}
