import type { Value } from '../../contract/telemetry.ts'
import {
  compile,
  type EvaluationProblem,
  type EvaluationState,
  type PointCell,
  QUALITIES,
  type Run,
  type ValueQuality,
} from './compile.ts'
import { isDatePart } from './functions.ts'
import { type Occurrence, parse } from './parse.ts'
import type { Samples } from './samples.ts'
import {
  EXPRESSION_LIMITS,
  type ExpressionError,
  type FactName,
  type Node,
  type PointRef,
  Refusal,
  type Spot,
  type WindowName,
} from './syntax.ts'

export interface Evaluated {
  readonly value: Value
  /** The worst of what took part: a branch that was not taken did not. */
  readonly quality: ValueQuality
  /** When the oldest of its values was measured, epoch ms. */
  readonly data_time: number | null
  /** Why there is no value, where the expression itself is at fault. */
  readonly problem: EvaluationProblem | null
}

/** A place in the source that asks for more of a point than its value. `point`: its place in `points`. */
export interface Question extends Spot {
  readonly name: WindowName | FactName
  readonly point: number
}

export interface Clock {
  /** Epoch ms. */
  readonly now: number
  /** IANA name of the tenant's time zone. */
  readonly timezone: string
}

export interface Expression {
  readonly source: string
  /** Each once, in the order of the source. */
  readonly points: readonly PointRef[]
  readonly occurrences: readonly Occurrence[]
  /** Names of `$parameters`; with any it has no value until `withParameters`. */
  readonly parameters: readonly string[]
  /** The point, where it is nothing but one. */
  readonly plain: PointRef | null
  /** Its value changes while its points' do not: it asks for the time, an age or the past. */
  readonly isOverTime: boolean
  /** It asks for a part of a date, which is another one in another time zone. */
  readonly isOfZone: boolean
  /** How far back points have to be kept, by their place in `points`. */
  readonly pasts: readonly { readonly point: number; readonly seconds: number }[]
  readonly questions: readonly Question[]
  /** `cells` stand as `points` do. */
  run(cells: readonly PointCell[], clock: Clock): Evaluated
}

export type ParseResult =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly error: ExpressionError }

/** Reads a source. It never throws, whatever is written. */
export function parseExpression(source: string): ParseResult {
  const { characters } = EXPRESSION_LIMITS
  if (source.length > characters) {
    const found = source.slice(characters, characters + 20)
    const length = source.length - characters
    return { ok: false, error: { fault: 'too_long', index: characters, length, found, expected: null } }
  }
  try {
    const { root, points, occurrences, parameters } = parse(source)
    return { ok: true, expression: expressionOf(source, root, points, occurrences, parameters) }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: error.error }
    throw error
  }
}

function expressionOf(
  source: string,
  root: Node,
  points: readonly PointRef[],
  occurrences: readonly Occurrence[],
  parameters: readonly string[],
): Expression {
  const pasts: { point: number; seconds: number }[] = []
  const questions: Question[] = []
  let isOverTime = false
  let isOfZone = false
  const visit = (node: Node): void => {
    if (node.is === 'window') pasts.push({ point: node.point, seconds: node.seconds })
    if (node.is === 'window' || node.is === 'fact') questions.push(node)
    const asksForPart = node.is === 'call' && isDatePart(node.name)
    if (asksForPart) isOfZone = true
    const asksForTime = node.is === 'call' && (node.name === 'now' || (asksForPart && node.taken.length === 0))
    if (asksForTime || node.is === 'window' || (node.is === 'fact' && node.name === 'age')) isOverTime = true
    for (const below of belowOf(node)) visit(below)
  }
  visit(root)
  // Made at the first run: who asks for points only needs none.
  let run: Run | null = null
  return {
    source,
    points,
    occurrences,
    parameters,
    plain: root.is === 'point' ? (points[root.point] as PointRef) : null,
    isOverTime,
    isOfZone,
    pasts,
    questions,
    run(cells, clock) {
      run ??= compile(root)
      const { now, timezone } = clock
      const at: EvaluationState = { cells, now, timezone, rank: 0, data_time: null, problem: null }
      return settled(run(at), at)
    },
  }
}

function settled(value: Value, { rank, data_time, problem }: EvaluationState): Evaluated {
  if (problem) {
    const quality = QUALITIES[Math.max(rank, QUALITIES.indexOf('bad'))] as ValueQuality
    return { value: null, quality, data_time, problem }
  }
  // -0 would be shown as "-0".
  return { value: value === 0 ? 0 : value, quality: QUALITIES[rank] as ValueQuality, data_time, problem: null }
}

function belowOf(node: Node): readonly Node[] {
  if (node.is === 'binary') return [node.left, node.right]
  if (node.is === 'choice') return [node.when, node.then, node.otherwise]
  if (node.is === 'call') return node.taken
  return node.is === 'negative' || node.is === 'not' ? [node.of] : []
}

/** Where a single evaluation has its values from. */
export interface Environment extends Clock {
  /** Null where nothing has come yet. */
  read(point: PointRef): {
    readonly value: Value
    readonly quality: ValueQuality
    readonly data_time: number | null
    readonly alarm_level: number
  } | null
  /** Whether no device has the point. */
  isMissing?(point: PointRef): boolean
  past?(point: PointRef, seconds: number): Samples | null
}

/** Evaluates once. What is evaluated often keeps its cells and calls `run`. */
export function evaluate(expression: Expression, environment: Environment): Evaluated {
  const cells = expression.points.map((point, place): PointCell => {
    const past = expression.pasts.filter((one) => one.point === place).map(({ seconds }) => seconds)
    const samples = past.length > 0 ? (environment.past?.(point, Math.max(...past)) ?? null) : null
    const read = environment.read(point)
    if (read) return { ...read, samples }
    const quality = environment.isMissing?.(point) ? 'missing' : 'waiting'
    return { value: null, quality, data_time: null, alarm_level: 0, samples }
  })
  return expression.run(cells, environment)
}
