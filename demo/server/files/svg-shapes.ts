import { attributeOf, type SvgNode } from './svg-tree.ts'

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
export type Box = readonly [left: number, top: number, right: number, bottom: number]

/** What a shape is made of, in its own units. */
export interface Shape {
  /** Points that a marker may stand at. */
  places: number
  box: Box
  /** How long its outline is, at most. */
  length: number
}

export const EVERYWHERE: Box = [
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
]
export const NOWHERE: Box = [
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
]
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** Numbers as browsers read them: `1.5.5-2` is three. */
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/g

export const numbersIn = (text: string): number[] => (text.match(NUMBER) ?? []).map(Number)

export const unionOf = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]

export function grown([left, top, right, bottom]: Box, by: number): Box {
  return right < left ? NOWHERE : [left - by, top - by, right + by, bottom + by]
}

export const after = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
]

/** Where a box comes to lie; everywhere for what cannot be told. */
export function placed(box: Box, [a, b, c, d, e, f]: Matrix): Box {
  if (box[2] < box[0]) return NOWHERE
  if (!box.every(Number.isFinite)) return EVERYWHERE
  const corners = [0, 1, 2, 3].map((i): [number, number] => {
    const [x, y] = [box[i % 2 === 0 ? 0 : 2], box[i < 2 ? 1 : 3]]
    return [a * x + c * y + e, b * x + d * y + f]
  })
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const found: Box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  return found.every(Number.isFinite) ? found : EVERYWHERE
}

/** What a `transform` does; null for one that is not understood. */
export function matrixOf(text: string): Matrix | null {
  let sum: Matrix = IDENTITY
  const rest = text.replace(/(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)/g, (_all, name, values) => {
    const one = matrixFor(name, numbersIn(values))
    sum = one === null ? [Number.NaN, 0, 0, 0, 0, 0] : after(sum, one)
    return ''
  })
  return /^[\s,]*$/.test(rest) && sum.every(Number.isFinite) ? sum : null
}

const ARGUMENTS: Readonly<Record<string, readonly number[]>> = {
  matrix: [6],
  translate: [1, 2],
  scale: [1, 2],
  rotate: [1, 3],
  skewX: [1],
  skewY: [1],
}
const CALL = /[\s,]*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)/y

/** A transform in one spelling, so that it is read here as it is read by browsers; null for what is none. */
export function transformValue(text: string): string | null {
  const value = text.trim()
  const kept: string[] = []
  for (let at = 0; at < value.length; at = CALL.lastIndex) {
    CALL.lastIndex = at
    const [, name = '', inner = ''] = CALL.exec(value) ?? []
    const numbers = numbersValue(inner)
    if (numbers === null || !ARGUMENTS[name]?.includes(numbers.length)) return null
    kept.push(`${name}(${numbers.join(' ')})`)
  }
  return kept.length > 0 ? kept.join(' ') : null
}

/** Numbers and nothing else, each as it is written; null where something else stands between them. */
export const numbersValue = (text: string): string[] | null =>
  /[^\s,]/.test(text.replace(NUMBER, ' ')) ? null : (text.match(NUMBER) ?? [])

function matrixFor(name: string, values: readonly number[]): Matrix | null {
  const [x = Number.NaN, y] = values
  const turn = (x * Math.PI) / 180
  if (name === 'matrix') return values.length === 6 ? (values as unknown as Matrix) : null
  if (name === 'translate') return [1, 0, 0, 1, x, y ?? 0]
  if (name === 'scale') return [x, 0, 0, y ?? x, 0, 0]
  if (name === 'skewX') return [1, 0, Math.tan(turn), 1, 0, 0]
  if (name === 'skewY') return [1, Math.tan(turn), 0, 1, 0, 0]
  const [, cx = 0, cy = 0] = values
  const about = after([1, 0, 0, 1, cx, cy], [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0])
  return after(about, [1, 0, 0, 1, -cx, -cy])
}

/** A length in the units of the picture; NaN for a relative one. */
function lengthOf(node: SvgNode, name: string): number {
  const text = attributeOf(node, name)
  if (text === undefined) return 0
  const [, number] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?:px)?$/.exec(text.trim()) ?? []
  return number === undefined ? Number.NaN : Number(number)
}

const known = (places: number, box: Box, length: number): Shape =>
  box.every(Number.isFinite) && Number.isFinite(length)
    ? { places, box, length }
    : { places, box: EVERYWHERE, length: Number.POSITIVE_INFINITY }

/** The shape of an element; null for one that is none. */
export function shapeOf(node: SvgNode): Shape | null {
  const of = (name: string) => lengthOf(node, name)
  switch (node.name) {
    case 'rect': {
      const [x, y, width, height] = [of('x'), of('y'), of('width'), of('height')]
      return known(1, [x, y, x + width, y + height], 2 * Math.abs(width) + 2 * Math.abs(height))
    }
    case 'circle':
    case 'ellipse': {
      const [rx, ry] = node.name === 'circle' ? [of('r'), of('r')] : radiiOf(node)
      const [x, y] = [of('cx'), of('cy')]
      return known(1, [x - rx, y - ry, x + rx, y + ry], 4 * Math.abs(rx) + 4 * Math.abs(ry))
    }
    case 'line': {
      const [x1, y1, x2, y2] = [of('x1'), of('y1'), of('x2'), of('y2')]
      const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
      return known(2, box, Math.abs(x2 - x1) + Math.abs(y2 - y1))
    }
    case 'polyline':
    case 'polygon':
      return lineOf(numbersIn(attributeOf(node, 'points') ?? ''))
    case 'path':
      return pathOf(attributeOf(node, 'd') ?? '')
    default:
      return null
  }
}

