import { useState } from 'react'
import type { AlarmsBegun } from '../../../core/contract/alarm-record.ts'
import { words } from '../../../core/text/words.ts'
import { useFormat, useSheet, useText } from '../../define/index.ts'
import { AlarmMark } from '../AlarmMark.tsx'
import { levelWord } from '../alarm-level.ts'
import { barWords, countOf, labelledBars, type Step, scaleOf } from './bars.ts'
import sheet from './per-time.css?sheet'
import { text } from './text.ts'

interface PerTimeProps {
  bars: readonly AlarmsBegun[]
  step: Step
  onNarrow: (start: number, end: number) => void
}

/** Levels from the worst, at the bottom of each bar, up. */
const FROM_WORST = [5, 4, 3, 2, 1] as const
const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
}

/** A bar an hour or day, each level by its colour; what the bar at hand holds is said above, by shape and word. */
export default function PerTime({ bars, step, onNarrow }: PerTimeProps) {
  useSheet(sheet)
  const t = useText(text)
  const word = useText(words)
  const format = useFormat()
  const [at, setAt] = useState<number | null>(null)
  const [stop, setStop] = useState(0)
  const tabStop = Math.min(stop, bars.length - 1)
  const most = scaleOf(bars)
  const total = bars.reduce((sum, bar) => sum + countOf(bar), 0)
  const shown = at === null ? undefined : bars[at]
  const levels = FROM_WORST.map((level) => ({
    level,
    count: shown ? (shown.levels[level - 1] ?? 0) : bars.reduce((sum, bar) => sum + (bar.levels[level - 1] ?? 0), 0),
  })).filter(({ count }) => count > 0)
  const title = step === 'hour' ? t.perHour : t.perDay
  const labels = labelledBars(bars, step, format)

  return (
    <div className="per-time">
      <div className="per-time-head">
        <strong>{title}</strong>
        {shown && (
          <span className="per-time-quiet">
            {t.inBar({ time: barWords(shown, step, format), count: countOf(shown) })}
          </span>
        )}
        {levels.map(({ level, count }) => (
          <span key={level} className="per-time-level">
            <AlarmMark alarm_level={level} /> {count}
          </span>
        ))}
      </div>
      <div className="per-time-plot">
        <span className="per-time-most" aria-hidden>
          {most}
        </span>
        <div
          className="per-time-bars"
          role="toolbar"
          aria-label={t.perTimeHow({ title, count: total })}
          onPointerLeave={() => setAt(null)}
          onBlur={() => setAt(null)}
          onKeyDown={(event) => {
            const move = MOVES[event.key]
            if (!move) return
            event.preventDefault()
            const next = Math.max(0, Math.min(bars.length - 1, move(tabStop, bars.length - 1)))
            setStop(next)
            ;(event.currentTarget.children[next] as HTMLElement | undefined)?.focus()
          }}
        >
          {bars.map((bar, index) => (
            <button
              key={bar.start_time}
              type="button"
              className="per-time-bar"
              tabIndex={index === tabStop ? 0 : -1}
              title={t.narrow}
              aria-label={[
                t.inBar({ time: barWords(bar, step, format), count: countOf(bar) }),
                ...FROM_WORST.flatMap((level) => {
                  const count = bar.levels[level - 1] ?? 0
                  return count > 0 ? [`${word[levelWord(level)]} ${count}`] : []
                }),
              ].join(' · ')}
              onPointerEnter={() => setAt(index)}
              onFocus={() => {
                setAt(index)
                setStop(index)
              }}
              onClick={() => onNarrow(bar.start_time, bar.end_time)}
            >
              {[...FROM_WORST].reverse().map((level) => {
                const count = bar.levels[level - 1] ?? 0
                return (
                  count > 0 && (
                    <span
                      key={level}
                      className={`per-time-part per-time-part-${level}`}
                      style={{ blockSize: `${(count / most) * 100}%` }}
                    />
                  )
                )
              })}
            </button>
          ))}
        </div>
        <div className="per-time-axis" aria-hidden>
          {labels.map(({ label, share }) => (
            // Whole also where it would begin too late.
            <span key={share} style={{ insetInlineStart: `min(${share * 100}%, 100% - ${label.length}ch)` }}>
              {label}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}
