import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { useKeptChoice } from '../../../kit/use-kept-choice.ts'
import { isConfirmable } from '../../../parts/alarm-acts/can-act.ts'
import { useFeed } from '../feed-context.ts'
import { Alerting } from './alerting.ts'
import type { Speaker, Volume } from './tones.ts'
import { type Notices, useNotices } from './use-notices.ts'
import { useSpeaker } from './use-speaker.ts'

const TICK_MS = 1000

/** Epoch ms; null while nothing is muted. Of all feeds of the page, and it outlasts the way from one screen to another. */
const $mutedUntil = atom<number | null>(null)
/** What sounds now was silenced; of all feeds, likewise. */
const $isSilenced = atom(false)

export interface Sound {
  readonly notices: Notices
  readonly isOn: boolean
  /** On, but the browser waits for the user to press something. */
  readonly isAsleep: boolean
  /** Epoch ms; null while it is not muted. */
  readonly mutedUntil: number | null
  /** What goes on calling, or was silenced until the next new alarm; null where nothing calls again. */
  readonly calling: 'calls' | 'silenced' | null
  readonly volume: Volume
  /** Null until what plays is there. */
  readonly speaker: Speaker | null
  turn(isOn: boolean): void
  wake(): void
  /** Until the next new alarm. */
  silence(): void
  setVolume(volume: Volume): void
  /** For so many minutes; 0 ends it. */
  mute(minutes: number): void
}

/** Sounds by level, and the browser's notifications: at what comes, and again for what stands unconfirmed. What plays it comes when it is turned on. */
export function useSound(): Sound {
  const { store, rows, props } = useFeed()
  const [choice, choose] = useKeptChoice('alarm-sound', ['on', 'off'], props.sound ? 'on' : 'off')
  const isOn = choice === 'on' && props.calls !== 'none'
  const notices = useNotices()
  const { speaker, isAsleep, wake } = useSpeaker(isOn)
  const mutedUntil = useStore($mutedUntil)
  const isSilenced = useStore($isSilenced)
  const [volume, setVolume] = useKeptChoice('alarm-volume', ['quiet', 'normal', 'loud'], 'normal')
  const [calling, setCalling] = useState<Sound['calling']>(null)
  const playing = useRef<(level: number) => void>(null)
  const [alerting] = useState(() => new Alerting((level) => playing.current?.(level)))
  useEffect(() => {
    playing.current = (level) => speaker?.play(level, volume)
    alerting.mutedUntil = mutedUntil ?? 0
    alerting.isSilenced = isSilenced
    if (mutedUntil !== null) speaker?.hush()
  }, [speaker, volume, alerting, mutedUntil, isSilenced])

  const worst = () => {
    let level = 0
    for (const alarm of store.alarms.values())
      if (alarm.alarm_level > level && isConfirmable(alarm) && alarm.recover_time === null && rows.calls(alarm))
        level = alarm.alarm_level
    return level
  }
  const tick = useEffectEvent(() => {
    const now = Date.now()
    if (mutedUntil !== null && mutedUntil <= now) $mutedUntil.set(null)
    const level = worst()
    alerting.tick(now, level, store.$status.get().as_of !== null)
    setCalling(alerting.state(level, now))
  })
  useEffect(() => {
    if (!isOn) return
    const stop = store.onBatch(({ arrived }) => {
      const worst = arrived.reduce((most, alarm) => (rows.calls(alarm) ? Math.max(most, alarm.alarm_level) : most), 0)
      if (worst === 0) return
      alerting.arrived(worst, Date.now())
      $isSilenced.set(false)
    })
    const timer = setInterval(tick, TICK_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [isOn, store, rows, alerting])

  return {
    notices,
    isOn,
    isAsleep,
    mutedUntil,
    calling: isOn ? calling : null,
    volume,
    speaker,
    wake,
    silence() {
      alerting.silence()
      $isSilenced.set(true)
      speaker?.hush()
      setCalling(alerting.state(worst(), Date.now()))
    },
    setVolume,
    turn(next) {
      choose(next ? 'on' : 'off')
      $mutedUntil.set(null)
    },
    mute: (minutes) => $mutedUntil.set(minutes > 0 ? Date.now() + minutes * MINUTE_MS : null),
  }
}
