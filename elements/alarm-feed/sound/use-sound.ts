import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useKeptChoice } from '../../parts/use-kept-choice.ts'
import { useFeed } from '../feed-context.ts'
import { isConfirmable } from '../list/row-props.ts'
import { Alerting } from './alerting.ts'
import type { Speaker } from './tones.ts'

const TICK_MS = 1000
const MINUTE_MS = 60_000

export interface Sound {
  readonly isOn: boolean
  /** On, but the browser waits for the user to press something. */
  readonly isAsleep: boolean
  /** Epoch ms; null while it is not muted. */
  readonly mutedUntil: number | null
  turn(isOn: boolean): void
  wake(): void
  /** For so many minutes; 0 ends it. */
  mute(minutes: number): void
}

/** Sounds by level: at what comes, and again for what stands unconfirmed. What plays it comes when it is turned on. */
export function useSound(): Sound {
  const { store, rows, props } = useFeed()
  const [choice, choose] = useKeptChoice('alarm-sound', ['on', 'off'], props.sound ? 'on' : 'off')
  const isOn = choice === 'on'
  const [speaker, setSpeaker] = useState<Speaker | null>(null)
  const [isAwake, setAwake] = useState(false)
  const [mutedUntil, setMutedUntil] = useState<number | null>(null)
  const playing = useRef<Speaker | null>(null)
  const [alerting] = useState(() => new Alerting((level) => playing.current?.play(level)))

  useEffect(() => {
    if (!isOn) return
    let isWanted = true
    let made: Speaker | null = null
    void import('./tones.ts').then(
      ({ createSpeaker }) => {
        if (!isWanted) return
        made = createSpeaker(() => setAwake(made?.isAwake ?? false))
        playing.current = made
        setSpeaker(made)
        setAwake(made?.isAwake ?? false)
      },
      // Without it the feed is silent, and says that it sleeps.
      () => {},
    )
    return () => {
      isWanted = false
      made?.close()
      playing.current = null
      setSpeaker(null)
    }
  }, [isOn])

  const tick = useEffectEvent(() => {
    const now = Date.now()
    if (mutedUntil !== null && mutedUntil <= now) setMutedUntil(null)
    let standing = 0
    for (const alarm of store.alarms.values())
      if (alarm.alarm_level > standing && isConfirmable(alarm) && alarm.recover_time === null && rows.matches(alarm))
        standing = alarm.alarm_level
    alerting.tick(now, standing)
  })
  useEffect(() => {
    if (!isOn) return
    const stop = store.onBatch(({ arrived }) => {
      const worst = arrived.reduce((most, alarm) => (rows.matches(alarm) ? Math.max(most, alarm.alarm_level) : most), 0)
      if (worst > 0) alerting.arrived(worst, Date.now())
    })
    const timer = setInterval(tick, TICK_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [isOn, store, rows, alerting])

  return {
    isOn,
    isAsleep: isOn && speaker !== null && !isAwake,
    mutedUntil,
    turn(next) {
      choose(next ? 'on' : 'off')
      setMutedUntil(null)
      alerting.mutedUntil = 0
    },
    wake: () => void speaker?.wake(),
    mute(minutes) {
      const until = minutes > 0 ? Date.now() + minutes * MINUTE_MS : 0
      alerting.mutedUntil = until
      setMutedUntil(until || null)
    },
  }
}
