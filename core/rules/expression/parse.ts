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
export const parse = (source: string): Parsed => new Parser(source).parse()

class Parser {
  readonly #source
  readonly #tokens
  readonly #points: PointRef[] = []
  readonly #places = new Map<string, number>()
  readonly #occurrences: Occurrence[] = []
  readonly #parameters = new Set<string>()
  #at = 0
  #depth = 0
  #nodes = 0

  constructor(source: string) {
    this.#source = source
    this.#tokens = tokensOf(source)
  }

  parse(): Parsed {
    const root = this.#choice()
    if (this.#peek().is !== 'end') throw this.#refuse('unexpected', this.#peek(), 'operator')
    return { root, points: this.#points, occurrences: this.#occurrences, parameters: [...this.#parameters] }
  }

  #peek(ahead = 0): Token {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)] as Token
  }

  #is(text: string, ahead = 0) {
    const token = this.#peek(ahead)
    return (token.is === 'sign' || (token.is === 'name' && WORDS.has(text))) && token.text === text
  }

  #next(): Token {
    const token = this.#peek()
    this.#at += 1
    return token
  }

  #spotTo(from: Spot): Spot {
    const end = this.#tokens[this.#at - 1] as Token
    return { index: from.index, length: end.index + end.length - from.index }
  }

  #refuse(fault: SyntaxFault, spot: Spot, expected: Expected | null, more?: { least: number; most: number }) {
    const found = this.#source.slice(spot.index, spot.index + spot.length)
    const { index, length } = spot
    return new Refusal({ fault, index, length, found, expected, ...more })
  }

  #missing(expected: Expected) {
    return this.#refuse(this.#peek().is === 'end' ? 'unfinished' : 'unexpected', this.#peek(), expected)
  }

  #expect(text: ')' | ',' | ':' | '(') {
    if (!this.#is(text)) throw this.#missing(text)
    this.#next()
  }

  #node(made: Node): Node {
    this.#nodes += 1
    if (this.#nodes > EXPRESSION_LIMITS.nodes) throw this.#refuse('too_many', made, null)
    return made
  }

  #deeper<T>(read: () => T): T {
    this.#depth += 1
    if (this.#depth > EXPRESSION_LIMITS.depth) throw this.#refuse('too_deep', this.#peek(), null)
    const made = read()
    this.#depth -= 1
    return made
  }

  readonly #choice = (): Node => {
    const when = this.#binary(1)
    if (!this.#is('?')) return when
    this.#next()
    const then = this.#deeper(this.#choice)
    this.#expect(':')
    const otherwise = this.#deeper(this.#choice)
    return this.#node({ is: 'choice', when, then, otherwise, ...this.#spotTo(when) })
  }

  #binary(least: number): Node {
    let left = least <= NOT && this.#is('not') ? this.#negation() : this.#signed()
    for (;;) {
      const token = this.#peek()
      const sign = token.text as BinarySign
      const isSign = token.is === 'sign' || token.text === 'and' || token.text === 'or'
      const rank = isSign && Object.hasOwn(PRECEDENCE, sign) ? PRECEDENCE[sign] : 0
      if (rank < least || rank === 0) return left
      this.#next()
      const right = rank === POWER ? this.#deeper(() => this.#binary(POWER)) : this.#binary(rank + 1)
      left = this.#node({ is: 'binary', sign, left, right, ...this.#spotTo(left) })
      const after = PRECEDENCE[this.#peek().text as BinarySign]
      // `1 < x < 5` would compare a boolean with 5.
      if (rank === COMPARISON && after === COMPARISON) throw this.#refuse('chained', this.#peek(), null)
    }
  }

  #negation(): Node {
    const sign = this.#next()
    const of = this.#deeper(() => this.#binary(NOT))
    return this.#node({ is: 'not', of, ...this.#spotTo(sign) })
  }

  #signed(): Node {
    if (!this.#is('-') && !this.#is('+') && !this.#is('!')) return this.#single()
    const sign = this.#next()
    // -2^2 is -4, and 2^-2 a quarter.
    const of = this.#deeper(() => (sign.text === '!' ? this.#signed() : this.#binary(SIGNED)))
    if (sign.text === '+') return of
    return this.#node({ is: sign.text === '!' ? 'not' : 'negative', of, ...this.#spotTo(sign) })
  }

  #single(): Node {
    const token = this.#peek()
    if (token.is === 'number' || token.is === 'text') {
      this.#next()
      return this.#node({ is: 'literal', value: token.value, index: token.index, length: token.length })
    }
    if (this.#is('(')) {
      this.#next()
      const inner = this.#deeper(this.#choice)
      this.#expect(')')
      return inner
    }
    if (token.is === 'parameter') return this.#parameter()
    if (token.is === 'name' && this.#peek(1).text === '(' && !WORDS.has(token.text)) return this.#call()
    if (token.is === 'name' && WORDS.has(token.text)) {
      const value = { true: true, false: false, null: null }[token.text]
      if (value === undefined) throw this.#missing('value')
      this.#next()
      return this.#node({ is: 'literal', value, index: token.index, length: token.length })
    }
    if (token.is === 'name' || token.is === 'key') return this.#point()
    throw this.#missing('value')
  }

  #parameter(): Node {
    const token = this.#next()
    this.#parameters.add(token.text)
    // `$device.flow` is put together before it is evaluated.
    if (this.#is('.')) {
      this.#next()
      if (this.#peek().is !== 'name' && this.#peek().is !== 'key') throw this.#missing('point')
      this.#next()
    }
    return this.#node({ is: 'parameter', name: token.text, ...this.#spotTo(token) })
  }

  /** Names a point in place of a node: for functions that ask about the point itself. */
  #reference(): { point: number; spot: Spot } {
    const first = this.#next()
    let sn_code = ''
    let last = first
    if (first.is === 'name' && this.#is('.')) {
      this.#next()
      if (this.#peek().is !== 'name' && this.#peek().is !== 'key') throw this.#missing('point')
      last = this.#next()
      sn_code = first.text
      if (!SN.test(sn_code)) throw this.#refuse('bad_device', first, null)
    }
    if (this.#is('.')) throw this.#refuse('dotted_key', { ...this.#spotTo(first) }, null)
    const spot = this.#spotTo(first)
    return { point: this.#placeOf(sn_code, last.text, spot, false), spot }
  }

  #placeOf(sn_code: string, key: string, spot: Spot, isCall: boolean): number {
    for (const [, name] of key.matchAll(/\$([A-Za-z_][A-Za-z0-9_]*)/g)) this.#parameters.add(name as string)
    if (!KEY.test(key.replace(/\$(?=[A-Za-z_])/g, ''))) throw this.#refuse('bad_key', spot, 'key')
    const name = `${sn_code}\n${key}`
    let place = this.#places.get(name)
    if (place === undefined) {
      place = this.#points.push({ sn_code, key }) - 1
      this.#places.set(name, place)
    }
    this.#occurrences.push({ point: place, isCall, index: spot.index, length: spot.length })
    return place
  }

  #point(): Node {
    const { point: place, spot } = this.#reference()
    return this.#node({ is: 'point', point: place, ...spot })
  }

  /** A point as an argument, however it is written. */
  #pointArgument(): number {
    const token = this.#peek()
    const isName = token.is === 'name' && !WORDS.has(token.text) && !this.#is('(', 1)
    if (isName || token.is === 'key') return this.#reference().point
    if (token.text === 'point' && this.#is('(', 1)) {
      const made = this.#call()
      if (made.is === 'point') return made.point
    }
    throw this.#missing('point')
  }

  #call(): Node {
    const token = this.#next()
    const name = token.text
    const arity = arityOf(name)
    if (!arity) throw this.#refuse('unknown_function', token, null)
    this.#next()
    if (name === 'point') return this.#pointCall(token)
    if (isFact(name)) {
      const place = this.#pointArgument()
      this.#expect(')')
      return this.#node({ is: 'fact', name: name as FactName, point: place, ...this.#spotTo(token) })
    }
    if (isWindow(name)) {
      const made = this.#windowCall(token)
      if (made) return made
    }
    const taken: Node[] = []
    while (!this.#is(')')) {
      if (taken.length > 0) this.#expect(',')
      taken.push(this.#deeper(this.#choice))
    }
    this.#next()
    const { least, most } = arity
    if (taken.length < least || taken.length > most)
      throw this.#refuse('argument_count', this.#spotTo(token), null, { least, most })
    if (name === 'if') {
      const [when, then, otherwise] = taken as [Node, Node, Node]
      return this.#node({ is: 'choice', when, then, otherwise, ...this.#spotTo(token) })
    }
    return this.#node({ is: 'call', name, taken, ...this.#spotTo(token) })
  }

  /** `min(flow, 60)` is of the last minute: of two values it is written `min(60, flow)`. Null where it is of values. */
  #windowCall(token: Token): Node | null {
    const isOnlyWindow = token.text === 'delta' || token.text === 'rate'
    const start = this.#at
    const before = { points: this.#points.length, occurrences: this.#occurrences.length, nodes: this.#nodes }
    const opens = this.#peek()
    const isPoint = (opens.is === 'name' && !WORDS.has(opens.text)) || opens.is === 'key'
    if (isPoint && (!this.#is('(', 1) || opens.text === 'point')) {
      const place = this.#pointArgument()
      const seconds = this.#peek(1)
      if (this.#is(',') && seconds.is === 'number' && this.#is(')', 2)) {
        this.#next()
        this.#next()
        this.#next()
        if (seconds.value < 1 || seconds.value > EXPRESSION_LIMITS.windowS) throw this.#refuse('window', seconds, null)
        const name = token.text as WindowName
        return this.#node({ is: 'window', name, point: place, seconds: seconds.value, ...this.#spotTo(token) })
      }
      if (isOnlyWindow && this.#is(',')) {
        this.#next()
        throw this.#refuse(this.#peek().is === 'end' ? 'unfinished' : 'unexpected', this.#peek(), 'seconds')
      }
      if (isOnlyWindow) throw this.#missing(',')
    } else if (isOnlyWindow) throw this.#missing('point')
    for (const { sn_code, key } of this.#points.slice(before.points)) this.#places.delete(`${sn_code}\n${key}`)
    this.#points.length = before.points
    this.#occurrences.length = before.occurrences
    this.#nodes = before.nodes
    this.#at = start
    return null
  }

  #pointCall(token: Token): Node {
    const texts: Token[] = []
    while (texts.length < 2) {
      if (texts.length > 0) {
        if (!this.#is(',')) break
        this.#next()
      }
      if (this.#peek().is !== 'text') throw this.#missing('text')
      texts.push(this.#next())
    }
    this.#expect(')')
    const [first, second] = texts.map((text) => (text.is === 'text' ? text.value : ''))
    const sn_code = second === undefined ? '' : (first as string)
    const key = second ?? (first as string)
    if (sn_code !== '' && !SN.test(sn_code)) throw this.#refuse('bad_device', texts[0] as Token, null)
    if (!KEY.test(key)) throw this.#refuse('bad_key', texts.at(-1) as Token, 'key')
    const spot = this.#spotTo(token)
    return this.#node({ is: 'point', point: this.#placeOf(sn_code, key, spot, true), ...spot })
  }
}
