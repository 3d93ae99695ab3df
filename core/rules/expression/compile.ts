import type { Quality, Value } from '../../contract/telemetry.ts'
import { datePart } from './date-parts.ts'
import { isDatePart, VALUE_FUNCTIONS } from './functions.ts'
import type { Samples } from './samples.ts'
import type { BinarySign, Node, Spot } from './syntax.ts'

/** `missing`: a point that no device has. `waiting`: one whose first value has not come. */
export type ValueQuality = Quality | 'missing' | 'waiting'

/** From the best to the worst. */
export const QUALITIES: readonly ValueQuality[] = ['good', 'uncertain', 'stale', 'bad', 'waiting', 'missing']
const RANK = Object.fromEntries(QUALITIES.map((quality, rank) => [quality, rank])) as Record<ValueQuality, number>
const [UNCERTAIN, BAD, MISSING] = [RANK.uncertain, RANK.bad, RANK.missing]

export const worseOf = (one: ValueQuality, other: ValueQuality): ValueQuality =>
  RANK[one] >= RANK[other] ? one : other

/** A point as an expression sees it. Kept and changed by whoever evaluates. */
export interface PointCell {
  value: Value
  quality: ValueQuality
  data_time: number | null
  alarm_level: number
  /** For functions over time; null where nothing is kept. */
  samples: Samples | null
}

/** Why there is no value though all points have one; `evaluationText` says it in words. */
export interface EvaluationProblem extends Spot {
  readonly fault: 'not_number' | 'not_text' | 'not_comparable' | 'not_logical'
  readonly found: 'text' | 'number' | 'boolean'
}

/** An evaluation on its way. */
export interface EvaluationState {
  cells: readonly PointCell[]
  now: number
  timezone: string
  /** The worst of what took part, by its place in `QUALITIES`. */
  rank: number
  data_time: number | null
  problem: EvaluationProblem | null
}

export type Run = (at: EvaluationState) => Value

const kindOf = (value: Value) => (typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean'))

function fail(at: EvaluationState, { index, length }: Spot, fault: EvaluationProblem['fault'], value: Value): null {
  at.problem ??= { fault, index, length, found: kindOf(value) }
  return null
}

function worsen(at: EvaluationState, rank: number): void {
  if (rank > at.rank) at.rank = rank
}

/** A division by zero has no result; it is no mistake of who wrote it. */
function finite(value: number, at: EvaluationState): number | null {
  if (Number.isFinite(value)) return value
  worsen(at, BAD)
  return null
}

function numberOf(value: Value, at: EvaluationState, spot: Spot): number | null {
  if (typeof value === 'number' || value === null) return value
  return typeof value === 'boolean' ? Number(value) : fail(at, spot, 'not_number', value)
}

const logical = (value: Value, at: EvaluationState, spot: Spot): boolean | null => {
  if (typeof value === 'boolean' || value === null) return value
  return typeof value === 'number' ? value !== 0 : fail(at, spot, 'not_logical', value)
}

function cellOf(at: EvaluationState, point: number): PointCell {
  return at.cells[point] as PointCell
}

const ARITHMETIC: Partial<Record<BinarySign, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '^': (left, right) => left ** right,
}
const ORDER: Partial<Record<BinarySign, (left: number | string, right: number | string) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
}

/** Whether two values are the same: 1 and true are, since devices send either for a switch. */
export const isSame = (left: Value, right: Value): boolean => {
  if (typeof left === 'boolean' && typeof right === 'number') return Number(left) === right
  return typeof right === 'boolean' && typeof left === 'number' ? Number(right) === left : left === right
}

/** Makes a function of a node: what is evaluated thousands of times a frame walks no tree and looks nothing up. */
export function compile(node: Node): Run {
  switch (node.is) {
    case 'literal': {
      const { value } = node
      return () => value
    }
    case 'point':
      return pointRun(node.point)
    case 'parameter':
      return (at) => {
        at.rank = MISSING
        return null
      }
    case 'negative': {
      const of = compile(node.of)
      return (at) => {
        const value = numberOf(of(at), at, node.of)
        return value === null ? null : -value
      }
    }
    case 'not': {
      const of = compile(node.of)
      return (at) => {
        const value = logical(of(at), at, node.of)
        return value === null ? null : !value
      }
    }
    case 'binary':
      return node.sign === 'and' || node.sign === 'or' ? logicRun(node) : binaryRun(node)
    case 'choice': {
      const [when, then, otherwise] = [compile(node.when), compile(node.then), compile(node.otherwise)]
      return (at) => {
        const chosen = logical(when(at), at, node.when)
        return chosen === null ? null : chosen ? then(at) : otherwise(at)
      }
    }
    case 'fact':
      return factRun(node)
    case 'window':
      return windowRun(node)
    case 'call':
      return callRun(node)
  }
}

