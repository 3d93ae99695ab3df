import { lazy, Suspense } from 'react'
import { defineText } from '../../core/text/define-text.ts'
import { useFormat, useSheet, useText } from '../define/element-context.ts'
import { Button } from './Button.tsx'
import { Popover } from './Popover.tsx'
import sheet from './range.css?sheet'
import { Skeleton } from './Skeleton.tsx'
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

const Exact = lazy(() => import('./ExactRange.tsx').then((chunk) => ({ default: chunk.ExactRange })))

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
  const exact = `${format.dateTime(value.from).slice(0, -3)} – ${format.dateTime(value.to).slice(0, -3)}`
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
            <Suspense fallback={<Skeleton rows={6} />}>
              <Exact
                value={value}
                {...(longestMs === undefined ? {} : { longestMs })}
                onApply={(range) => {
                  onChange(range)
                  close()
                }}
              />
            </Suspense>
          </div>
        </div>
      )}
    </Popover>
  )
}
