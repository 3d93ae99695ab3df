import type { DataType } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import type { PointCell, ValueQuality } from '../../../core/rules/expression/compile.ts'
import type { Evaluated, Expression } from '../../../core/rules/expression/expression.ts'
import type { PointRef } from '../../../core/rules/expression/syntax.ts'
import { isOwn, orderOf, readFormula } from '../../../core/rules/formula.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { storable } from '../db/storable.ts'
import type { LiveDevice, SentQuality } from '../fleet/fleet.ts'
import { type CheckedValue, fits } from '../ingest/check-value.ts'

/** A point that has a formula. */
export interface FormulaPoint {
  readonly key: string
  readonly data_type: DataType
  readonly formula: string
}

/** The formulas of one virtual device, each after those that it needs, and what they read. */
export interface Work {
  readonly steps: readonly Step[]
  /** By name: see `cellName`. */
  readonly cells: ReadonlyMap<string, PointCell>
  /** Points of other devices that are read. */
  readonly sources: readonly PointRef[]
}

interface Step {
  readonly point: FormulaPoint
  readonly expression: Expression
  readonly reads: ReadonlySet<string>
  readonly cells: readonly PointCell[]
}

export interface WorkedOut {
  readonly key: string
  readonly found: Evaluated
  /** Of the newest value that it reads, epoch ms; 0 where there is none. */
  readonly time: number
  /** What is kept of it; null while there is nothing to keep, since a point that it needs has no value yet. */
  readonly kept: CheckedValue | null
}

/** Of a point as a formula names it: no key and no SN has a blank. An SN is the same in upper and lower case. */
export const cellName = ({ sn_code, key }: PointRef): string => `${snKey(sn_code)} ${key}`

const WAITING: Omit<PointCell, 'quality'> = { value: null, data_time: null, alarm_level: 0, samples: null }

/** Of the points of a virtual device. */
export const workOfDevice = ({ points }: LiveDevice): Work =>
  workOf([...points.values()].map((point) => ({ ...point, formula: point.formula ?? '' })))

/** What a formula reads is not known yet: fill `cells`. Points whose formula is none, or which need one another, are left out. */
export function workOf(points: readonly FormulaPoint[]): Work {
  const cells = new Map<string, PointCell>()
  const sources = new Map<string, PointRef>()
  const steps = orderOf(points).order.flatMap((at): Step[] => {
    const point = points[at] as FormulaPoint
    const expression = readFormula(point.formula)
    if (!expression) return []
    const read = expression.points.map((ref): PointCell => {
      const name = cellName(ref)
      if (!isOwn(ref)) sources.set(name, ref)
      const cell = cells.get(name) ?? { ...WAITING, quality: 'missing' }
      cells.set(name, cell)
      return cell
    })
    const own = cellName({ sn_code: '', key: point.key })
    if (!cells.has(own)) cells.set(own, { ...WAITING, quality: 'waiting' })
    return [{ point, expression, reads: new Set(expression.points.map(cellName)), cells: read }]
  })
  return { steps, cells, sources: [...sources.values()] }
}

/** What a device says of a value that it worked out: nothing of its own is stale, but it may stand on something that is. */
const SAID: Record<ValueQuality, SentQuality | null> = {
  good: 'good',
  uncertain: 'uncertain',
  stale: 'uncertain',
  bad: 'bad',
  missing: 'bad',
  waiting: null,
}
/** Of the contract's `Value`. */
const TEXT_LENGTH = 1024
export const NO_VALUE: CheckedValue = { value: null, quality: 'bad' }

/** Works out what depends on cells that have changed, and says so in the cells of its points. */
export const workOut = (work: Work, changed: Iterable<string>, time: number): WorkedOut[] => [
  ...workingOut(work, changed, time),
]

/** The same, one formula after the other. */
export function* workingOut({ steps, cells }: Work, changed: Iterable<string>, time: number): Generator<WorkedOut> {
  const news = new Set(changed)
  for (const { point, expression, reads, cells: read } of steps) {
    if (!hasAny(reads, news)) continue
    const found = expression.run(read, { now: time, timezone: 'UTC' })
    const kept = keptOf(found, point.data_type)
    const name = cellName({ sn_code: '', key: point.key })
    const own = cells.get(name)
    const newest = Math.max(0, ...read.map(({ data_time }) => data_time ?? 0))
    if (own) Object.assign(own, kept ?? { value: null, quality: 'waiting' }, { data_time: newest || null })
    news.add(name)
    yield { key: point.key, found, time: newest, kept }
  }
}

const hasAny = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean => {
  for (const one of some) if (others.has(one)) return true
  return false
}

function keptOf({ value, quality }: { value: Value; quality: ValueQuality }, data_type: DataType): CheckedValue | null {
  const said = SAID[quality]
  if (said === null) return null
  if (value === null || said === 'bad' || !fits(value, data_type)) return NO_VALUE
  // A number is finite here, and a text that is too long for a point is no value of it.
  if (typeof value !== 'string') return { value, quality: said }
  return value.length <= TEXT_LENGTH ? { value: storable(value), quality: said } : NO_VALUE
}
