import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { Words } from '../../../core/catalogue/words.ts'
import {
  ATTRIBUTES,
  ELEMENTS,
  isPlainStyle,
  isPlainValue,
  UNWRAPPED,
  WITH_TEXT,
  withoutComments,
} from './svg-allowed.ts'

/** Elements that a symbol may have, also as its `use`s multiply them, and how deep they may stand in each other. */
const MOST_ELEMENTS = 20_000
const MOST_DRAWN = 100_000
const MOST_DEPTH = 60
const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'

export interface Symbol {
  svg: string
  width: number | null
  height: number | null
}

interface Node {
  name: string
  attributes: [string, string][]
  children: (Node | string)[]
}

/** Why a file is no symbol. */
export class NotSymbol extends Error {
  readonly words: Words
  constructor(words: Words) {
    super(words.en)
    this.words = words
  }
}

/** An SVG rebuilt from what is allowed: what runs, loads or animates is left out. Throws a NotSymbol. */
export function cleanSymbol(bytes: Buffer): Symbol {
  const root = parse(decoded(bytes))
  requireDrawable(root)
  const box = attributeOf(root, 'viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , boxWidth, boxHeight] = box?.length === 4 ? box : []
  root.attributes.unshift(['xmlns', SVG])
  return {
    svg: written(root),
    width: sizeOf(attributeOf(root, 'width'), boxWidth),
    height: sizeOf(attributeOf(root, 'height'), boxHeight),
  }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new NotSymbol({ zh: 'SVG 应为 UTF-8 编码', en: 'is no SVG in UTF-8' })
  }
}

