import { useEffect, useState } from 'react'
import { words } from '../core/text/words.ts'
import { useText } from '../elements/define/index.ts'
import { Button } from '../elements/kit/Button.tsx'
import { Dialog } from '../elements/kit/Dialog.tsx'
import { text } from './text.ts'

/** Warns once when the browser goes offline, and once when it is back: the values in sight are not live meanwhile. */
export function NetworkPrompt() {
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
  const close = () => setChange(null)
  return (
    <Dialog
      title={change === 'online' ? t.cameOnline : t.wentOffline}
      isOpen={change !== null}
      onClose={close}
      size="small"
      actions={
        <Button look="primary" onPress={close} isAutoFocus>
          {ok}
        </Button>
      }
    >
      {change === 'online' ? t.cameOnlineWhy : t.wentOfflineWhy}
    </Dialog>
  )
}
