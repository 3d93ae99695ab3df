import { createElement, useEffect, useLayoutEffect, useRef } from 'react'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { text } from './text.ts'

interface OpenDeviceProps {
  sn: string
  /** Chosen by the user, who goes on inside it; not when it came with the address. */
  takesFocus: boolean
  onClose: () => void
  onOpenPage: () => void
}

/** The chosen device in full: another element, found by its tag, that gets this one's connection. */
export function OpenDevice({ sn, takesFocus, onClose, onOpenPage }: OpenDeviceProps) {
  const t = useText(text)
  const { close } = useText(words)
  const connection = useConnection()
  const panel = useRef<HTMLElement>(null)
  const monitor = useRef<HTMLElement>(null)
  // By hand: on a tag that is not defined yet React would write it as an attribute.
  useLayoutEffect(() => {
    if (monitor.current) Object.assign(monitor.current, { connection })
  }, [connection])
  // Its choice of a tab is no view of the board.
  useEffect(() => {
    const shown = monitor.current
    const keep = (event: Event) => event.stopPropagation()
    shown?.addEventListener('sg-view-change', keep)
    return () => shown?.removeEventListener('sg-view-change', keep)
  }, [])
  useEffect(() => {
    const opener = (panel.current?.getRootNode() as ShadowRoot | Document | undefined)?.activeElement
    if (takesFocus) panel.current?.focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [takesFocus])
  return (
    <section
      ref={panel}
      className="open-device"
      aria-label={t.device({ sn })}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <div className="open-device-bar">
        <IconButton icon="expand" label={t.openPage} onPress={onOpenPage} />
        <IconButton icon="close" label={close} onPress={onClose} />
      </div>
      {createElement('sg-device-monitor', { ref: monitor, class: 'open-device-monitor', sn })}
    </section>
  )
}
