import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { useElement, useFormat, useSheet, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { DateTimeRange } from '../../kit/DateTimeRange.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { Select } from '../../kit/Select.tsx'
import { presetRange, type TimeRange } from '../../kit/time-range.ts'
import { useServerNow } from '../../parts/use-server-now.ts'
import sheet from './replay-bar.css?sheet'
import { text } from './text.ts'

/** Times as fast as it happened. */
const SPEEDS = ['1', '2', '5', '10', '30', '60', '120', '300', '600'] as const
/** The server keeps what a screen can be replayed from for this long. */
const LONGEST_MS = 30 * DAY_MS
const STEPS_OF_SLIDER = 2000

export interface ReplayState {
  /** Epoch ms of the time shown. */
  readonly time: number
  readonly isPlaying: boolean
  readonly speed: number
  readonly isLoading: boolean
  /** A sentence, where the past could not be read. */
  readonly problem: string | null
}

interface ReplayBarProps {
  $state: ReadableAtom<ReplayState>
  range: TimeRange
  onRange: (range: TimeRange) => void
  play: () => void
  pause: () => void
  seek: (time: number) => void
  setSpeed: (speed: number) => void
  onClose: () => void
}

/** A time in the last 30 days, played at 1 to 600 times its speed; the screen is marked as the past all the while. */
export function ReplayBar({ $state, range, onRange, play, pause, seek, setSpeed, onClose }: ReplayBarProps) {
  useSheet(sheet)
  const t = useText(text)
  const format = useFormat()
  const { timeZone } = useElement()
  const state = useStore($state)
  const now = useServerNow()
  const options = SPEEDS.map((id) => ({ id, label: t.times({ count: Number(id) }) }))
  const step = Math.max(1000, Math.round((range.to - range.from) / STEPS_OF_SLIDER))
  return (
    <section className="replay" aria-label={t.replay}>
      <strong className="replay-mark">
        <Icon name="clock" />
        {t.past}
      </strong>
      <DateTimeRange
        value={range}
        longestMs={LONGEST_MS}
        onChange={(next) => {
          const earliest = presetRange('month', now, timeZone).from
          onRange({ ...next, from: Math.max(next.from, earliest), to: Math.min(next.to, now) })
        }}
      />
      <IconButton
        icon={state.isPlaying ? 'pause' : 'play'}
        label={state.isPlaying ? t.pause : t.play}
        onPress={state.isPlaying ? pause : play}
      />
      <input
        className="replay-slider"
        type="range"
        aria-label={t.moment}
        aria-valuetext={format.dateTime(state.time)}
        min={range.from}
        max={range.to}
        step={step}
        value={Math.min(range.to, Math.max(range.from, state.time))}
        onChange={(event) => seek(Number(event.target.value))}
      />
      <output className="replay-time" aria-live="off">
        <time dateTime={new Date(state.time).toISOString()}>{format.dateTime(state.time)}</time>
      </output>
      <Select
        label={t.speed}
        isLabelHidden
        options={options}
        value={String(state.speed) as (typeof SPEEDS)[number]}
        onChange={(id) => setSpeed(Number(id))}
      />
      <Button onPress={onClose}>{t.backToLive}</Button>
      {state.isLoading && <span className="replay-note">{t.loadingPast}</span>}
      {state.problem && (
        <span className="replay-problem" role="alert">
          {state.problem}
        </span>
      )}
    </section>
  )
}
