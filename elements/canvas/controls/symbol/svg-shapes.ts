/** A transform as SVG and canvas write it: a b c d e f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
export type Attributes = Readonly<Record<string, string>>

/** One shape as path data, with all that the groups around it said. */
export interface Shape {
  readonly tag: string
  readonly path: string
  readonly matrix: Matrix
  readonly attributes: Attributes
}
export interface ReadSvg {
  readonly root: Attributes
  readonly title: string
  readonly shapes: readonly Shape[]
}

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
const TAG = /<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g
const TITLE = /<title>([^<]*)<\/title>/
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g

export const numbersIn = (text = ''): number[] => (text.match(NUMBER) ?? []).map(Number)

/**
 * Reads an SVG of the library: Trusted Types refuse DOMParser, and nothing but our own files comes this way (what users
 * upload is shown as a picture). Knows path, rect, circle, ellipse, line, polyline, polygon, and g with its transform.
 */
export function readSvg(text: string): ReadSvg {
  let root: Attributes = {}
  const shapes: Shape[] = []
  const around: { matrix: Matrix; attributes: Attributes }[] = []
  for (const [, closing, tag = '', written = '', empty] of text.matchAll(TAG)) {
    if (tag === 'title') continue
    if (closing) {
      if (tag === 'g') around.pop()
      continue
    }
    const { transform, ...own } = attributesOf(written)
    if (tag === 'svg') {
      root = own
      continue
    }
    const outer = around.at(-1) ?? { matrix: IDENTITY, attributes: {} }
    const matrix = transform ? product(outer.matrix, matrixOf(transform)) : outer.matrix
    const attributes = { ...outer.attributes, ...own }
    if (tag !== 'g') shapes.push({ tag, path: pathOf(tag, own), matrix, attributes })
    else if (!empty) around.push({ matrix, attributes })
  }
  return { root, title: TITLE.exec(text)?.[1] ?? '', shapes }
}

function attributesOf(written: string): Record<string, string> {
  return Object.fromEntries([...written.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]))
}

function product([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + c * B, b * A + d * B, a * C + c * D, b * C + d * D, a * E + c * F + e, b * E + d * F + f]
}

function matrixOf(transform: string): Matrix {
  let whole = IDENTITY
  for (const [, name, list] of transform.matchAll(/([a-z]+)\(([^)]*)\)/g)) {
    const [one = 0, two, x = 0, d = 0, e = 0, f = 0] = numbersIn(list)
    if (name === 'translate') whole = product(whole, [1, 0, 0, 1, one, two ?? 0])
    else if (name === 'scale') whole = product(whole, [one, 0, 0, two ?? one, 0, 0])
    else if (name === 'matrix') whole = product(whole, [one, two ?? 0, x, d, e, f])
    else if (name === 'rotate') {
      const [cos, sin] = [Math.cos((one * Math.PI) / 180), Math.sin((one * Math.PI) / 180)]
      const [px, py] = [two ?? 0, x]
      whole = product(whole, [cos, sin, -sin, cos, px - cos * px + sin * py, py - sin * px - cos * py])
    } else throw new Error(`a transform that symbols do not use: ${name}`)
  }
  return whole
}

function pathOf(tag: string, attributes: Attributes): string {
  const at = (name: string) => Number(attributes[name] ?? 0)
  switch (tag) {
    case 'path':
      return attributes.d ?? ''
    case 'rect':
      return boxPath(at('x'), at('y'), at('width'), at('height'), Number(attributes.rx ?? attributes.ry ?? 0))
    case 'circle':
      return ringPath(at('cx'), at('cy'), at('r'), at('r'))
    case 'ellipse':
      return ringPath(at('cx'), at('cy'), at('rx'), at('ry'))
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`
    case 'polyline':
      return `M${attributes.points}`
    case 'polygon':
      return `M${attributes.points}Z`
    default:
      throw new Error(`a tag that symbols do not use: ${tag}`)
  }
}

function ringPath(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0Z`
}

function boxPath(x: number, y: number, width: number, height: number, round: number): string {
  const r = Math.min(round, width / 2, height / 2)
  if (r <= 0) return `M${x} ${y}h${width}v${height}h${-width}Z`
  const [across, down] = [width - 2 * r, height - 2 * r]
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}Z`
}
