import type { MarkedPoint } from '../../../core/contract/alarm-record.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { QualityMark } from '../../kit/StateMark.tsx'
import { Value } from '../../kit/Value.tsx'
import { Age } from '../../parts/Age.tsx'
import { AlarmedValue } from '../../parts/alarm-marks/AlarmedValue.tsx'
import { valueText } from '../../parts/point-text.ts'
import { text } from './editor-text.ts'
import type { Tried } from './use-tried.ts'
import { type FormulaRow, virtualPointOf } from './virtual-draft.ts'

interface NowValueProps {
  row: FormulaRow
  tried: Tried
  /** The open alarms of the point; undefined while there are none. */
  alarm: MarkedPoint | undefined
  /** Why it is not worked out at all. */
  problem: string | undefined
}

/** What a formula comes to now, with its quality and age; or why it comes to nothing, in words. */
export function NowValue({ row, tried, alarm, problem }: NowValueProps) {
  const t = useText(text)
  const format = useFormat()
  const why = problem ?? (tried.is === 'tried' ? tried.point.problem : null)
  if (row.formula.trim() === '') return <span className="virtual-quiet">–</span>
  if (why)
    return (
      <span className="now-problem">
        <Icon name="warning" size={12} />
        <span>{why}</span>
      </span>
    )
  if (tried.is !== 'tried')
    return <span className="virtual-quiet">{tried.is === 'failed' ? t.notWorkedOut : t.workingOut}</span>
  const { value, quality, data_time } = tried.point
  const point = virtualPointOf(row)
  const shown = valueText(value, point, format)
  return (
    <span className="now-value">
      <AlarmedValue alarm={alarm}>
        <Value value={shown} {...(point.unit && typeof value === 'number' && { unit: point.unit })} />
      </AlarmedValue>
      <span className="now-of">
        <QualityMark quality={quality} />
        {data_time !== null && <Age time={data_time} />}
      </span>
    </span>
  )
}
