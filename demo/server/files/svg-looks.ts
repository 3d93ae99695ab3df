import type { Words } from '../../../core/catalogue/words.ts'
import { numbersIn } from './svg-shapes.ts'
import { attributeOf, type Declaration, elementsIn, type Subject, type SvgNode } from './svg-tree.ts'

const MOST_STYLES = 2000
const MOST_MATCHES = 500_000
const TOO_MANY_STYLES: Words = { zh: 'SVG 样式规则过多', en: 'has too many styles' }

/** Why a picture is not drawn. */
export class Refusal extends Error {
  readonly words: Words
  constructor(words: Words) {
    super(words.en)
    this.words = words
  }
}

/** What is inherited. All that may hold is held, not what comes last: what is too much is at worst counted twice. */
export interface Look {
  paints: ReadonlySet<SvgNode>
  markers: ReadonlySet<SvgNode>
  isStroked: boolean
  strokeWidth: number
  fontSize: number
  /** Names of fonts that the system may be asked for. */
  fontNames: number
  /** What is said of the font here and above: where that is the same, and the scale, the font is the same. */
  font: number
  /** The shortest that dashes repeat after. */
  dash: number
  isScreenWide: boolean
  /** Whether letters of a text are placed or turned one by one: each is painted for itself. */
  isPlacedByLetter: boolean
}

/** What holds for an element alone. */
export interface Own {
  look: Look
  clips: SvgNode[]
  masks: SvgNode[]
  filters: SvgNode[]
  isLayer: boolean
  /** A layer where more than one thing is drawn. */
  isFaint: boolean
  matched: number
}

const PLAIN: Look = {
  paints: new Set(),
  markers: new Set(),
  isStroked: false,
  strokeWidth: 1,
  fontSize: 16,
  fontNames: 0,
  font: 0,
  dash: Number.POSITIVE_INFINITY,
  isScreenWide: false,
  isPlacedByLetter: false,
}
/** Where what is turned stays: left out of account. */
const MOVED_ABOUT = new Set(['transform-box', 'transform-origin'])
/** What chooses a font, or the size that it is asked for in. */
const isOfFont = (name: string) => name.startsWith('font') || OF_FONT.has(name)
const OF_FONT = new Set(['lang', 'xml:lang', 'text-rendering', 'writing-mode', 'direction'])
export const GRADIENTS: ReadonlySet<string> = new Set(['linearGradient', 'radialGradient'])

interface Candidate extends Subject {
  declarations: readonly Declaration[]
}

/** What each element of a picture may look like, by its attributes, its style and the sheets. */
export class Looks {
  readonly byId = new Map<string, SvgNode>()
  /** Declarations of sheets by what their selectors end with; what they ask for besides. */
  readonly #rules = new Map<string, Candidate[]>()
  /** What a marker may be painted with whose paint is that of its line. */
  readonly #contexts = new Set<SvgNode>()
  readonly #owns = new Map<SvgNode, Own>()
  /** Whether it can be told where elements are: sheets that move them cannot. */
  isPlaceable = true
  /** Whether blanks beside blanks are letters, which is handed down also to what is used. */
  keepsBlanks = false
  #matches = 0
  /** What was said of fonts, each after what is said above it, by numbers. */
  readonly #fonts = new Map<string, number>()

  constructor(root: SvgNode) {
    let selectors = 0
    let widest: SvgNode | null = null as SvgNode | null
    const note = (node: SvgNode) => {
      const id = attributeOf(node, 'id')
      if (id !== undefined) this.byId.set(id, node)
      if ([...node.attributes, ...node.declarations].some(([name]) => MOVED_ABOUT.has(name))) this.isPlaceable = false
      if (node.declarations.some(([name]) => name === 'transform')) this.isPlaceable = false
      if (node.name === 'pattern') this.#contexts.add(node)
      if (GRADIENTS.has(node.name) && !(widest && widest.children.length >= node.children.length)) widest = node
      for (const { selectors: all, declarations } of node.rules) {
        if (declarations.some(([name]) => name === 'transform' || MOVED_ABOUT.has(name))) this.isPlaceable = false
        for (const { subject } of all) {
          if (++selectors > MOST_STYLES) throw new Refusal(TOO_MANY_STYLES)
          const key = keyOf(subject)
          const known = this.#rules.get(key)
          if (known) known.push({ ...subject, declarations })
          else this.#rules.set(key, [{ ...subject, declarations }])
        }
      }
      elementsIn(node).forEach(note)
    }
    note(root)
    if (widest) this.#contexts.add(widest)
    const dress = (node: SvgNode, above: Look) => {
      const own = this.#ownOf(node, above)
      this.#owns.set(node, own)
      for (const child of elementsIn(node)) dress(child, own.look)
    }
    dress(root, PLAIN)
  }

  of(node: SvgNode): Own {
    return this.#owns.get(node) as Own
  }

