import { useEffect, useState } from 'react'
import { words } from '../core/text/words.ts'
import { useSheet, useText } from '../elements/define/index.ts'
import { Button } from '../elements/kit/Button.tsx'
import sheet from '../elements/kit/dialog.css?sheet'
import { Foot } from '../elements/kit/Foot.tsx'
import { Icon } from '../elements/kit/Icon.tsx'
import own from './network-prompt.css?sheet'
import { text } from './text.ts'

/** So long good news are shown where nobody confirms them. */
const GOOD_NEWS_MS = 10_000

/**
 * Says once that the browser is offline, and once that it is back: the values in sight are not live meanwhile. It takes no
 * focus, covers little and goes by itself, for on a wall nobody confirms it. The browser's own dialog: the kit's is fetched
 * when it is first opened, which is too late then.
 */
export function NetworkPrompt() {
  useSheet(sheet)
  useSheet(own)
  const t = useText(text)
  const { ok } = useText(words)
  const [change, setChange] = useState<'offline' | 'online' | null>(null)
  useEffect(() => {
    const listen = (event: Event) => setChange(event.type as 'offline' | 'online')
    window.addEventListener('offline', listen)
    window.addEventListener('online', listen)
    return () => {
      window.removeEventListener('offline', listen)
      window.removeEventListener('online', listen)
    }
  }, [])
  useEffect(() => {
    if (change !== 'online') return
    const timer = setTimeout(() => setChange(null), GOOD_NEWS_MS)
    return () => clearTimeout(timer)
  }, [change])
  if (change === null) return null
  const isBack = change === 'online'
  return (
    <dialog
      open
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
        <Foot>
          <Button look="primary" onPress={() => setChange(null)}>
            {ok}
          </Button>
        </Foot>
      </div>
    </dialog>
  )
}
