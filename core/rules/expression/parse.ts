import { SN_PATTERN } from '../../contract/telemetry.ts'
import { arityOf, isFact, isWindow } from './functions.ts'
import {
  type BinarySign,
  EXPRESSION_LIMITS,
  type Expected,
  type FactName,
  type Node,
  type PointRef,
  Refusal,
  type Spot,
  type SyntaxFault,
  type WindowName,
} from './syntax.ts'
import { type Token, tokensOf, WORDS } from './tokens.ts'

/** A place in the source that names a point, all of it: `WW0001.[a/b]`, `point("a/b")`. */
export interface Occurrence extends Spot {
  readonly point: number
  readonly isCall: boolean
}

export interface Parsed {
  readonly root: Node
  readonly points: readonly PointRef[]
  readonly occurrences: readonly Occurrence[]
  readonly parameters: readonly string[]
}

const PRECEDENCE: Readonly<Record<BinarySign, number>> = {
  or: 1,
  and: 2,
  '==': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
  '^': 8,
}
const [NOT, COMPARISON, SIGNED, POWER] = [3, 4, 7, 8]
const SN = new RegExp(`^${SN_PATTERN}$`)
const KEY = /^[A-Za-z0-9_.:/-]{1,64}$/

/** Throws a `Refusal` where the source is no expression. */
export function parse(source: string): Parsed {
  const tokens = tokensOf(source)
  const points: PointRef[] = []
  const places = new Map<string, number>()
  const occurrences: Occurrence[] = []
  const parameters = new Set<string>()
  let at = 0
  let depth = 0
  let nodes = 0

  const peek = (ahead = 0): Token => tokens[Math.min(at + ahead, tokens.length - 1)] as Token
  const is = (text: string, ahead = 0) => {
    const token = peek(ahead)
    return (token.is === 'sign' || (token.is === 'name' && WORDS.has(text))) && token.text === text
  }
  const next = (): Token => {
    const token = peek()
    at += 1
    return token
  }
  const spotTo = (from: Spot): Spot => {
    const end = tokens[at - 1] as Token
    return { index: from.index, length: end.index + end.length - from.index }
  }
  function refuse(fault: SyntaxFault, spot: Spot, expected: Expected | null, more?: { least: number; most: number }) {
    const found = source.slice(spot.index, spot.index + spot.length)
    const { index, length } = spot
    return new Refusal({ fault, index, length, found, expected, ...more })
  }
  const missing = (expected: Expected) => refuse(peek().is === 'end' ? 'unfinished' : 'unexpected', peek(), expected)
  const expect = (text: ')' | ',' | ':' | '(') => {
    if (!is(text)) throw missing(text)
    next()
  }
  function node(made: Node): Node {
    nodes += 1
    if (nodes > EXPRESSION_LIMITS.nodes) throw refuse('too_many', made, null)
    return made
  }
  function deeper<T>(read: () => T): T {
    depth += 1
    if (depth > EXPRESSION_LIMITS.depth) throw refuse('too_deep', peek(), null)
    const made = read()
    depth -= 1
    return made
  }

  function choice(): Node {
    const when = binary(1)
    if (!is('?')) return when
    next()
    const then = deeper(choice)
    expect(':')
    const otherwise = deeper(choice)
    return node({ is: 'choice', when, then, otherwise, ...spotTo(when) })
  }

  function binary(least: number): Node {
    let left = least <= NOT && is('not') ? negation() : signed()
    for (;;) {
      const token = peek()
      const sign = token.text as BinarySign
      const isSign = token.is === 'sign' || token.text === 'and' || token.text === 'or'
      const rank = isSign && Object.hasOwn(PRECEDENCE, sign) ? PRECEDENCE[sign] : 0
      if (rank < least || rank === 0) return left
      next()
      const right = rank === POWER ? deeper(() => binary(POWER)) : binary(rank + 1)
      left = node({ is: 'binary', sign, left, right, ...spotTo(left) })
      const after = PRECEDENCE[peek().text as BinarySign]
      // `1 < x < 5` would compare a boolean with 5.
      if (rank === COMPARISON && after === COMPARISON) throw refuse('chained', peek(), null)
    }
  }

  function negation(): Node {
    const sign = next()
    const of = deeper(() => binary(NOT))
    return node({ is: 'not', of, ...spotTo(sign) })
  }

  function signed(): Node {
    if (!is('-') && !is('+') && !is('!')) return single()
    const sign = next()
    // -2^2 is -4, and 2^-2 a quarter.
    const of = deeper(() => (sign.text === '!' ? signed() : binary(SIGNED)))
    if (sign.text === '+') return of
    return node({ is: sign.text === '!' ? 'not' : 'negative', of, ...spotTo(sign) })
  }

  function single(): Node {
    const token = peek()
    if (token.is === 'number' || token.is === 'text') {
      next()
      return node({ is: 'literal', value: token.value, index: token.index, length: token.length })
    }
    if (is('(')) {
      next()
      const inner = deeper(choice)
      expect(')')
      return inner
    }
    if (token.is === 'parameter') return parameter()
    if (token.is === 'name' && peek(1).text === '(' && !WORDS.has(token.text)) return call()
    if (token.is === 'name' && WORDS.has(token.text)) {
      const value = { true: true, false: false, null: null }[token.text]
      if (value === undefined) throw missing('value')
      next()
      return node({ is: 'literal', value, index: token.index, length: token.length })
    }
    if (token.is === 'name' || token.is === 'key') return point()
    throw missing('value')
  }

  function parameter(): Node {
    const token = next()
    parameters.add(token.text)
    // `$device.flow` is put together before it is evaluated.
    if (is('.')) {
      next()
      if (peek().is !== 'name' && peek().is !== 'key') throw missing('point')
      next()
    }
    return node({ is: 'parameter', name: token.text, ...spotTo(token) })
  }

  /** Names a point in place of a node: for functions that ask about the point itself. */
  function reference(): { point: number; spot: Spot } {
    const first = next()
    let sn_code = ''
    let last = first
    if (first.is === 'name' && is('.')) {
      next()
      if (peek().is !== 'name' && peek().is !== 'key') throw missing('point')
      last = next()
      sn_code = first.text
      if (!SN.test(sn_code)) throw refuse('bad_device', first, null)
    }
    if (is('.')) throw refuse('dotted_key', { ...spotTo(first) }, null)
    const spot = spotTo(first)
    return { point: placeOf(sn_code, last.text, spot, false), spot }
  }

  function placeOf(sn_code: string, key: string, spot: Spot, isCall: boolean): number {
    for (const [, name] of key.matchAll(/\$([A-Za-z_][A-Za-z0-9_]*)/g)) parameters.add(name as string)
    if (!KEY.test(key.replace(/\$(?=[A-Za-z_])/g, ''))) throw refuse('bad_key', spot, 'key')
    const name = `${sn_code}\n${key}`
    let place = places.get(name)
    if (place === undefined) {
      place = points.push({ sn_code, key }) - 1
      places.set(name, place)
    }
    occurrences.push({ point: place, isCall, index: spot.index, length: spot.length })
    return place
  }

  const point = (): Node => {
    const { point: place, spot } = reference()
    return node({ is: 'point', point: place, ...spot })
  }

  /** A point as an argument, however it is written. */
  function pointArgument(): number {
    const token = peek()
    const isName = token.is === 'name' && !WORDS.has(token.text) && !is('(', 1)
    if (isName || token.is === 'key') return reference().point
    if (token.text === 'point' && is('(', 1)) {
      const made = call()
      if (made.is === 'point') return made.point
    }
    throw missing('point')
  }

  function call(): Node {
    const token = next()
    const name = token.text
    const arity = arityOf(name)
    if (!arity) throw refuse('unknown_function', token, null)
    next()
    if (name === 'point') return pointCall(token)
    if (isFact(name)) {
      const place = pointArgument()
      expect(')')
      return node({ is: 'fact', name: name as FactName, point: place, ...spotTo(token) })
    }
    if (isWindow(name)) {
      const made = windowCall(token)
      if (made) return made
    }
    const taken: Node[] = []
    while (!is(')')) {
      if (taken.length > 0) expect(',')
      taken.push(deeper(choice))
    }
    next()
    const { least, most } = arity
    if (taken.length < least || taken.length > most)
      throw refuse('argument_count', spotTo(token), null, { least, most })
    if (name === 'if') {
      const [when, then, otherwise] = taken as [Node, Node, Node]
      return node({ is: 'choice', when, then, otherwise, ...spotTo(token) })
    }
    return node({ is: 'call', name, taken, ...spotTo(token) })
  }

  /** `min(flow, 60)` is of the last minute: of two values it is written `min(60, flow)`. Null where it is of values. */
  function windowCall(token: Token): Node | null {
    const isOnlyWindow = token.text === 'delta' || token.text === 'rate'
    const start = at
    const before = { points: points.length, occurrences: occurrences.length, nodes }
    const opens = peek()
    const isPoint = (opens.is === 'name' && !WORDS.has(opens.text)) || opens.is === 'key'
    if (isPoint && (!is('(', 1) || opens.text === 'point')) {
      const place = pointArgument()
      const seconds = peek(1)
      if (is(',') && seconds.is === 'number' && is(')', 2)) {
        next()
        next()
        next()
        if (seconds.value < 1 || seconds.value > EXPRESSION_LIMITS.windowS) throw refuse('window', seconds, null)
        const name = token.text as WindowName
        return node({ is: 'window', name, point: place, seconds: seconds.value, ...spotTo(token) })
      }
      if (isOnlyWindow && is(',')) {
        next()
        throw refuse(peek().is === 'end' ? 'unfinished' : 'unexpected', peek(), 'seconds')
      }
      if (isOnlyWindow) throw missing(',')
    } else if (isOnlyWindow) throw missing('point')
    for (const { sn_code, key } of points.slice(before.points)) places.delete(`${sn_code}\n${key}`)
    points.length = before.points
    occurrences.length = before.occurrences
    nodes = before.nodes
    at = start
    return null
  }

  function pointCall(token: Token): Node {
    const texts: Token[] = []
    while (texts.length < 2) {
      if (texts.length > 0) {
        if (!is(',')) break
        next()
      }
      if (peek().is !== 'text') throw missing('text')
      texts.push(next())
    }
    expect(')')
    const [first, second] = texts.map((text) => (text.is === 'text' ? text.value : ''))
    const sn_code = second === undefined ? '' : (first as string)
    const key = second ?? (first as string)
    if (sn_code !== '' && !SN.test(sn_code)) throw refuse('bad_device', texts[0] as Token, null)
    if (!KEY.test(key)) throw refuse('bad_key', texts.at(-1) as Token, 'key')
    const spot = spotTo(token)
    return node({ is: 'point', point: placeOf(sn_code, key, spot, true), ...spot })
  }

  const root = choice()
  if (peek().is !== 'end') throw refuse('unexpected', peek(), 'operator')
  return { root, points, occurrences, parameters: [...parameters] }
}
