import type { MarkedPoint } from '../../../../core/contract/alarm-record.ts'
import type { Point } from '../../../../core/contract/device.ts'
import { useFormat } from '../../../define/index.ts'
import { Value } from '../../../kit/Value.tsx'
import { AlarmedValue } from '../../../parts/alarm-marks/AlarmedValue.tsx'
import { valueText } from '../../../parts/point-text.ts'
import { useShownValue } from './use-live-value.ts'

interface PointValueProps {
  point: Point
  /** Its open alarms; undefined while there are none. */
  alarm: MarkedPoint | undefined
  size?: 'large'
  /** The quality is marked beside it: here the value is only dimmed, so that a mark does not move it. */
  isMarkedApart?: boolean
}

/** A point's live value, in words where it has words; framed while it is in alarm, hatched and marked where it is not to be trusted. */
export function PointValue({ point, alarm, size, isMarkedApart = false }: PointValueProps) {
  const { value, quality } = useShownValue(point.key)
  const format = useFormat()
  const isNumber = typeof value === 'number' && !point.enum_text
  const shown = (
    <Value
      value={isNumber ? value : valueText(value, point, format)}
      quality={isMarkedApart ? 'good' : quality}
      {...(isNumber && point.decimals !== null && { decimals: point.decimals })}
      {...(isNumber && point.unit !== null && { unit: point.unit })}
      {...(size && { size })}
    />
  )
  return (
    <AlarmedValue alarm={alarm}>
      {isMarkedApart && quality !== 'good' ? <span className="monitor-dim">{shown}</span> : shown}
    </AlarmedValue>
  )
}
