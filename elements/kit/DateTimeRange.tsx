import { defineText } from '../../core/text/define-text.ts'
import { useFormat, useSheet, useText } from '../context/element-context.ts'
import { Button } from './Button.tsx'
import { lazyPart } from './lazy-part.tsx'
import { Popover } from './Popover.tsx'
import sheet from './range.css?sheet'
import { presetRange, RANGE_PRESETS, type RangePreset, shiftAt, type TimeRange } from './time-range.ts'

const text = defineText({
  range: ['时间范围', 'Time range'],
  presets: ['常用范围', 'Presets'],
  hour: ['最近 1 小时', 'Last hour'],
  hours6: ['最近 6 小时', 'Last 6 hours'],
  day: ['最近 24 小时', 'Last 24 hours'],
  week: ['最近 7 天', 'Last 7 days'],
  month: ['最近 30 天', 'Last 30 days'],
  today: ['今天', 'Today'],
  yesterday: ['昨天', 'Yesterday'],
  thisWeek: ['本周', 'This week'],
  shift: ['本班（{{span}}）', 'This shift ({{span}})'],
  lastShift: ['上一班（{{span}}）', 'Last shift ({{span}})'],
  lastNight: ['昨夜（{{span}}）', 'Last night ({{span}})'],
})

const Exact = lazyPart(() => import('./ExactRange.tsx').then((chunk) => chunk.ExactRange))

/** A shorter range is written with its seconds. */
const SECONDS_BELOW_MS = 600_000

interface DateTimeRangeProps {
  value: TimeRange
  onChange: (range: TimeRange) => void
  presets?: readonly RangePreset[]
  /** No longer range than this can be applied. */
  longestMs?: number
  /** What is to come can be chosen, too; else days after today cannot. */
  isAhead?: boolean
}

/** From and to, in the tenant's time zone; a preset that ends now stays one (`preset`), so that it can move on. */
export function DateTimeRange({ value, onChange, presets = RANGE_PRESETS, longestMs, isAhead }: DateTimeRangeProps) {
  useSheet(sheet)
  const words = useText(text)
  const format = useFormat()
  // Whole minutes would say the same of both ends.
  const shown = (time: number) =>
    format.dateTime(time).slice(0, value.to - value.from < SECONDS_BELOW_MS ? undefined : -3)
  const exact = `${shown(value.from)} – ${shown(value.to)}`
  const clock = (time: number) => format.time(time).slice(0, 5)
  /** Which hours a shift has is said with it: plants differ. */
  const wordOf = (preset: RangePreset, now: number) => {
    const word = words[preset]
    if (typeof word === 'string') return word
    const { from, to } = preset === 'shift' ? shiftAt(now, format.timeZone) : presetRange(preset, now, format.timeZone)
    return word({ span: `${clock(from)}–${clock(to)}` })
  }
  return (
    <Popover
      label={words.range}
      trigger={<Button icon="calendar">{value.preset ? wordOf(value.preset, value.to) : exact}</Button>}
    >
      {(close) => (
        <div className="range">
          <ul className="range-presets" aria-label={words.presets}>
            {presets.map((preset) => (
              <li key={preset}>
                <Button
                  look="plain"
                  onPress={() => {
                    onChange(presetRange(preset, Date.now(), format.timeZone))
                    close()
                  }}
                >
                  {wordOf(preset, Date.now())}
                </Button>
              </li>
            ))}
          </ul>
          <div className="range-place">
            <Exact
              value={value}
              {...(longestMs === undefined ? {} : { longestMs })}
              {...(isAhead && { isAhead })}
              onApply={(range) => {
                onChange(range)
                close()
              }}
            />
          </div>
        </div>
      )}
    </Popover>
  )
}
