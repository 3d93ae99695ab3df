import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { Words } from '../../../core/catalogue/words.ts'
import { ATTRIBUTES, ELEMENTS, LINKING, STYLES, UNWRAPPED, WITH_TEXT } from './svg-allowed.ts'
import { costsTooMuch } from './svg-cost.ts'
import { numbersValue, transformValue } from './svg-shapes.ts'
import {
  declarationsOf,
  type Ids,
  rulesOf,
  styleValue,
  withoutComments,
  writtenDeclarations,
  writtenRules,
} from './svg-styles.ts'
import { attributeOf, elementsIn, type SvgNode, textIn } from './svg-tree.ts'

/** Elements that a symbol may have, and how deep they may stand in each other. */
const MOST_ELEMENTS = 20_000
const MOST_DEPTH = 60
const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'

export interface Symbol {
  svg: string
  width: number | null
  height: number | null
}

/** Why a file is no symbol. */
export class NotSymbol extends Error {
  readonly words: Words
  constructor(words: Words) {
    super(words.en)
    this.words = words
  }
}

/**
 * An SVG written anew in a narrow spelling of what is allowed: what runs, loads or animates is left out, and so is what is
 * spelt in any other way, so that nothing is drawn that is not weighed. Throws a NotSymbol.
 */
export function cleanSymbol(bytes: Buffer): Symbol {
  const root = parse(decoded(bytes))
  const ids = nameParts(root)
  settle(root, ids)
  const words = costsTooMuch(root)
  if (words) throw new NotSymbol(words)
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

function parse(text: string): SvgNode {
  const parser = new SaxesParser({ xmlns: true })
  const holder = emptyNode('')
  /** What the open elements are rebuilt as; null for what is left out with all that is in it. */
  const open: (SvgNode | null)[] = [holder]
  let elements = 0
  const say = (text: string) => {
    const into = open.at(-1)
    if (into && WITH_TEXT.has(into.name)) into.children.push(text)
  }
  // What only names the kind of the file is not written again; entities could stand for anything, however long.
  parser.on('doctype', (kind) => {
    if (kind.includes('['))
      throw new NotSymbol({
        zh: 'SVG 的 DOCTYPE 不能定义实体：请另存为普通 SVG',
        en: 'defines entities in its DOCTYPE: save it as plain SVG',
      })
  })
  parser.on('error', () => {
    throw new NotSymbol({ zh: '不是有效的 SVG', en: 'is no well-formed SVG' })
  })
  parser.on('opentag', (tag) => {
    if (++elements > MOST_ELEMENTS || open.length > MOST_DEPTH)
      throw new NotSymbol({
        zh: 'SVG 过于复杂：请合并图形、减少分组嵌套',
        en: 'has too many elements, or too deep ones: merge shapes and take groups apart',
      })
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
function rebuilt({ uri, local, attributes }: SaxesTagNS, into: SvgNode): SvgNode | null {
  if (uri !== SVG) return null
  if (UNWRAPPED.has(local)) return into
  if (!ELEMENTS.has(local)) return null
  const node = emptyNode(local)
  for (const { prefix, local: name, uri: space, value } of Object.values(attributes)) {
    if (name === 'href' && (space === '' || space === XLINK)) node.attributes.push(['href', value])
    else if (prefix === '' && name !== 'href') node.attributes.push([name, value])
  }
  into.children.push(node)
  return node
}

/** px of a length, or what the view box says where it is relative or missing. */
function sizeOf(length: string | undefined, box: number | undefined): number | null {
  const px = /^\s*(\d+(\.\d+)?)(px)?\s*$/.exec(length ?? '')?.[1]
  const size = px === undefined ? box : Number(px)
  return size !== undefined && Number.isFinite(size) && size > 0 && size <= 100_000
    ? Math.max(1, Math.round(size))
    : null
}

const ID = /^[\w.:-]{1,100}$/
const CLASS = /^-?[\p{L}_][\p{L}\p{N}_-]{0,99}$/u
/** Numbers, lengths, words, transforms and paths; nothing that is quoted, escaped or an address. */
const PLAIN = /^[\w\s.,:%+()-]*$/

const TRANSFORMS = new Set(['transform', 'gradientTransform', 'patternTransform'])

const emptyNode = (name: string): SvgNode => ({ name, attributes: [], declarations: [], rules: [], children: [] })

/** Gives each part that has an id one that can be spelt in one way only, and says which; of two that share an id the first has it. */
function nameParts(root: SvgNode): Ids {
  const names = new Map<string, string>()
  const parts: SvgNode[] = []
  const note = (node: SvgNode) => {
    if (attributeOf(node, 'id') !== undefined) parts.push(node)
    elementsIn(node).forEach(note)
  }
  note(root)
  for (const part of parts) {
    const id = attributeOf(part, 'id') as string
    if (ID.test(id)) names.set(id, id)
  }
  const taken = new Set(names.values())
  let free = 0
  const given = new Set<string>()
  for (const part of parts) {
    const id = attributeOf(part, 'id') as string
    if (!names.has(id) && id !== '') {
      while (taken.has(`part-${free}`)) free++
      names.set(id, `part-${free++}`)
    }
    const name = names.get(id)
    const isFirst = name !== undefined && !given.has(name)
    if (isFirst) given.add(name)
    part.attributes = part.attributes.flatMap((one): [string, string][] =>
      one[0] === 'id' ? (isFirst ? [['id', name]] : []) : [one],
    )
  }
  return (id) => names.get(id) ?? null
}

/** Leaves of each element what is understood. */
function settle(node: SvgNode, ids: Ids): void {
  const { attributes } = node
  node.attributes = []
  for (const [name, value] of attributes) {
    if (name === 'style') node.declarations = declarationsOf(withoutComments(value), ids)
    const kept = name === 'style' ? null : attributeValue(node, name, value, ids)
    if (kept !== null) node.attributes.push([name, kept])
  }
  if (node.name === 'style') node.rules = rulesOf(withoutComments(textIn(node)), ids)
  for (const child of elementsIn(node)) settle(child, ids)
}

function attributeValue(node: SvgNode, name: string, value: string, ids: Ids): string | null {
  if (name === 'id') return value
  if (name === 'href') {
    const id = LINKING.has(node.name) && value.startsWith('#') ? ids(value.slice(1)) : null
    return id === null ? null : `#${id}`
  }
  if (name === 'class') {
    const classes = value.split(/\s+/).filter((one) => CLASS.test(one))
    return classes.length > 0 ? classes.join(' ') : null
  }
  if (STYLES.has(name)) return styleValue(name, value, ids)
  if (TRANSFORMS.has(name)) return transformValue(value)
  if (name === 'viewBox') {
    const numbers = numbersValue(value)
    return numbers?.length === 4 ? numbers.join(' ') : null
  }
  return ATTRIBUTES.has(name) && PLAIN.test(value) ? value : null
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] as string)

function written(node: SvgNode): string {
  const { name, attributes, declarations, rules, children } = node
  if (name === 'style') return rules.length > 0 ? `<style>${escaped(writtenRules(rules))}</style>` : ''
  const style: [string, string][] = declarations.length > 0 ? [['style', writtenDeclarations(declarations)]] : []
  const head = [name, ...[...attributes, ...style].map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ')
  if (children.length === 0) return `<${head}/>`
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : written(child))).join('')
  return `<${head}>${inner}</${name}>`
}
