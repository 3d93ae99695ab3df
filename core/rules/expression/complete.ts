import { SN_PATTERN } from '../../contract/telemetry.ts'
import { isSameSn } from '../sn.ts'
import { FUNCTIONS } from './function-help.ts'
import { writePoint } from './points.ts'
import { EXPRESSION_LIMITS, type PointRef, Refusal } from './syntax.ts'
import { tokensOf, WORDS } from './tokens.ts'

/** A point that an editor may offer. */
export interface OfferedPoint extends PointRef {
  readonly name: string
  readonly name_en?: string | null
}

export interface Completion<P extends OfferedPoint = OfferedPoint> {
  readonly kind: 'point' | 'function' | 'word'
  /** What is written in place of `from` to `to`. */
  readonly insert: string
  /** Where the caret stands afterwards, in `insert`. */
  readonly caret: number
  /** For a point. */
  readonly point?: P
  /** For a function. */
  readonly signature?: string
}

export interface Completions<P extends OfferedPoint = OfferedPoint> {
  readonly from: number
  readonly to: number
  readonly typed: string
  readonly items: readonly Completion<P>[]
}

const MOST = 50
const OF_DEVICE = new RegExp(`^(${SN_PATTERN})\\.(.*)$`)
const IN_BRACKET = new RegExp(`(?:(${SN_PATTERN})\\s*\\.\\s*)?\\[([^\\][]*)$`)
/** What a name that is being typed may be made of: a point is searched for by its name in any language too. */
const NAME_SIGN = /[\p{L}\p{N}_.:/$-]/u
const OWN_SIGN = /[\p{L}\p{N}_.$]/u
const FURTHER = /^[\p{L}\p{N}_]*/u
const INSIDE = /^[^\]\s,()]*\]?/

/** What can be written at a place, the best match first. Nothing inside a text in quotes. */
export function completionsAt<P extends OfferedPoint>(
  source: string,
  index: number,
  points: readonly P[],
): Completions<P> {
  const before = source.slice(0, index)
  const after = source.slice(index)
  const none = { from: index, to: index, typed: '', items: [] }
  if (source.length > EXPRESSION_LIMITS.characters || isInText(before)) return none
  const bracket = IN_BRACKET.exec(before)
  if (bracket) {
    const [whole, sn_code = null, typed = ''] = bracket
    const to = index + (INSIDE.exec(after)?.[0].length ?? 0)
    const items = pointsLike(points, typed.trim(), sn_code)
    return { from: index - whole.length, to, typed: typed.trim(), items }
  }
  let typed = lastOf(before, NAME_SIGN)
  // `a-b`, `a/b` and `c?a:b` calculate: only what follows the last such sign is being typed, but for keys that hold it.
  const own = lastOf(typed, OWN_SIGN)
  const isKeyed = typed !== own && points.some(({ key }) => key.startsWith(typed))
  if (!isKeyed) typed = own
  const to = index + (FURTHER.exec(after)?.[0].length ?? 0)
  const from = index - typed.length
  const device = OF_DEVICE.exec(typed)
  const ofDevice = device ? pointsLike(points, device[2] as string, device[1] as string) : []
  const ofAny = pointsLike(points, typed, null)
  const seen = new Set(ofDevice.map(({ insert }) => insert))
  const items = [
    ...ofDevice,
    ...ofAny.filter(({ insert }) => !seen.has(insert)),
    ...(typed === '' || /^[A-Za-z]+$/.test(typed) ? functionsLike<P>(typed, after.slice(to - index)) : []),
  ]
  return { from, to, typed, items: items.slice(0, MOST) }
}

/** The end of a text that is made of such signs alone; read from the end, since a pattern would begin at every sign. */
function lastOf(text: string, sign: RegExp): string {
  let from = text.length
  for (const one of [...text].reverse()) {
    if (!sign.test(one)) break
    from -= one.length
  }
  return text.slice(from)
}

/** Whether the caret stands in a text: the source before it ends with one that is not closed. */
function isInText(before: string): boolean {
  let rest = before
  while (rest !== '') {
    try {
      tokensOf(rest)
      return false
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { fault, expected, index, length } = error.error
      if (fault === 'not_closed') return expected === '"'
      // What cannot be read hides the rest: it is passed over.
      rest = rest.slice(index + Math.max(1, length))
    }
  }
  return false
}

/** 0 where it begins with what was typed, 1 where a word of it does, 2 where it holds it; null where it does not. */
function match(text: string, typed: string): number | null {
  const at = text.toLowerCase().indexOf(typed.toLowerCase())
  if (at < 0) return null
  if (at === 0) return 0
  return /[\s_.:/-]/.test(text[at - 1] as string) ? 1 : 2
}

function pointsLike<P extends OfferedPoint>(
  points: readonly P[],
  typed: string,
  sn_code: string | null,
): Completion<P>[] {
  const found: { rank: number; point: P }[] = []
  for (const point of points) {
    if (sn_code !== null && !isSameSn(point.sn_code, sn_code)) continue
    const ranks = [point.key, point.name, point.name_en ?? ''].flatMap((text, i) => {
      const rank = match(text, typed)
      return rank === null ? [] : [rank + i / 4]
    })
    if (sn_code === null && point.sn_code !== '' && typed !== '') {
      const rank = match(point.sn_code, typed)
      if (rank !== null) ranks.push(rank + 0.75)
    }
    // Points of other devices come after the screen's own.
    if (ranks.length > 0) found.push({ rank: Math.min(...ranks) + (point.sn_code === '' ? 0 : 0.1), point })
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ point }) => {
      const insert = writePoint(point)
      return { kind: 'point', insert, caret: insert.length, point }
    })
}

function functionsLike<P extends OfferedPoint>(typed: string, after: string): Completion<P>[] {
  const isCall = after.trimStart().startsWith('(')
  const begins = (name: string) => name.startsWith(typed.toLowerCase())
  const functions = FUNCTIONS.filter(({ name }) => begins(name)).map(({ name, signature }): Completion<P> => {
    const takes = !signature.endsWith('()')
    const insert = isCall ? name : `${name}()`
    return { kind: 'function', insert, caret: isCall ? insert.length : insert.length - (takes ? 1 : 0), signature }
  })
  const words = typed === '' ? [] : [...WORDS].filter(begins)
  return [...functions, ...words.map((insert): Completion<P> => ({ kind: 'word', insert, caret: insert.length }))]
}
