import type { Words } from '../../../core/catalogue/words.ts'
import { filterCost } from './svg-filters.ts'
import { GRADIENTS, type Look, Looks, type Own, pixelsOf, Refusal, TEXTS } from './svg-looks.ts'
import {
  after,
  type Box,
  EVERYWHERE,
  grown,
  IDENTITY,
  type Matrix,
  matrixOf,
  NOWHERE,
  numbersIn,
  partOf,
  placed,
  type Shape,
  shapeOf,
  unionOf,
} from './svg-shapes.ts'
import { attributeOf, elementsIn, type SvgNode, textIn } from './svg-tree.ts'

/** How long a picture may take to draw, and what its parts take, each as measured in Chromium on a small machine: µs. */
const MOST_COST = 300_000
const COST = {
  element: 30,
  /** A rule of a sheet that may hold for an element. */
  match: 0.5,
  /** Of what is not drawn: letters are laid out and points read all the same. */
  unseenLetter: 3,
  unseenPlace: 3,
  /** Of what covers the whole picture. */
  area: 300,
  gradientArea: 1600,
  gradientContent: 0.1,
  patternArea: 4000,
  pattern: 100,
  clip: 20,
  clipArea: 300,
  /** Of each two commands of the outlines of a clip that has several: browsers look for all their crossings. */
  union: 9,
  /** A name of a font that the system is asked for. */
  font: 800,
  mask: 200,
  maskArea: 4000,
  layer: 100,
  layerArea: 2000,
  /** Layers that stand in layers need memory of their own each. */
  innerLayerArea: 6000,
  marker: 20,
  place: 5,
  /** Of an outline as long as the picture is wide. */
  length: 100,
  letter: 40,
  letterArea: 200,
  /** Of a line around a letter that is as wide as the picture. */
  letterStroke: 2000,
  dash: 1,
  dashArea: 200,
  /** Patterns are drawn larger than they are shown. */
  patternContent: 8,
} as const
const MOST_DEPTH = 240
/** No line has more dashes than a browser draws. */
const MOST_DASHES = 1_000_000
/** Outlines of letters are not known. */
const LETTER_LENGTH = 2000

const TOO_MUCH: Words = {
  zh: 'SVG 过于复杂：请合并图形，减少 use 引用、蒙版、滤镜、图案和渐变',
  en: 'draws too many elements, or too costly ones: merge shapes, and take out uses, masks, filters, patterns or gradients',
}
const TOO_DEEP: Words = {
  zh: 'SVG 引用层级过深：请用图形本身代替 use 引用',
  en: 'uses uses too deeply: put shapes in the place of uses',
}
const CIRCLE: Words = {
  zh: 'SVG 循环引用：请删除引用自身的 use、蒙版或图案',
  en: 'uses itself: take out the use, mask or pattern that leads back to where it stands',
}

/** What drawing takes, and how much there is for a style to be applied to. */
interface Tally {
  cost: number
  shapes: number
  places: number
  length: number
  /** Where it is, as parts of the picture. */
  box: Box
}

/** Where an element stands: as far as that is known, for what is drawn where it stands and not by a reference. */
interface Place {
  matrix: Matrix | null
  layers: number
}

const ANYWHERE: Place = { matrix: null, layers: 1 }
/** What is drawn only by a reference. */
const UNDRAWN = new Set([
  'defs',
  'symbol',
  'pattern',
  'clipPath',
  'mask',
  'marker',
  'filter',
  'linearGradient',
  'radialGradient',
  'style',
  'title',
  'desc',
])
const PAINTING = new Set(['clipPath', 'filter', 'marker', 'mask', 'pattern'])
const OUTLINES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'])
const MOST_OUTLINES = 20
const LINES = new Set(['path', 'line', 'polyline', 'polygon'])
/** What lies on other scales than its parent. */
const SCALED = new Set(['svg', 'symbol'])

/** Why a picture would take too long to draw; null for one that does not. */
export function costsTooMuch(root: SvgNode): Words | null {
  try {
    new Costs(root).requireDrawable()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.words
    throw error
  }
}

class Costs {
  readonly #root: SvgNode
  readonly #looks: Looks
  readonly #tallies = new Map<SvgNode, Tally | null>()
  readonly #unseen = new Map<SvgNode, number | null>()
  readonly #shapes = new Map<SvgNode, Shape | null>()
  readonly #texts = new Map<SvgNode, number>()
  /** Fonts in their scales that were asked for: of those the answer is known. */
  readonly #asked = new Set<string>()