/** One radius that is missing is the other. */
function radiiOf(node: SvgNode): [number, number] {
  const of = (name: string, other: string) => lengthOf(node, attributeOf(node, name) === undefined ? other : name)
  return [of('rx', 'ry'), of('ry', 'rx')]
}

class Outline {
  #box: [number, number, number, number] = [...NOWHERE]
  #length = 0
  #x = 0
  #y = 0

  to(x: number, y: number, isDrawn = true): void {
    if (isDrawn) this.#length += Math.abs(x - this.#x) + Math.abs(y - this.#y)
    this.#x = x
    this.#y = y
    this.mark(x, y)
  }

  mark(x: number, y: number): void {
    const box = this.#box
    if (!(x >= box[0])) box[0] = x
    if (!(y >= box[1])) box[1] = y
    if (!(x <= box[2])) box[2] = x
    if (!(y <= box[3])) box[3] = y
  }

  /** No part of an arc is farther from its ends than its widest; radii that are too short for its ends grow together. */
  arc(rx: number, ry: number, x: number, y: number): void {
    const [wide, narrow] = [Math.max(Math.abs(rx), Math.abs(ry)), Math.min(Math.abs(rx), Math.abs(ry))]
    if (narrow > 0) {
      const chord = Math.abs(x - this.#x) + Math.abs(y - this.#y)
      const reach = 2 * wide * Math.max(1, chord / narrow)
      for (const side of [-reach, reach]) this.mark(x + side, y + side)
      this.#length += 4 * reach
    }
    this.to(x, y)
  }

  shape(places: number): Shape {
    return places === 0 ? { places, box: NOWHERE, length: 0 } : known(places, this.#box, 2 * this.#length)
  }
}

function lineOf(points: readonly number[]): Shape {
  const outline = new Outline()
  for (let i = 0; i + 1 < points.length; i += 2) outline.to(points[i] as number, points[i + 1] as number, i > 0)
  return outline.shape(Math.ceil(points.length / 2))
}

const TAKES: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }
const STEP = /([MLHVCSQTAZmlhvcsqtaz])([^MLHVCSQTAZmlhvcsqtaz]*)/g
/** The flags of an arc need no blanks about them. */
const ARC_NUMBER = /[\s,]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/y
const ARC_FLAG = /[\s,]*([01])/y

function arcNumbers(text: string): number[] {
  const numbers: number[] = []
  for (let at = 0; at < text.length; ) {
    const part = numbers.length % 7
    const pattern = part === 3 || part === 4 ? ARC_FLAG : ARC_NUMBER
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) break
    numbers.push(Number(found[1]))
    at = pattern.lastIndex
  }
  return numbers
}

/** A path by the points that say where it goes: it leaves their hull nowhere but in arcs and in curves that go on. */
function pathOf(d: string): Shape {
  const outline = new Outline()
  let [x, y, startX, startY, controlX, controlY] = [0, 0, 0, 0, 0, 0]
  let places = 0
  let last = ''
  for (const [, letter = '', text = ''] of d.matchAll(STEP)) {
    const kind = letter.toUpperCase()
    const isRelative = kind !== letter
    const takes = TAKES[kind] as number
    const numbers = kind === 'A' ? arcNumbers(text) : numbersIn(text)
    places += Math.max(1, Math.ceil(numbers.length / Math.max(1, takes)))
    if (kind === 'Z') {
      outline.to(startX, startY)
      ;[x, y] = [startX, startY]
    }
    for (let at = 0; takes > 0 && at + takes <= numbers.length; at += takes) {
      const [fromX, fromY] = [x, y]
      const of = (i: number, base: number) => (numbers[at + i] as number) + (isRelative ? base : 0)
      const point = (i: number): [number, number] => [of(i, fromX), of(i + 1, fromY)]
      if (kind === 'H') x = of(0, x)
      else if (kind === 'V') y = of(0, y)
      else [x, y] = point(takes - 2)
      const goesOn = kind === 'S' ? 'CS'.includes(last) : kind === 'T' && 'QT'.includes(last)
      ;[controlX, controlY] = goesOn ? [2 * fromX - controlX, 2 * fromY - controlY] : [fromX, fromY]
      outline.to(controlX, controlY)
      if (kind === 'A') outline.arc(numbers[at] as number, numbers[at + 1] as number, x, y)
      for (let i = 0; i + 2 < takes && kind !== 'A'; i += 2) {
        ;[controlX, controlY] = point(i)
        outline.to(controlX, controlY)
      }
      outline.to(x, y, kind !== 'M' || at > 0)
      if (kind === 'M' && at === 0) [startX, startY] = [x, y]
      last = kind
    }
    last = kind
  }
  return outline.shape(places)
}

/** The part of the picture that a box may cover. */
export const partOf = (box: Box): number => {
  const side = (from: number, to: number) => Math.min(1, Math.max(0, to - from))
  return box[2] < box[0] ? 0 : side(box[0], box[2]) * side(box[1], box[3])
}