  #ownOf(node: SvgNode, above: Look): Own {
    const declared: (readonly [string, string])[] = [...node.attributes, ...node.declarations]
    let matched = 0
    const classes = (attributeOf(node, 'class') ?? '').split(' ')
    const id = attributeOf(node, 'id')
    const keys = new Set([...classes.map((name) => `.${name}`), `#${id}`, node.name, '*'])
    for (const key of keys)
      for (const rule of this.#rules.get(key) ?? []) {
        matched++
        if (rule.tag !== '' && rule.tag !== '*' && rule.tag !== node.name) continue
        if (rule.classes.some((name) => !classes.includes(name)) || rule.ids.some((name) => name !== id)) continue
        declared.push(...rule.declarations)
      }
    this.#matches += matched
    if (this.#matches > MOST_MATCHES) throw new Refusal(TOO_MANY_STYLES)
    const own: Own = { look: above, clips: [], masks: [], filters: [], isLayer: false, isFaint: false, matched }
    for (const [name, value] of declared) this.#take(own, name, value)
    if (placesLetters(node)) own.look = { ...own.look, isPlacedByLetter: true }
    return own
  }

  #inFont(look: Look, name: string, value: string): Look {
    const said = `${look.font} ${name} ${value}`
    const font = this.#fonts.get(said) ?? this.#fonts.size + 1
    this.#fonts.set(said, font)
    const names = name === 'font-family' || name === 'font' ? value.split(',').length : 0
    return { ...look, font, fontNames: look.fontNames + names }
  }

  #take(own: Own, name: string, text: string): void {
    const value = text.replace(' !important', '')
    const part = this.byId.get(/^url\(#(.*)\)$/.exec(value)?.[1] ?? '')
    if (isOfFont(name)) own.look = this.#inFont(own.look, name, value)
    const { look } = own
    switch (name) {
      case 'fill':
      case 'stroke':
        own.look = painted(look, part ? [part] : /^context-/i.test(value) ? [...this.#contexts] : [])
        if (name === 'stroke' && value !== 'none' && !look.isStroked) own.look = { ...own.look, isStroked: true }
        break
      case 'marker':
      case 'marker-start':
      case 'marker-mid':
      case 'marker-end':
        if (part && !look.markers.has(part)) own.look = { ...look, markers: new Set([...look.markers, part]) }
        break
      case 'stroke-width': {
        const width = pixelsOf(value)
        if (!(width <= look.strokeWidth)) own.look = { ...look, strokeWidth: width }
        break
      }
      case 'stroke-dasharray': {
        const period = /^[\s\d.,eE+-]*(px[\s\d.,eE+-]*)*$/.test(value) ? sumOf(numbersIn(value)) : 0
        const isDashed = /\d/.test(value) && (period > 0 || /[a-z%]/i.test(value))
        // Of a dash and its gap: a list has half as many as numbers, and an odd one is gone through twice.
        const dash = (2 * period) / Math.max(2, numbersIn(value).length)
        if (isDashed && dash < look.dash) own.look = { ...look, dash }
        break
      }
      case 'vector-effect':
        if (value !== 'none' && !look.isScreenWide) own.look = { ...look, isScreenWide: true }
        break
      case 'clip-path':
        if (part) own.clips.push(part)
        break
      case 'mask':
        if (part) own.masks.push(part)
        break
      case 'filter':
        if (part) own.filters.push(part)
        break
      case 'opacity':
        if (value !== '1') own.isFaint = true
        break
      case 'mix-blend-mode':
      case 'isolation':
        if (value !== 'normal' && value !== 'auto') own.isLayer = true
        break
      case 'white-space':
        if (value !== 'normal' && value !== 'nowrap') this.keepsBlanks = true
        break
      case 'font':
      case 'font-size': {
        const size = pixelsOf(value)
        if (!(size <= look.fontSize)) own.look = { ...look, fontSize: size }
      }
    }
  }
}

export const TEXTS: ReadonlySet<string> = new Set(['text', 'tspan', 'textPath'])
const OF_EACH_LETTER = new Set(['rotate', 'textLength'])
/** These name the place of each letter where they are lists. */
const PLACES = new Set(['x', 'y', 'dx', 'dy'])

function placesLetters({ name, attributes }: SvgNode): boolean {
  if (!TEXTS.has(name)) return false
  return (
    name === 'textPath' ||
    attributes.some(([key, value]) => OF_EACH_LETTER.has(key) || (PLACES.has(key) && numbersIn(value).length > 1))
  )
}

function painted(look: Look, by: readonly SvgNode[]): Look {
  return by.every((one) => look.paints.has(one)) ? look : { ...look, paints: new Set([...look.paints, ...by]) }
}

/** The rarest of what a selector asks for. */
function keyOf({ tag, classes, ids }: { tag: string; classes: readonly string[]; ids: readonly string[] }): string {
  if (ids[0] !== undefined) return `#${ids[0]}`
  if (classes[0] !== undefined) return `.${classes[0]}`
  return tag === '' ? '*' : tag
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + Math.abs(one), 0)

/** A width in the units of the picture; without end where it cannot be told. */
export function pixelsOf(value: string): number {
  const [, number] = /^\+?(\d+(?:\.\d*)?|\.\d+)(?:px)?$/.exec(value) ?? []
  return number === undefined ? Number.POSITIVE_INFINITY : Number(number)
}