  constructor(root: SvgNode) {
    this.#root = root
    this.#looks = new Looks(root)
  }

  requireDrawable(): void {
    const scale = scaleOf(this.#root)
    const { cost } = this.#weigh(this.#root, { matrix: this.#looks.isPlaceable ? scale : null, layers: 0 }, 0)
    this.#spend(cost)
    // What is referred to by nothing must lead to an end, too.
    for (const node of this.#looks.byId.values()) if (PAINTING.has(node.name)) this.#referred(node, 0)
  }

  #spend(cost: number): number {
    if (!(cost <= MOST_COST)) throw new Refusal(TOO_MUCH)
    return cost
  }

  /** What an element takes that is drawn because another one names it: anywhere, and in any size. */
  #referred(node: SvgNode, depth: number): Tally {
    const known = this.#tallies.get(node)
    if (known === null) throw new Refusal(CIRCLE)
    if (known) return known
    this.#tallies.set(node, null)
    const tally = this.#weigh(node, ANYWHERE, depth + 1)
    this.#tallies.set(node, tally)
    return tally
  }

  #weigh(node: SvgNode, place: Place, depth: number): Tally {
    if (depth > MOST_DEPTH) throw new Refusal(TOO_DEEP)
    const own = this.#looks.of(node)
    const isEffect = own.isLayer || own.isFaint || own.masks.length > 0 || own.filters.length > 0
    const inner: Place = { matrix: this.#matrixIn(node, place.matrix), layers: place.layers + (isEffect ? 1 : 0) }
    const tally: Tally = {
      cost: COST.element + own.matched * COST.match,
      shapes: 0,
      places: 0,
      length: 0,
      box: NOWHERE,
    }
    this.#addShape(tally, node, own.look, inner.matrix, depth)
    const linked = this.#linkedBy(node)
    if (linked) this.#addLinked(tally, node, linked, own.look, inner.matrix, depth)
    for (const child of elementsIn(node)) {
      if (UNDRAWN.has(child.name)) tally.cost += this.#copied(child, depth + 1)
      else add(tally, this.#weigh(child, place === ANYWHERE ? ANYWHERE : inner, depth + 1))
      this.#spend(tally.cost)
    }
    this.#addEffects(tally, own, place, inner.matrix, depth)
    this.#spend(tally.cost)
    return tally
  }

  /**
   * What an element takes that is not drawn where it stands: browsers style it and lay it out with all that is in it, once more
   * for each use of what it stands in, and with all that is used in it, whether that is ever seen or not.
   */
  #copied(node: SvgNode, depth: number): number {
    const known = this.#unseen.get(node)
    if (known === null) throw new Refusal(CIRCLE)
    if (known !== undefined) return known
    if (depth > MOST_DEPTH) throw new Refusal(TOO_DEEP)
    this.#unseen.set(node, null)
    let cost = COST.element + this.#looks.of(node).matched * COST.match + this.#lettersIn(node) * COST.unseenLetter
    cost += (this.#shapeOf(node)?.places ?? 0) * COST.unseenPlace
    if (this.#lettersIn(node) > 0) cost += this.#askedFor(this.#looks.of(node).look, null)
    const used = node.name === 'use' ? this.#linkedBy(node) : undefined
    if (used) cost += this.#askedForIn(used, node, this.#looks.of(node).look, null)
    for (const inner of used ? [used, ...elementsIn(node)] : elementsIn(node))
      cost = this.#spend(cost + this.#copied(inner, depth + 1))
    this.#unseen.set(node, cost)
    return cost
  }

  #lettersIn(node: SvgNode): number {
    if (!TEXTS.has(node.name)) return 0
    const text = textIn(node)
    return this.#looks.keepsBlanks ? text.length : text.replace(/[ \t\n\r]+/g, ' ').length
  }

  /** For each name the system is asked anew in each size, weight and style: whoever draws keeps the answer for these alone. */
  #askedFor({ font, fontNames }: Look, norm: number | null, place = ''): number {
    if (norm !== null) {
      const key = `${font} ${norm.toPrecision(8)} ${place}`
      if (this.#asked.has(key)) return 0
      this.#asked.add(key)
    }
    return fontNames * COST.font
  }

  /** What a use hands down of its fonts to the texts in what it uses, beside those that are named there. */
  #askedForIn(used: SvgNode, use: SvgNode, look: Look, matrix: Matrix | null): number {
    const texts = look.fontNames > 0 ? this.#textsIn(used) : 0
    // Symbols are as large as their use is.
    const place = ['href', 'width', 'height'].map((name) => attributeOf(use, name)).join(' ')
    return texts && texts * this.#askedFor(look, normOf(matrix), place)
  }

