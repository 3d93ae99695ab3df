import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isSessionEnd, SESSION_ENDS } from '../core/catalogue/session-ends.ts'
import { useElement, useSheet, useText } from '../elements/define/index.ts'
import { Button } from '../elements/kit/Button.tsx'
import dialogSheet from '../elements/kit/dialog.css?sheet'
import { Foot } from '../elements/kit/Foot.tsx'
import { Icon } from '../elements/kit/Icon.tsx'
import { goUnasked } from './leaving.ts'
import { clearTabs } from './navigation-tabs.ts'
import { Screen } from './Screen.tsx'
import sheet from './session-prompt.css?sheet'
import { text } from './text.ts'
import { useConsole } from './use-console.ts'

const FOCUSED = { 'focus-name': '' }
/** Pages of the editor: there the end of the session is one button, which loads the page anew. */
const CANVAS = /^\/designConfigure\//

type Shown = 'asked' | 'signing-in' | 'stayed'

/**
 * The end of the session is shown over the page as it is: who stays can copy what was being typed, who signs in again
 * goes on with it.
 */
export function SessionPrompt() {
  useSheet(dialogSheet)
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
    goUnasked(() => navigate('/index', { replace: true }))
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
      <Bar>
        <Icon name="warning" />
        <span>
          {why} · {t.sessionStayed}
        </span>
        <Button onPress={() => setShown('signing-in')}>{t.signInAgain}</Button>
      </Bar>
    )
  const isSigningIn = shown === 'signing-in'
  const title = isSigningIn ? t.signInAgain : why
  return (
    <Above title={title} onClose={() => (isCanvas ? undefined : setShown('stayed'))}>
      <div className="dialog-body">
        {isSigningIn ? <Screen tag="sg-sign-in" attributes={FOCUSED} /> : isCanvas ? t.sessionCanvas : t.sessionOverWhy}
      </div>
      <Foot>
        {!isCanvas && <Button onPress={() => setShown('stayed')}>{t.stay}</Button>}
        {!isSigningIn && (
          <Button look="primary" isAutoFocus onPress={() => (isCanvas ? location.reload() : setShown('signing-in'))}>
            {t.signInAgain}
          </Button>
        )}
      </Foot>
    </Above>
  )
}

/** In the top layer: a dialog of the page may be open below it. */
function Bar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => bar.current?.showPopover(), [])
  return (
    <div ref={bar} popover="manual" className="session-bar" role="status" data-react-aria-top-layer="true">
      {children}
    </div>
  )
}

/** The browser's own dialog: it stands above a dialog of the page too, which keeps what was typed in it. */
function Above({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog dialog-small session-prompt"
      aria-label={title}
      // By this the kit's own dialogs let go of the focus.
      data-react-aria-top-layer="true"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog-frame">
        <header className="dialog-head">
          <h2 className="dialog-title">{title}</h2>
        </header>
        {children}
      </div>
    </dialog>
  )
}