function parse(text: string): Node {
  const parser = new SaxesParser({ xmlns: true })
  const holder: Node = { name: '', attributes: [], children: [] }
  /** What the open elements are rebuilt as; null for what is left out with all that is in it. */
  const open: (Node | null)[] = [holder]
  let elements = 0
  const say = (text: string) => {
    const into = open.at(-1)
    if (into && WITH_TEXT.has(into.name)) into.children.push(text)
  }
  parser.on('doctype', () => {
    throw new NotSymbol({ zh: 'SVG 不能包含 DOCTYPE', en: 'holds a DOCTYPE' })
  })
  parser.on('error', () => {
    throw new NotSymbol({ zh: '不是有效的 SVG', en: 'is no well-formed SVG' })
  })
  parser.on('opentag', (tag) => {
    if (++elements > MOST_ELEMENTS || open.length > MOST_DEPTH)
      throw new NotSymbol({ zh: 'SVG 过于复杂', en: 'has too many elements, or too deep ones' })
    if (open.length === 1 && (tag.uri !== SVG || tag.local !== 'svg'))
      throw new NotSymbol({ zh: '不是 SVG 文件', en: 'is no SVG' })
    const into = open.at(-1) ?? null
    open.push(into && rebuilt(tag, into))
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', say)
  parser.on('cdata', say)
  parser.write(text).close()
  const [root] = holder.children
  if (root === undefined || typeof root === 'string') throw new NotSymbol({ zh: '不是 SVG 文件', en: 'is no SVG' })
  return root
}

/** The element in its new parent; the parent itself for one that goes while its children stay. */
function rebuilt({ uri, local, attributes }: SaxesTagNS, into: Node): Node | null {
  if (uri !== SVG) return null
  if (UNWRAPPED.has(local)) return into
  if (!ELEMENTS.has(local)) return null
  const node: Node = { name: local, attributes: [], children: [] }
  for (const { prefix, local: name, uri: space, value } of Object.values(attributes)) {
    const isLink = name === 'href' && (space === '' || space === XLINK)
    if (isLink && /^#[\w.:-]+$/.test(value)) node.attributes.push(['href', value])
    if (isLink || prefix !== '' || !ATTRIBUTES.has(name)) continue
    const kept = name === 'style' ? withoutComments(value) : value
    if (name === 'style' ? isPlainStyle(kept) : isPlainValue(kept)) node.attributes.push([name, kept])
  }
  into.children.push(node)
  return node
}

const attributeOf = ({ attributes }: Node, wanted: string) => attributes.find(([name]) => name === wanted)?.[1]

/** px of a length, or what the view box says where it is relative or missing. */
function sizeOf(length: string | undefined, box: number | undefined): number | null {
  const px = /^\s*(\d+(\.\d+)?)(px)?\s*$/.exec(length ?? '')?.[1]
  const size = px === undefined ? box : Number(px)
  return size !== undefined && Number.isFinite(size) && size > 0 && size <= 100_000
    ? Math.max(1, Math.round(size))
    : null
}

/** What is drawn again for each that names it, and by itself: as costly as so many of the same. */
const PAINTED_AGAIN = new Set(['clipPath', 'filter', 'marker', 'mask', 'pattern'])
const PAINTING_COST = 5

const addressesIn = (text: string): string[] =>
  [...text.matchAll(/url\s*\(\s*["']?#([^"')\s]+)/gi)].map(([, id = '']) => id)

/** What rules of `style` elements name, by the class that they are for; `''`: for any element. */
function addressesOfClasses(styles: readonly string[]): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>()
  // Taken apart without a pattern, which would look through what is no rule again and again.
  for (const rule of styles.join('\n').split('}')) {
    const [selectors = '', ...declarations] = rule.split('{')
    const ids = addressesIn(declarations.join('{'))
    if (ids.length === 0) continue
    for (const selector of selectors.split(',')) {
      const name = /\.([\w-]+)$/.exec(selector.trimEnd())?.[1] ?? ''
      named.set(name, new Set([...(named.get(name) ?? []), ...ids]))
    }
  }
  return named
}

/** A marker stands at each point of a line. */
const placesOf = (node: Node): number =>
  Math.max(1, [...(attributeOf(node, 'points') ?? attributeOf(node, 'd') ?? '').matchAll(/[\d.]+/g)].length)

/**
 * Refuses what would draw without end: what `use`s, masks, clips, patterns, markers and filters multiply, or what leads back
 * to itself.
 */
function requireDrawable(root: Node): void {
  const byId = new Map<string, Node>()
  const styles: string[] = []
  const note = (node: Node) => {
    const id = attributeOf(node, 'id')
    if (id !== undefined && !byId.has(id)) byId.set(id, node)
    if (node.name === 'style') styles.push(node.children.filter((child) => typeof child === 'string').join(''))
    for (const child of node.children) if (typeof child !== 'string') note(child)
  }
  note(root)
  const ofClasses = addressesOfClasses(styles)
  const paintedBy = (node: Node): Node[] => {
    const own = node.attributes.flatMap(([, value]) => addressesIn(value))
    const classes = ['', ...(attributeOf(node, 'class') ?? '').split(/\s+/)]
    const ids = new Set([...own, ...classes.flatMap((name) => [...(ofClasses.get(name) ?? [])])])
    return [...ids].flatMap((id) => {
      const painted = byId.get(id)
      return painted && PAINTED_AGAIN.has(painted.name) ? painted : []
    })
  }
  const drawn = new Map<Node, number>()
  const count = (node: Node, depth: number): number => {
    if (depth > 4 * MOST_DEPTH) throw new NotSymbol({ zh: 'SVG 引用层级过深', en: 'uses uses too deeply' })
    const known = drawn.get(node)
    if (known === Number.POSITIVE_INFINITY) throw new NotSymbol({ zh: 'SVG 循环引用', en: 'uses itself' })
    if (known !== undefined) return known
    drawn.set(node, Number.POSITIVE_INFINITY)
    const used = node.name === 'use' ? byId.get((attributeOf(node, 'href') ?? '').slice(1)) : undefined
    let total = 1 + (used ? count(used, depth + 1) : 0)
    for (const painted of paintedBy(node)) {
      const times = painted.name === 'marker' ? placesOf(node) : 1
      total += count(painted, depth + 1) * PAINTING_COST * times
    }
    for (const child of node.children) if (typeof child !== 'string') total += count(child, depth + 1)
    if (total > MOST_DRAWN) throw new NotSymbol({ zh: 'SVG 过于复杂', en: 'draws too many elements' })
    drawn.set(node, total)
    return total
  }
  count(root, 0)
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] as string)

function written({ name, attributes, children }: Node): string {
  const head = [name, ...attributes.map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ')
  if (name === 'style') {
    const css = withoutComments(children.filter((child) => typeof child === 'string').join(''))
    return isPlainStyle(css.replaceAll('>', ' ')) ? `<${head}>${escaped(css)}</style>` : ''
  }
  if (children.length === 0) return `<${head}/>`
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : written(child))).join('')
  return `<${head}>${inner}</${name}>`
}
