import type { Point } from '../../core/contract/device.ts'
import type { LiveValue } from '../../core/contract/realtime.ts'
import type { Quality } from '../../core/contract/telemetry.ts'
import { agedQuality } from '../../core/rules/staleness.ts'
import { useFormat } from '../define/index.ts'
import { Value } from '../kit/Value.tsx'
import { valueText } from './point-text.ts'

interface LivePointValueProps {
  point: Point
  /** Undefined until one has come. */
  live: LiveValue | undefined
  isLive: boolean
  now: number
  isOldAfterMs: number
}

/** A point's newest value, in words where it has words; marked where it is old or not to be trusted. */
export function LivePointValue({ point, live, isLive, now, isOldAfterMs }: LivePointValueProps) {
  const format = useFormat()
  const [value, quality, data_time] = live ?? [null, 'good' as Quality, now]
  const isOld = live !== undefined && (!isLive || now - data_time > isOldAfterMs)
  const isNumber = typeof value === 'number' && !point.enum_text
  return (
    <Value
      value={isNumber ? value : valueText(value, point, format)}
      quality={agedQuality(quality, isOld)}
      {...(point.unit && isNumber && { unit: point.unit })}
      {...(point.decimals !== null && { decimals: point.decimals })}
    />
  )
}
