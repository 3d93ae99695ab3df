import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { MINUTE_MS } from '../../core/catalogue/durations.ts'
import { SESSION_ENDS } from '../../core/catalogue/session-ends.ts'
import { useNow, useText } from '../../elements/define/index.ts'
import { Button } from '../../elements/kit/Button.tsx'
import { Icon } from '../../elements/kit/Icon.tsx'
import { goUnasked } from '../leaving.ts'
import { text } from '../text.ts'
import { useConsole } from '../use-console.ts'

const PEOPLE = '/team/user'

/** Says, on every page, as whom somebody acts and until when, with the way back; that a visitor only looks around; and that anybody can get into a demo. */
export function SimulationBar() {
  const t = useText(text)
  const now = useNow()
  const { connection, rights } = useConsole()
  const session = useStore(connection.$session)
  const held = useStore(rights.$rights)
  const [, navigate] = useLocation()
  const isSimulated = session?.own !== undefined

  const comeBack = useEffectEvent(() => {
    const { zh, en } = SESSION_ENDS.simulation
    connection.toasts.show('info', { zh, en })
    goUnasked(() => navigate(PEOPLE, { replace: true }))
  })
  useEffect(() => {
    if (!isSimulated) return
    // Ended by the button, or by the server when the time is over: the own session is there again.
    return () => {
      if (connection.$session.get() && connection.$session.get()?.own === undefined) comeBack()
    }
  }, [isSimulated, connection])

  if (held?.is_experience)
    return (
      <div className="simulation-bar" role="status">
        <Icon name="eye" />
        <span>{t.visiting}</span>
      </div>
    )
  if (!isSimulated && held?.demo === 'network')
    return (
      <div className="simulation-bar" role="status">
        <Icon name="warning" />
        <span>{t.demoOnNetwork}</span>
      </div>
    )
  if (!isSimulated || !held) return null
  const { simulated_by } = held
  const leftMs = Math.max(0, (simulated_by?.until_time ?? now) - now)
  const left = `${Math.floor(leftMs / MINUTE_MS)}:${String(Math.floor((leftMs / 1000) % 60)).padStart(2, '0')}`
  return (
    <div className="simulation-bar" role="status">
      <Icon name="user" />
      <span>{t.simulating({ name: session?.name ?? '', by: simulated_by?.name ?? '' })}</span>
      <span className="simulation-left">{t.simulationLeft({ left })}</span>
      <Button onPress={() => void connection.signOut().catch(() => {})}>{t.endSimulation}</Button>
    </div>
  )
}
