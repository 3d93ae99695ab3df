import { defineText } from '../../core/text/define-text.ts'
import { useFormat, useSheet, useText } from '../context/element-context.ts'
import { Button } from './Button.tsx'
import { lazyPart } from './lazy-part.tsx'
import { Popover } from './Popover.tsx'
import sheet from './range.css?sheet'
import { presetRange, type RangePreset, type TimeRange } from './time-range.ts'

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
}

const PRESETS: readonly RangePreset[] = ['hour', 'hours6', 'day', 'week', 'month', 'today', 'yesterday', 'thisWeek']

/** From and to, in the tenant's time zone; a preset that ends now stays one (`preset`), so that it can move on. */
export function DateTimeRange({ value, onChange, presets = PRESETS, longestMs }: DateTimeRangeProps) {
  useSheet(sheet)
  const words = useText(text)
  const format = useFormat()
  // Whole minutes would say the same of both ends.
  const shown = (time: number) =>
    format.dateTime(time).slice(0, value.to - value.from < SECONDS_BELOW_MS ? undefined : -3)
  const exact = `${shown(value.from)} – ${shown(value.to)}`
  return (
    <Popover
      label={words.range}
      trigger={<Button icon="calendar">{value.preset ? words[value.preset] : exact}</Button>}
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
                  {words[preset]}
                </Button>
              </li>
            ))}
          </ul>
          <div className="range-place">
            <Exact
              value={value}
              {...(longestMs === undefined ? {} : { longestMs })}
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
