import { createElement, useEffect, useRef } from 'react'
import { words } from '../../core/text/words.ts'
import { useConnection, useText } from '../define/index.ts'
import { IconButton } from '../kit/Button.tsx'
import { text } from './text.ts'

interface OpenDeviceProps {
  sn: string
  onClose: () => void
  onOpenPage: () => void
}

/** The chosen device in full: another element, found by its tag, that gets this one's connection. */
export function OpenDevice({ sn, onClose, onOpenPage }: OpenDeviceProps) {
  const t = useText(text)
  const { close } = useText(words)
  const connection = useConnection()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = (panel.current?.getRootNode() as ShadowRoot | Document | undefined)?.activeElement
    panel.current?.focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
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
      {createElement('sg-device-monitor', { class: 'open-device-monitor', sn, connection })}
    </section>
  )
}
