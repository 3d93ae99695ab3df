import { useEffect, useRef, useState } from 'react'
import { words } from '../core/text/words.ts'
import { useSheet, useText } from '../elements/define/index.ts'
import { Button } from '../elements/kit/Button.tsx'
import sheet from '../elements/kit/dialog.css?sheet'
import { Icon } from '../elements/kit/Icon.tsx'
import own from './network-prompt.css?sheet'
import { text } from './text.ts'

/**
 * Warns once when the browser goes offline, and once when it is back: the values in sight are not live meanwhile. The
 * browser's own dialog: the kit's is fetched when it is first opened, which is too late then.
 */
export function NetworkPrompt() {
  useSheet(sheet)
  useSheet(own)
  const t = useText(text)
  const { ok } = useText(words)
  const dialog = useRef<HTMLDialogElement>(null)
  const [change, setChange] = useState<'offline' | 'online'>('offline')
  useEffect(() => {
    const listen = (event: Event) => {
      setChange(event.type as 'offline' | 'online')
      if (!dialog.current?.open) dialog.current?.showModal()
    }
    window.addEventListener('offline', listen)
    window.addEventListener('online', listen)
    return () => {
      window.removeEventListener('offline', listen)
      window.removeEventListener('online', listen)
    }
  }, [])
  const isBack = change === 'online'
  return (
    <dialog
      ref={dialog}
      className="dialog dialog-small network-prompt"
      role="alertdialog"
      aria-labelledby="network-title"
      aria-describedby="network-why"
    >
      <div className="dialog-frame">
        <header className="dialog-head">
          <h2 id="network-title" className="dialog-title network-title">
            <Icon name={isBack ? 'check' : 'wifi-off'} size={20} /> {isBack ? t.cameOnline : t.wentOffline}
          </h2>
        </header>
        <p id="network-why" className="dialog-body">
          {isBack ? t.cameOnlineWhy : t.wentOfflineWhy}
        </p>
        <footer className="dialog-foot">
          <Button look="primary" onPress={() => dialog.current?.close()}>
            {ok}
          </Button>
        </footer>
      </div>
    </dialog>
  )
}
