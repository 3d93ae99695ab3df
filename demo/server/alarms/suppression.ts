import type { PointCell } from '../../../core/rules/expression/compile.ts'
import { parseExpression } from '../../../core/rules/expression/expression.ts'
import type { JudgedReading, LiveDevice } from '../fleet.ts'

/** Whether an alarm is suppressed by design: an expression over the newest values of its device. */
export interface Suppression {
  readonly source: string
  /** Its value changes while no reading comes. */
  readonly isOverTime: boolean
  /** Takes a reading; the older one of two never wins. */
  take(reading: JudgedReading): void
  /** An expression that has no value does not suppress. */
  holds(now: number): boolean
}

/** Null where the source is empty or no expression. Points of other devices are never known. */
export function suppressionOf(source: string, device: LiveDevice, timezone: string): Suppression | null {
  if (source.trim() === '') return null
  const parsed = parseExpression(source)
  if (!parsed.ok) return null
  const { expression } = parsed
  const sn = device.sn_code.toLowerCase()
  const cells = expression.points.map(({ sn_code, key }): PointCell => {
    const point = sn_code === '' || sn_code.toLowerCase() === sn ? device.points.get(key) : undefined
    const { value = null, data_time = null } = point ?? {}
    const quality = !point ? 'missing' : data_time === null ? 'waiting' : point.quality
    return { value, quality, data_time, alarm_level: 0, samples: null }
  })
  const byKey = new Map(expression.points.map(({ key }, i) => [key, cells[i] as PointCell]))
  return {
    source,
    isOverTime: expression.isOverTime,
    take({ data_time, values }) {
      for (const { point, value, quality } of values) {
        const cell = byKey.get(point.key)
        if (!cell || cell.quality === 'missing' || data_time < (cell.data_time ?? 0)) continue
        cell.value = value
        cell.quality = quality
        cell.data_time = data_time
      }
    },
    holds(now) {
      const { value } = expression.run(cells, { now, timezone })
      return value === true || (typeof value === 'number' && value !== 0)
    },
  }
}
