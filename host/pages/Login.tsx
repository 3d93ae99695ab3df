import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState, useSearch } from 'wouter/use-browser-location'
import { useText } from '../../elements/define/index.ts'
import { Button } from '../../elements/kit/Button.tsx'
import { Icon } from '../../elements/kit/Icon.tsx'
import { $isOldUser, ENTRANCE } from '../console.ts'
import { matchRoute } from '../match.ts'
import { clearTabs } from '../navigation-tabs.ts'
import { Screen } from '../Screen.tsx'
import { text } from '../text.ts'
import { useConsole } from '../use-console.ts'
import { PlainPage } from './PlainPage.tsx'

const ATTRIBUTES = {
  'focus-name': '',
  'with-experience': '',
  'register-path': '/register',
  'recover-path': '/findPass',
}

/** The page to return to: one of ours, whatever somebody wrote into the link. */
function wantedPage(search: string): string | null {
  const to = new URLSearchParams(search).get('to')
  const route = to === null ? null : matchRoute(to.replace(/\?.*$/s, ''))?.route
  return route && route.needs !== 'public' ? to : null
}

/** Signs in by `<sg-sign-in>`, then goes on to where the user wanted to be, else to the landing page. */
export function Login() {
  const t = useText(text)
  const { connection, rights, brand } = useConsole()
  const { sign_in_text } = useStore(brand.$brand)
  const session = useStore(connection.$session)
  const isExpired = useStore(connection.$isExpired)
  const [, navigate] = useLocation()
  const wanted = wantedPage(useSearch())
  const isEntrance = useHistoryState<unknown>() === ENTRANCE
  const card = useRef<HTMLDivElement>(null)

  const goOn = useEffectEvent(() => {
    $isOldUser.set(wanted === null)
    navigate(wanted ?? '/index', { replace: true })
  })
  const signedIn = useEffectEvent(() => {
    clearTabs()
    rights.clear()
    goOn()
  })
  useEffect(() => {
    const listen = () => signedIn()
    const area = card.current
    area?.addEventListener('sg-signed-in', listen)
    return () => area?.removeEventListener('sg-signed-in', listen)
  }, [])
  // Who opens the console's root and is signed in already wants to go in.
  useEffect(() => {
    if (isEntrance && connection.$session.get()) goOn()
  }, [isEntrance, connection])

  return (
    <PlainPage title={t.signIn}>
      <div ref={card} className="login">
        <div>
          <h1 className="login-title">{t.signIn}</h1>
          <p className="login-tagline">{sign_in_text || t.tagline}</p>
        </div>
        {isExpired && (
          <p className="login-notice" role="status">
            <Icon name="clock" /> {t.expired}
          </p>
        )}
        {session && (
          <>
            <div className="login-signed-in">
              <span>{t.signedInAs({ name: session.name })}</span>
              <Button look="primary" onPress={goOn}>
                {t.goOn}
              </Button>
            </div>
            <p className="login-tagline">{t.otherAccount}</p>
          </>
        )}
        <Screen tag="sg-sign-in" attributes={ATTRIBUTES} />
      </div>
    </PlainPage>
  )
}
