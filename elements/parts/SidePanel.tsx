import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { words } from '../../core/text/words.ts'
import { useElement, useSheet, useText } from '../define/index.ts'
import { IconButton } from '../kit/Button.tsx'
import { Foot } from '../kit/Foot.tsx'
import sheet from './side-panel.css?sheet'

interface SidePanelProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons at its foot, the main one last. */
  actions?: ReactNode
}

/** What a chosen row says, beside the list, which stays usable; over it where there is no room. Escape closes it. */
export function SidePanel({ title, onClose, children, actions }: SidePanelProps) {
  useSheet(sheet)
  const { close } = useText(words)
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const { root } = useElement()
  const [before] = useState(() => root.activeElement)
  useEffect(() => {
    // A field in it may have taken the focus.
    const isIn = panel.current?.contains(root.activeElement)
    const opener = isIn ? before : root.activeElement
    if (!isIn) panel.current?.focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [root, before])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }
  return (
    <section ref={panel} className="side-panel" aria-labelledby={titleId} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className="side-panel-head">
        <h2 id={titleId} className="side-panel-title">
          {title}
        </h2>
        <IconButton icon="close" label={close} onPress={onClose} />
      </header>
      <div className="side-panel-body">{children}</div>
      {actions && <Foot>{actions}</Foot>}
    </section>
  )
}