function pointRun(point: number): Run {
  return (at) => {
    const cell = cellOf(at, point)
    worsen(at, RANK[cell.quality])
    const { value, data_time } = cell
    if (data_time !== null && (at.data_time === null || data_time < at.data_time)) at.data_time = data_time
    return typeof value === 'number' ? finite(value, at) : value
  }
}

/** With null as "not known": `false and null` is false, `true and null` is null. */
function logicRun(node: Node & { is: 'binary' }): Run {
  const [left, right] = [compile(node.left), compile(node.right)]
  const settles = node.sign === 'or'
  return (at) => {
    const first = logical(left(at), at, node.left)
    if (first === settles) return settles
    const second = logical(right(at), at, node.right)
    if (second === settles) return settles
    return first === null ? null : second
  }
}

const isNull = (node: Node) => node.is === 'literal' && node.value === null

function binaryRun(node: Node & { is: 'binary' }): Run {
  const { sign } = node
  const [left, right] = [compile(node.left), compile(node.right)]
  const arithmetic = ARITHMETIC[sign]
  if (arithmetic)
    return (at) => {
      const [one, other] = [left(at), right(at)]
      if (typeof one === 'number' && typeof other === 'number') return finite(arithmetic(one, other), at)
      if (sign === '+' && typeof one === 'string' && typeof other === 'string') return one + other
      const [first, second] = [numberOf(one, at, node.left), numberOf(other, at, node.right)]
      return first === null || second === null ? null : finite(arithmetic(first, second), at)
    }
  const order = ORDER[sign]
  if (order)
    return (at) => {
      const [one, other] = [left(at), right(at)]
      if (one === null || other === null) return null
      const [isText, isOtherText] = [typeof one === 'string', typeof other === 'string']
      if (isText !== isOtherText)
        return fail(at, isText ? node.left : node.right, 'not_comparable', isText ? one : other)
      return order(one as number | string, other as number | string)
    }
  const asksForNull = isNull(node.left) || isNull(node.right)
  return (at) => {
    const [one, other] = [left(at), right(at)]
    if (!asksForNull && (one === null || other === null)) return null
    return isSame(one, other) === (sign === '==')
  }
}

function factRun({ name, point }: Node & { is: 'fact' }): Run {
  if (name === 'quality') return (at) => cellOf(at, point).quality
  return (at) => {
    const cell = cellOf(at, point)
    if (cell.quality === 'missing') worsen(at, MISSING)
    if (name === 'alarm') return cell.alarm_level
    return cell.data_time === null ? null : Math.max(0, (at.now - cell.data_time) / 1000)
  }
}

function windowRun({ name, point, seconds }: Node & { is: 'window' }): Run {
  return (at) => {
    const cell = cellOf(at, point)
    worsen(at, RANK[cell.quality])
    const past = cell.samples?.over(at.now - seconds * 1000, at.now)
    if (!past) return null
    // Less than the span is known yet.
    if (!past.isWhole) worsen(at, UNCERTAIN)
    if (name === 'delta') return finite(past.last - past.first, at)
    if (name !== 'rate') return finite(past[name], at)
    return past.knownMs === 0 ? null : finite((past.last - past.first) / (past.knownMs / 1000), at)
  }
}

function callRun({ name, taken }: Node & { is: 'call' }): Run {
  if (name === 'now') return (at) => at.now
  const runs = taken.map(compile)
  if (isDatePart(name))
    return (at) => {
      const time = runs[0] ? numberOf(runs[0](at), at, taken[0] as Node) : at.now
      return time === null ? null : finite(datePart(name, time, at.timezone), at)
    }
  const row = VALUE_FUNCTIONS.get(name)
  if (!row) throw new Error(`${name} is no function of values`)
  const of = row.of as (...values: Value[]) => Value
  return (at) => {
    const values: Value[] = []
    runs.forEach((run, index) => {
      const value = run(at)
      const takes = row.takes(index)
      const spot = taken[index] as Node
      if (takes === 'any') values.push(value)
      else {
        const converted = takes === 'number' ? numberOf(value, at, spot) : textOrNull(value, at, spot)
        // All of them are evaluated, so that the worst quality is returned.
        if (converted !== null) values.push(converted)
      }
    })
    if (values.length < runs.length) return null
    const result = of(...values)
    return typeof result === 'number' ? finite(result, at) : result
  }
}

function textOrNull(value: Value, at: EvaluationState, spot: Spot): string | null {
  return typeof value === 'string' || value === null ? value : fail(at, spot, 'not_text', value)
}