  /** How many elements of text are in it, with those of what is used there. */
  #textsIn(node: SvgNode): number {
    const known = this.#texts.get(node)
    if (known !== undefined) return known
    // A circle is refused where it is weighed.
    this.#texts.set(node, 0)
    let texts = this.#lettersIn(node) > 0 ? 1 : 0
    const used = node.name === 'use' ? this.#linkedBy(node) : undefined
    for (const inner of used ? [used, ...elementsIn(node)] : elementsIn(node)) texts += this.#textsIn(inner)
    this.#texts.set(node, texts)
    return texts
  }

  #linkedBy(node: SvgNode): SvgNode | undefined {
    return this.#looks.byId.get((attributeOf(node, 'href') ?? '').slice(1))
  }

  #shapeOf(node: SvgNode): Shape | null {
    const known = this.#shapes.get(node)
    if (known !== undefined) return known
    const shape = shapeOf(node)
    this.#shapes.set(node, shape)
    return shape
  }

  /** Null where it cannot be told. */
  #matrixIn(node: SvgNode, outer: Matrix | null): Matrix | null {
    if (outer === null || (SCALED.has(node.name) && node !== this.#root)) return null
    const text = attributeOf(node, 'transform')
    if (text === undefined) return outer
    if (node === this.#root) return null
    const own = matrixOf(text)
    return own && after(outer, own)
  }

  #addShape(tally: Tally, node: SvgNode, look: Look, matrix: Matrix | null, depth: number): void {
    const letters = this.#lettersIn(node)
    const norm = matrix === null ? Number.POSITIVE_INFINITY : sizeOf(matrix)
    const shape = this.#shapeOf(node)
    if (letters > 0) {
      const size = Math.min(1, look.fontSize * norm)
      const stroke = look.isStroked ? Math.min(1, look.strokeWidth * norm || 0) : 0
      const perLetter = COST.letter + COST.letterArea * size + COST.letterStroke * stroke
      const one: Tally = {
        ...tally,
        cost: letters * perLetter + this.#askedFor(look, normOf(matrix)),
        shapes: letters,
        box: EVERYWHERE,
      }
      one.length = letters * LETTER_LENGTH
      add(tally, one)
      const side = Math.min(1, size + stroke)
      const painted = look.isPlacedByLetter
        ? { shapes: letters, box: [0, 0, side, side] satisfies Box }
        : { shapes: 1, box: NOWHERE }
      this.#addPaint(tally, look, { ...one, places: 0, ...painted }, norm, depth)
      return
    }
    if (shape === null || shape.places === 0) return
    const stroke = look.isStroked ? look.strokeWidth : 0
    const isTold = matrix !== null && !(look.isScreenWide && look.isStroked)
    const box = isTold ? placed(grown(shape.box, stroke), matrix) : EVERYWHERE
    const part = partOf(box)
    const reach = look.isStroked || LINES.has(node.name) ? Math.min(shape.length * norm || 0, 2 * shape.places) : 0
    const paints = look.isStroked ? 2 : 1
    const joint = look.isStroked ? COST.length * Math.min(1, stroke * norm || 0) : 0
    tally.cost += paints * (part * COST.area + shape.places * COST.place + reach * COST.length) + shape.places * joint
    const one: Tally = {
      cost: 0,
      shapes: 1,
      places: LINES.has(node.name) ? shape.places : 0,
      length: shape.length,
      box,
    }
    add(tally, one)
    this.#addPaint(tally, look, one, norm, depth)
  }

  /** What styles take that are applied to so much. */
  #addPaint(tally: Tally, look: Look, to: Tally, norm: number, depth: number): void {
    const part = to.box === NOWHERE ? 1 : partOf(to.box)
    for (const paint of look.paints) {
      const { cost } = this.#referred(paint, depth)
      tally.cost += GRADIENTS.has(paint.name)
        ? to.shapes * (cost * COST.gradientContent + COST.gradientArea * part)
        : to.shapes * (cost * COST.patternContent + COST.pattern + COST.patternArea * part)
    }
    for (const marker of look.markers) {
      const drawn = this.#referred(marker, depth)
      tally.cost += to.places * (COST.marker + drawn.cost)
      tally.shapes += to.places * drawn.shapes
      if (to.places > 0) tally.box = EVERYWHERE
    }
    const dashes = Math.min(to.length / look.dash || 0, to.shapes * MOST_DASHES)
    // What is as wide on the screen whatever its scale is dashed there, too.
    const isDashedThere = look.isScreenWide && look.dash < Number.POSITIVE_INFINITY
    tally.cost +=
      (isDashedThere ? to.shapes * MOST_DASHES : dashes) *
      (COST.dash + COST.dashArea * (Math.min(1, look.strokeWidth * norm) || 0))
    this.#spend(tally.cost)
  }

  #addLinked(tally: Tally, node: SvgNode, linked: SvgNode, look: Look, matrix: Matrix | null, depth: number): void {
    const drawn = this.#referred(linked, depth)
    if (node.name !== 'use') {
      tally.cost += drawn.cost
      tally.shapes += drawn.shapes
      return
    }
    add(tally, { ...drawn, box: EVERYWHERE })
    tally.cost += this.#askedForIn(linked, node, look, matrix)
    this.#addPaint(tally, look, drawn, Number.POSITIVE_INFINITY, depth)
    if (!look.isStroked) return
    const perShape = this.#textsIn(linked) > 0 ? COST.letterStroke : COST.area
    tally.cost += drawn.shapes * perShape + drawn.places * (COST.place + 3 * COST.length)
  }

  /** Whether a clip is one outline; any other is drawn as a mask. */
  #isOutline(clip: SvgNode): boolean {
    const parts = elementsIn(clip)
    const isSimple = (node: SvgNode) =>
      OUTLINES.has(node.name) && this.#looks.of(node).clips.length === 0 && elementsIn(node).length === 0
    return parts.length <= MOST_OUTLINES && this.#looks.of(clip).clips.length === 0 && parts.every(isSimple)
  }

  #addEffects(tally: Tally, own: Own, place: Place, matrix: Matrix | null, depth: number): void {
    const part = place === ANYWHERE ? 1 : partOf(tally.box)
    const layerArea = place.layers > 0 ? COST.innerLayerArea : COST.layerArea
    if (own.isLayer) tally.cost += COST.layer + layerArea * part
    if (own.isFaint && (tally.shapes > 1 || own.look.isStroked)) tally.cost += COST.layer + layerArea * part
    for (const clip of own.clips) {
      const { cost, places } = this.#referred(clip, depth)
      if (elementsIn(clip).length > 1) tally.cost += places ** 2 * COST.union
      tally.cost += tally.shapes * (COST.clip + cost * 0.1) + COST.clipArea * part
      if (!this.#isOutline(clip)) tally.cost += COST.mask + cost + (COST.maskArea + layerArea) * part
    }
    for (const mask of own.masks)
      tally.cost += COST.mask + this.#referred(mask, depth).cost + (COST.maskArea + layerArea) * part
    for (const filter of own.filters) {
      this.#referred(filter, depth)
      tally.cost += filterCost(filter, part, matrix)
    }
  }
}

