import { words } from '../../core/text/words.ts'
import { useFormat, useNow, useSheet, useText } from '../context/element-context.ts'
import { Icon } from './Icon.tsx'
import { type Quality, QualityMark } from './StateMark.tsx'
import { Tooltip } from './Tooltip.tsx'
import sheet from './value.css?sheet'

interface ValueProps {
  /** A number is shown in the element's language; a string as it is; null as a dash. */
  value: number | string | boolean | null | undefined
  unit?: string
  decimals?: number
  quality?: Quality
  size?: 'text' | 'large' | 'display'
}

/** A value that changes without moving its neighbours; its unit never wraps away from it. */
export function Value({ value, unit, decimals, quality = 'good', size = 'text' }: ValueProps) {
  useSheet(sheet)
  const format = useFormat()
  const { yes, no } = useText(words)
  const shown =
    typeof value === 'boolean' ? (value ? yes : no) : typeof value === 'string' ? value : format.number(value, decimals)
  return (
    <span className={`value value-${size} value-${quality}`}>
      {quality !== 'good' && <QualityMark quality={quality} isWordHidden />}
      <span className={typeof value === 'number' ? 'value-number value-digits' : 'value-number'}>{shown}</span>
      {unit && <span className="value-unit">{unit}</span>}
    </span>
  )
}

interface AgeProps {
  /** Epoch ms; null when nothing has ever arrived. */
  time: number | null
  /** Marked as stale beyond this age. */
  staleAfterMs?: number
}

/** "3 s ago", with the exact time in a tooltip. */
export function Age({ time, staleAfterMs = Number.POSITIVE_INFINITY }: AgeProps) {
  useSheet(sheet)
  const now = useNow()
  const format = useFormat()
  if (time === null) return <span className="age">–</span>
  const isStale = now - time > staleAfterMs
  return (
    <Tooltip text={format.dateTime(time)}>
      <span className={isStale ? 'age age-stale' : 'age'}>
        {isStale && <Icon name="clock" size={12} />}
        {format.ago(time, now)}
      </span>
    </Tooltip>
  )
}
