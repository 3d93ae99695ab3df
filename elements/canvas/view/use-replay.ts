import { useStore } from '@nanostores/react'
import { atom, computed } from 'nanostores'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { PointSource } from '../../../core/canvas/point-source.ts'
import type { ReplaySource } from '../../../core/canvas/replay-source.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { presetRange, type TimeRange } from '../../kit/time-range.ts'
import type { ReplayState } from './ReplayBar.tsx'
import { text } from './text.ts'

/** Views of the page itself (curves, tables) follow the replay in steps of this, so as not to ask with every frame. */
const VIEWS_FOLLOW_MS = 10_000
const $now = atom<{ time: number } | null>(null)

/** The replay of a screen while it is open, with the alarms of these devices; otherwise null. */
export function useReplay(isReplaying: boolean, live: PointSource, devices: readonly string[] = []) {
  const connection = useConnection()
  const { timeZone } = useElement()
  const t = useText(text)
  const [range, setRange] = useState<TimeRange>(() => presetRange('hour', connection.clock.now(), timeZone))
  const [source, setSource] = useState<ReplaySource | null>(null)
  /** Another screen goes on where this one was. */
  const left = useRef<{ time: number; speed: number } | null>(null)
  const named = devices.join(' ')

  useLayoutEffect(() => {
    if (!isReplaying) return
    let made: ReplaySource | null = null
    let isWanted = true
    Promise.all([import('../../../core/canvas/replay-source.ts'), import('./past-alarms.ts')]).then(
      ([{ createReplaySource }, { pastAlarms }]) => {
        if (!isWanted) return
        made = createReplaySource({
          fetch: (points, start, end, step_ms) =>
            connection.api.screen.replay({ points: [...points], start, end, step_ms }),
          start: Math.floor(range.from),
          end: Math.ceil(range.to),
          facts: live,
          alarms: () =>
            pastAlarms(connection.api.alarm, named === '' ? [] : named.split(' '), {
              start: Math.floor(range.from),
              end: Math.ceil(range.to),
            }),
        })
        if (left.current) {
          made.setSpeed(left.current.speed)
          if (left.current.time >= range.from && left.current.time <= range.to) made.seek(left.current.time)
        }
        setSource(made)
      },
      // The connection is down: it is requested again with the next range.
      () => {},
    )
    return () => {
      isWanted = false
      left.current = made ? { time: made.$state.get().target ?? made.now(), speed: made.$state.get().speed } : null
      made?.dispose()
      setSource(null)
    }
  }, [isReplaying, connection, live, named, range.from, range.to])

  const $state = useMemo(
    () =>
      source &&
      computed(
        source.$state,
        ({ time, target, isPlaying, speed, isLoading, error }): ReplayState => ({
          time: target ?? time,
          isPlaying,
          speed,
          isLoading,
          problem: error ? t.pastUnread : null,
        }),
      ),
    [source, t],
  )
  const time = useStore(source?.$state ?? $now)?.time ?? null
  if (!isReplaying || !source || !$state) return null
  return {
    source,
    /** For what cannot follow every frame. */
    shownTime: time === null ? null : Math.floor(time / VIEWS_FOLLOW_MS) * VIEWS_FOLLOW_MS,
    bar: {
      $state,
      range,
      onRange: setRange,
      play: () => source.play(),
      pause: () => source.pause(),
      seek: (to: number) => source.seek(to),
      setSpeed: (speed: number) => source.setSpeed(speed),
    },
  }
}
