import type { Point } from '../../../core/contract/device.ts'
import { useFormat } from '../../define/index.ts'
import { Value } from '../../kit/Value.tsx'
import { valueText } from '../points.ts'
import { useShownValue } from './use-live-value.ts'

/** A point's live value, in words where it has words; hatched and marked where it is not to be trusted. */
export function PointValue({ point, size }: { point: Point; size?: 'large' }) {
  const { value, quality } = useShownValue(point.key)
  const format = useFormat()
  const isNumber = typeof value === 'number' && !point.enum_text
  return (
    <Value
      value={isNumber ? value : valueText(value, point, format)}
      quality={quality}
      {...(isNumber && point.decimals !== null && { decimals: point.decimals })}
      {...(isNumber && point.unit !== null && { unit: point.unit })}
      {...(size && { size })}
    />
  )
}
