import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { isSessionEnd, SESSION_ENDS } from '../core/catalogue/session-ends.ts'
import { useElement, useSheet, useText } from '../elements/define/index.ts'
import { Button } from '../elements/kit/Button.tsx'
import { Dialog } from '../elements/kit/Dialog.tsx'
import { Icon } from '../elements/kit/Icon.tsx'
import { clearTabs } from './navigation-tabs.ts'
import { Screen } from './Screen.tsx'
import sheet from './session-prompt.css?sheet'
import { text } from './text.ts'
import { useConsole } from './use-console.ts'

const FOCUSED = { 'focus-name': '' }
/** Where a drawing is edited: there the session's end is told by one button, which loads the page anew. */
const CANVAS = /^\/designConfigure\//

type Shown = 'asked' | 'signing-in' | 'stayed'

/**
 * What the server ended is told where the user is, over the page as it stands: who stays can copy what was being typed,
 * who signs in again goes on with it.
 */
export function SessionPrompt() {
  useSheet(sheet)
  const t = useText(text)
  const { lang } = useElement()
  const { connection, rights } = useConsole()
  const [path, navigate] = useLocation()
  const isExpired = useStore(connection.$isExpired)
  const reason = useStore(connection.$endReason)
  const held = useStore(rights.$rights)
  const [shown, setShown] = useState<Shown>('asked')
  const isAsked = isExpired && held !== null
  const isCanvas = CANVAS.test(path)

  useEffect(() => {
    if (!isAsked) setShown('asked')
  }, [isAsked])

  const signedIn = useEffectEvent((event: Event) => {
    const { user_id } = (event as CustomEvent<{ user_id: number }>).detail
    // Another user's page is not this one: nothing of it may be seen on.
    if (user_id === rights.$owner.get()) {
      rights.load()
      return
    }
    rights.clear()
    clearTabs()
    navigate('/index', { replace: true })
  })
  useEffect(() => {
    if (shown !== 'signing-in') return
    const listen = (event: Event) => signedIn(event)
    document.addEventListener('sg-signed-in', listen)
    return () => document.removeEventListener('sg-signed-in', listen)
  }, [shown])

  if (!isAsked) return null
  const why = isSessionEnd(reason) ? SESSION_ENDS[reason][lang] : t.sessionOver
  if (shown === 'stayed')
    return (
      <div className="session-bar" role="status">
        <Icon name="warning" />
        <span>
          {why} · {t.sessionStayed}
        </span>
        <Button onPress={() => setShown('signing-in')}>{t.signInAgain}</Button>
      </div>
    )
  if (isCanvas)
    return (
      <Dialog
        title={why}
        isOpen
        isKeptOpen
        size="small"
        onClose={() => {}}
        actions={
          <Button look="primary" isAutoFocus onPress={() => location.reload()}>
            {t.signInAgain}
          </Button>
        }
      >
        {t.sessionCanvas}
      </Dialog>
    )
  const isSigningIn = shown === 'signing-in'
  return (
    <Dialog
      title={isSigningIn ? t.signInAgain : why}
      isOpen
      isKeptOpen
      size="small"
      onClose={() => setShown('stayed')}
      actions={
        isSigningIn ? (
          <Button onPress={() => setShown('stayed')}>{t.stay}</Button>
        ) : (
          <>
            <Button onPress={() => setShown('stayed')}>{t.stay}</Button>
            <Button look="primary" isAutoFocus onPress={() => setShown('signing-in')}>
              {t.signInAgain}
            </Button>
          </>
        )
      }
    >
      {isSigningIn ? (
        <div className="session-sign-in">
          <Screen tag="sg-sign-in" attributes={FOCUSED} />
        </div>
      ) : (
        t.sessionOverWhy
      )}
    </Dialog>
  )
}
