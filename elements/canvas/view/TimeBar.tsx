import { useConnection, useElement, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { DateTimeRange } from '../../kit/DateTimeRange.tsx'
import type { RangePreset } from '../../kit/time-range.ts'
import { presetRange, RANGE_PRESETS, reachesNow, type TimeRange } from '../../kit/time-range.ts'
import { LONGEST_MS } from './dashboard-time.ts'
import { text } from './time-text.ts'

interface TimeBarProps {
  range: TimeRange
  /** The range that the dashboard itself has. */
  first: RangePreset
  isCompared: boolean
  onRange: (range: TimeRange) => void
  onCompare: (isCompared: boolean) => void
}

/** The time that a dashboard shows. */
export function TimeBar({ range, first, isCompared, onRange, onCompare }: TimeBarProps) {
  const t = useText(text)
  const { clock } = useConnection()
  const { timeZone } = useElement()
  const isLive = reachesNow(range.preset)
  const shown = range.preset ? presetRange(range.preset, clock.now(), timeZone) : range
  const hold = () => {
    const { from, to } = presetRange(range.preset ?? first, clock.now(), timeZone)
    onRange({ from, to })
  }
  const goOn = () => {
    const lengthMs = shown.to - shown.from
    const now = clock.now()
    const same = RANGE_PRESETS.filter(reachesNow).find((preset) => {
      const { from, to } = presetRange(preset, now, timeZone)
      return Math.abs(to - from - lengthMs) < 1000
    })
    onRange(presetRange(same ?? first, now, timeZone))
  }
  return (
    <>
      <DateTimeRange value={shown} longestMs={LONGEST_MS} onChange={onRange} />
      <IconButton icon={isLive ? 'pause' : 'play'} label={isLive ? t.hold : t.goOn} onPress={isLive ? hold : goOn} />
      <span className="dashboard-live" data-live={isLive || undefined}>
        {isLive ? t.live : t.held}
      </span>
      <Checkbox isSelected={isCompared} onChange={onCompare}>
        {t.compare}
      </Checkbox>
    </>
  )
}
