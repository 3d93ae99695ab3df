import type { MouseEvent, ReactNode } from 'react'
import { useSheet } from '../../define/index.ts'
import buttonSheet from '../../kit/button.css?sheet'
import sheet from './sent-code.css?sheet'

interface PathLinkProps {
  path: string
  /** The element's `sg-navigate`; true when the page took care. */
  onNavigate: (detail: { path: string }) => boolean
  look?: 'link' | 'primary'
  children: ReactNode
}

/** A link to a page of the console: the page around it may handle it; otherwise the browser follows it. */
export function PathLink({ path, onNavigate, look = 'link', children }: PathLinkProps) {
  useSheet(buttonSheet)
  useSheet(sheet)
  const follow = (event: MouseEvent) => {
    const isElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!isElsewhere && onNavigate({ path })) event.preventDefault()
  }
  return (
    <a className={look === 'primary' ? 'button button-primary path-button' : 'path-link'} href={path} onClick={follow}>
      {children}
    </a>
  )
}
