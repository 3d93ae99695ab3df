import type { AlarmsBegun } from '../../../core/contract/alarm-record.ts'
import { words } from '../../../core/text/words.ts'
import { useFormat, useSheet, useText } from '../../define/index.ts'
import type { BarColour } from '../../kit/chart/bars.ts'
import { StackedBars } from '../../kit/chart/StackedBars.tsx'
import { AlarmMark } from '../AlarmMark.tsx'
import { levelWord } from '../alarm-level.ts'
import { barWords, countOf, type Step, tickWords } from './bars.ts'
import sheet from './per-time.css?sheet'
import { text } from './text.ts'

interface PerTimeProps {
  bars: readonly AlarmsBegun[]
  step: Step
  onNarrow: (start: number, end: number) => void
}

/** Levels from the worst, at the bottom of each bar, up. */
const FROM_WORST = [5, 4, 3, 2, 1] as const
const COLOURS = FROM_WORST.map((level): BarColour => `alarm-${level}`)

const levelsOf = (bars: readonly AlarmsBegun[]) =>
  FROM_WORST.map((level) => ({
    level,
    count: bars.reduce((sum, { levels }) => sum + (levels[level - 1] ?? 0), 0),
  })).filter(({ count }) => count > 0)

/** A bar an hour or day, each level by its colour; what the bar at hand holds is said above, by shape and word. */
export default function PerTime({ bars, step, onNarrow }: PerTimeProps) {
  useSheet(sheet)
  const t = useText(text)
  const word = useText(words)
  const format = useFormat()
  const total = bars.reduce((sum, bar) => sum + countOf(bar), 0)
  const title = step === 'hour' ? t.perHour : t.perDay
  const inBar = (bar: AlarmsBegun) => t.inBar({ time: barWords(bar, step, format), count: countOf(bar) })
  return (
    <div className="per-time">
      <StackedBars
        label={t.perTimeHow({ title, count: total })}
        bars={bars.map((bar) => ({
          id: String(bar.start_time),
          parts: FROM_WORST.map((level) => bar.levels[level - 1] ?? 0),
          tick: tickWords(bar, step, format),
          spoken: [inBar(bar), ...levelsOf([bar]).map(({ level, count }) => `${word[levelWord(level)]} ${count}`)].join(
            ' · ',
          ),
        }))}
        colours={COLOURS}
        hint={t.narrow}
        onPress={(index) => {
          const bar = bars[index]
          if (bar) onNarrow(bar.start_time, bar.end_time)
        }}
        head={(index) => {
          const bar = index === null ? undefined : bars[index]
          return (
            <>
              <strong>{title}</strong>
              {bar && <span className="per-time-quiet">{inBar(bar)}</span>}
              {levelsOf(bar ? [bar] : bars).map(({ level, count }) => (
                <span key={level} className="per-time-level">
                  <AlarmMark alarm_level={level} /> {count}
                </span>
              ))}
            </>
          )
        }}
      />
    </div>
  )
}
