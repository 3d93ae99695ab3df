import type { PointCell } from '../../../core/rules/expression/compile.ts'
import { type Expression, parseExpression } from '../../../core/rules/expression/expression.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { CheckedReading, LiveDevice } from '../fleet/fleet.ts'

/** Whether an alarm is suppressed by design: an expression over the newest values of its device. */
export interface Suppression {
  readonly source: string
  readonly expression: Expression
  /** IANA; of the tenant. */
  readonly timezone: string
  /** Its value changes while no reading comes. */
  readonly isOverTime: boolean
  /** Takes a reading; the older one of two never wins: it is of the past. Null where nothing in it suppresses. */
  take(reading: CheckedReading): 'now' | 'late' | null
  /** Whether `holds` may say something else than before: a value is another one, or time has passed. */
  mayDiffer(): boolean
  /** An expression that has no value does not suppress. */
  holds(now: number): boolean
}

/** Expressions that were read lately, by their source: a rule of a template says the same at each of its devices. */
const read = new Map<string, Expression | null>()
const MOST_READ = 5000

function expressionOf(source: string): Expression | null {
  const known = read.get(source)
  if (known !== undefined) return known
  const parsed = parseExpression(source)
  const expression = parsed.ok ? parsed.expression : null
  if (read.size >= MOST_READ) read.delete(read.keys().next().value as string)
  read.set(source, expression)
  return expression
}

/** Null where the source is empty or no expression. Points of other devices are never known. */
export function suppressionOf(source: string, device: LiveDevice, timezone: string): Suppression | null {
  if (source.trim() === '') return null
  const expression = expressionOf(source)
  if (!expression) return null
  const sn = snKey(device.sn_code)
  const cells = expression.points.map(({ sn_code, key }): PointCell => {
    const point = sn_code === '' || snKey(sn_code) === sn ? device.points.get(key) : undefined
    const { value = null, data_time = null } = point ?? {}
    const quality = !point ? 'missing' : data_time === null ? 'waiting' : point.quality
    return { value, quality, data_time, alarm_level: 0, samples: null }
  })
  let isNews = true
  const byKey = new Map(expression.points.map(({ key }, i) => [key, cells[i] as PointCell]))
  return {
    source,
    expression,
    timezone,
    isOverTime: expression.isOverTime,
    take({ data_time, values }) {
      let taken: 'now' | 'late' | null = null
      for (const { point, value, quality } of values) {
        const cell = byKey.get(point.key)
        if (!cell || cell.quality === 'missing') continue
        // The point's newest is before the cell where a clock was set back.
        if (data_time < (cell.data_time ?? 0) && (point.data_time ?? 0) >= (cell.data_time ?? 0)) {
          taken ??= 'late'
          continue
        }
        taken = 'now'
        if (cell.value !== value || cell.quality !== quality) isNews = true
        cell.value = value
        cell.quality = quality
        cell.data_time = data_time
      }
      return taken
    },
    mayDiffer: () => isNews || expression.isOverTime,
    holds(now) {
      isNews = false
      const { value } = expression.run(cells, { now, timezone })
      return value === true || (typeof value === 'number' && value !== 0)
    },
  }
}