function add(to: Tally, more: Tally): void {
  to.cost += more.cost
  to.shapes += more.shapes
  to.places += more.places
  to.length += more.length
  to.box = unionOf(to.box, more.box)
}

/** Fonts are asked for in the scale that they are drawn in; null where it cannot be told. */
const normOf = (matrix: Matrix | null): number | null => matrix && Math.hypot(...matrix.slice(0, 4))

const sizeOf = ([a, b, c, d]: Matrix): number => Math.max(Math.abs(a) + Math.abs(b), Math.abs(c) + Math.abs(d))

/** Makes a picture as large as 1, as it is at most: wherever it is put, it fills its place in one direction. */
function scaleOf(root: SvgNode): Matrix | null {
  const box = numbersIn(attributeOf(root, 'viewBox') ?? '')
  const sizes =
    box.length === 4 ? box.slice(2) : ['width', 'height'].map((name) => pixelsOf(attributeOf(root, name) ?? ''))
  const [width = 0, height = 0] = sizes
  if (!(width > 0 && height > 0 && Number.isFinite(width + height))) return null
  const ratio = attributeOf(root, 'preserveAspectRatio') ?? ''
  if (box.length !== 4 || /none/.test(ratio)) return after([1 / width, 0, 0, 1 / height, 0, 0], IDENTITY)
  const scale = 1 / (/slice/.test(ratio) ? Math.min(width, height) : Math.max(width, height))
  return [scale, 0, 0, scale, 0, 0]
}
