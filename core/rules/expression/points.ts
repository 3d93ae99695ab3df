import { SN_PATTERN } from '../../contract/telemetry.ts'
import { parseExpression } from './expression.ts'
import { EXPRESSION_LIMITS, type PointRef, Refusal } from './syntax.ts'
import { type Token, tokensOf, WORDS } from './tokens.ts'

const ALL = new RegExp(`^(?:(${SN_PATTERN})\\.)?\\*$`)
const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_]*$/

/** A point as it is written in an expression: `flow`, `[pump1.flow]`, `WW0001.flow`, `WW0001.[a/b]`. */
export function writePoint({ sn_code, key }: PointRef): string {
  const isPlain = PLAIN_KEY.test(key) && !WORDS.has(key)
  const written = isPlain ? key : `[${key}]`
  return sn_code === '' ? written : `${sn_code}.${written}`
}

/** The points that a source names, each once; none where it is no expression. */
export function pointsOf(source: string): readonly PointRef[] {
  const parsed = parseExpression(source)
  return parsed.ok ? parsed.expression.points : []
}

/**
 * The one point that a text names: as an expression would, or, as actions and alarms name it, a key with signs in it and
 * no brackets. `*` is all of a device.
 */
export function pointNamed(text: string): PointRef | null {
  const all = ALL.exec(text.trim())
  if (all) return { sn_code: all[1] ?? '', key: '*' }
  const parsed = parseExpression(text)
  if (parsed.ok && parsed.expression.plain) return parsed.expression.plain
  return /^[A-Za-z0-9_.:/-]{1,64}$/.test(text.trim()) ? { sn_code: '', key: text.trim() } : null
}

/** Writes other points into a source; all else of it stays as it is written, and so does what is no expression. */
export function mapPoints(source: string, change: (point: PointRef) => PointRef | null): string {
  const parsed = parseExpression(source)
  if (!parsed.ok) return source
  const { points, occurrences } = parsed.expression
  const changed = points.map((point) => {
    const other = change(point)
    return other && (other.sn_code !== point.sn_code || other.key !== point.key) ? other : null
  })
  let written = ''
  let at = 0
  for (const { point, isCall, index, length } of [...occurrences].sort((a, b) => a.index - b.index)) {
    const other = changed[point]
    if (!other) continue
    written = joined(joined(written, source.slice(at, index)), isCall ? callOf(other) : writePoint(other))
    at = index + length
  }
  return joined(written, source.slice(at))
}

/** Words that were apart by a bracket stay apart. */
const joined = (before: string, after: string): string =>
  WORD_END.test(before) && WORD_START.test(after) ? `${before} ${after}` : before + after
const WORD_END = /[\p{L}\p{N}_$.]$/u
const WORD_START = /^[\p{L}\p{N}_$.]/u

const callOf = ({ sn_code, key }: PointRef) =>
  sn_code === '' ? `point(${JSON.stringify(key)})` : `point(${JSON.stringify(sn_code)}, ${JSON.stringify(key)})`

/** Writes one point in the place of another, wherever it is named. */
export const renamePoints = (source: string, from: PointRef, to: PointRef): string =>
  mapPoints(source, (point) => (point.sn_code === from.sn_code && point.key === from.key ? to : null))

export type ParameterValue = string | number | boolean

/**
 * Puts a symbol's parameters in: `$name` becomes the value, a text being an expression itself (`flow`, `2 * flow`); in
 * `$device.flow` and `[$pump.flow]` it becomes that part of the name. One that has no value stays.
 */
export function withParameters(source: string, parameters: Readonly<Record<string, ParameterValue>>): string {
  if (!source.includes('$') || source.length > EXPRESSION_LIMITS.characters) return source
  let tokens: Token[]
  try {
    tokens = tokensOf(source)
  } catch (error) {
    if (error instanceof Refusal) return source
    throw error
  }
  let written = ''
  let at = 0
  let i = -1
  const expressions = new Map<string, string>()
  const expressionOf = (put: string): string => {
    const known = expressions.get(put) ?? asExpression(put)
    expressions.set(put, known)
    return known
  }
  for (const { is, text, index, length } of tokens) {
    i += 1
    const put = is === 'key' ? keyWith(text, parameters) : is === 'parameter' ? parameterOf(text, parameters) : null
    if (put === null) continue
    const isDevice = is === 'parameter' && tokens[i + 1]?.text === '.'
    written += source.slice(at, index) + (isDevice ? bare(put) : is === 'parameter' ? expressionOf(put) : put)
    at = index + length
    // What is longer is no expression.
    if (written.length > EXPRESSION_LIMITS.characters) return source
  }
  return written + source.slice(at)
}

function parameterOf(name: string, parameters: Readonly<Record<string, ParameterValue>>): string | null {
  return Object.hasOwn(parameters, name) ? String(parameters[name]) : null
}

const bare = (text: string) => text.trim().replace(/^(["'[])(.*)["'\]]$/, '$2')

function keyWith(key: string, parameters: Readonly<Record<string, ParameterValue>>): string | null {
  if (!key.includes('$')) return null
  const put = key.replace(/\$([A-Za-z_][A-Za-z0-9_]*)/g, (whole, name: string) => {
    const value = parameterOf(name, parameters)
    return value === null ? whole : bare(value)
  })
  return put === key ? null : `[${put}]`
}

/** What is no expression is a text: a symbol's title need not be quoted. */
function asExpression(text: string): string {
  if (text.length > EXPRESSION_LIMITS.characters) return JSON.stringify(text)
  const parsed = parseExpression(text)
  if (!parsed.ok) return JSON.stringify(text)
  return parsed.expression.plain || /^[\w.]+$/.test(text) ? text : `(${text})`
}
