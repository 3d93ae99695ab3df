import type { Size } from '../../controls/define-control.ts'
import { type Bounds, type Matrix, PathRecorder, round } from './svg-path.ts'

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

interface State {
  matrix: Matrix
  fillStyle: string | Gradient
  strokeStyle: string | Gradient
  lineWidth: number
  lineCap: CanvasLineCap
  lineJoin: CanvasLineJoin
  miterLimit: number
  lineDash: readonly number[]
  lineDashOffset: number
  globalAlpha: number
  font: string
  textAlign: CanvasTextAlign
  textBaseline: CanvasTextBaseline
  /** Id of the clip path around what is drawn; null for none. */
  clip: string | null
  /** What of the page the clip leaves, for what has to be drawn as an image. */
  seen: Bounds
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const wrapped = ({ clip, elements }: { readonly clip: string | null; readonly elements: readonly string[] }): string =>
  clip ? `<g clip-path="url(#${clip})">${elements.join('')}</g>` : elements.join('')

/** Stops along a line, in the user space of its making. */
class Gradient {
  readonly id: string
  readonly #ends: readonly number[]
  readonly #stops: string[] = []
  readonly #native: CanvasGradient
  constructor(id: string, ends: readonly [number, number, number, number], native: CanvasGradient) {
    this.id = id
    this.#ends = ends
    this.#native = native
  }
  get native(): CanvasGradient {
    return this.#native
  }
  addColorStop(offset: number, colour: string): void {
    this.#native.addColorStop(offset, colour)
    this.#stops.push(`<stop offset="${round(offset)}" stop-color="${escaped(colour)}"/>`)
  }
  svg(id: string, matrix: Matrix): string {
    const [x1, y1, x2, y2] = this.#ends
    const at = `gradientUnits="userSpaceOnUse" gradientTransform="matrix(${matrix.map(round).join(' ')})"`
    return `<linearGradient id="${id}" ${at} x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${this.#stops.join('')}</linearGradient>`
  }
}

/**
 * As much of a 2D canvas as the painters use, recorded as SVG: shapes as paths, texts as texts. What cannot be recorded
 * (pictures, paths of the browser's own) is drawn by it and embedded as an image.
 */
export class SvgContext extends PathRecorder {
  readonly #measuring: CanvasRenderingContext2D
  readonly #size: Size
  readonly #body: { readonly clip: string | null; readonly elements: string[] }[] = []
  readonly #defs: string[] = []
  readonly #saved: State[] = []
  #now: State
  #ids = 0

  constructor(measuring: CanvasRenderingContext2D, size: Size) {
    super()
    this.#measuring = measuring
    this.#size = size
    this.#now = {
      matrix: IDENTITY,
      fillStyle: '#000',
      strokeStyle: '#000',
      lineWidth: 1,
      lineCap: 'butt',
      lineJoin: 'miter',
      miterLimit: 10,
      lineDash: [],
      lineDashOffset: 0,
      globalAlpha: 1,
      font: '10px sans-serif',
      textAlign: 'start',
      textBaseline: 'alphabetic',
      clip: null,
      seen: { left: 0, top: 0, right: size.width, bottom: size.height },
    }
  }

  protected get matrix(): Matrix {
    return this.#now.matrix
  }

  svg(): string {
    const { width, height } = this.#size
    const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
    const defs = this.#defs.length > 0 ? `<defs>${this.#defs.join('')}</defs>` : ''
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${defs}${this.#body.map(wrapped).join('')}</svg>`
  }

  get canvas(): HTMLCanvasElement {
    return this.#measuring.canvas
  }
  get fillStyle(): State['fillStyle'] {
    return this.#now.fillStyle
  }
  set fillStyle(style: State['fillStyle']) {
    this.#now.fillStyle = style
  }
  get strokeStyle(): State['strokeStyle'] {
    return this.#now.strokeStyle
  }
  set strokeStyle(style: State['strokeStyle']) {
    this.#now.strokeStyle = style
  }
  get lineWidth(): number {
    return this.#now.lineWidth
  }
  set lineWidth(width: number) {
    if (width > 0) this.#now.lineWidth = width
  }
  get lineCap(): CanvasLineCap {
    return this.#now.lineCap
  }
  set lineCap(cap: CanvasLineCap) {
    this.#now.lineCap = cap
  }
  get lineJoin(): CanvasLineJoin {
    return this.#now.lineJoin
  }
  set lineJoin(join: CanvasLineJoin) {
    this.#now.lineJoin = join
  }
  get miterLimit(): number {
    return this.#now.miterLimit
  }
  set miterLimit(limit: number) {
    this.#now.miterLimit = limit
  }
  get lineDashOffset(): number {
    return this.#now.lineDashOffset
  }
  set lineDashOffset(offset: number) {
    this.#now.lineDashOffset = offset
  }
  get globalAlpha(): number {
    return this.#now.globalAlpha
  }
  set globalAlpha(alpha: number) {
    if (alpha >= 0 && alpha <= 1) this.#now.globalAlpha = alpha
  }
  get font(): string {
    return this.#now.font
  }
  set font(font: string) {
    this.#now.font = font
  }
  get textAlign(): CanvasTextAlign {
    return this.#now.textAlign
  }
  set textAlign(align: CanvasTextAlign) {
    this.#now.textAlign = align
  }
  get textBaseline(): CanvasTextBaseline {
    return this.#now.textBaseline
  }
  set textBaseline(baseline: CanvasTextBaseline) {
    this.#now.textBaseline = baseline
  }
  setLineDash(dash: readonly number[]): void {
    this.#now.lineDash = dash.length % 2 === 0 ? [...dash] : [...dash, ...dash]
  }
  getLineDash(): number[] {
    return [...this.#now.lineDash]
  }

  save(): void {
    this.#saved.push({ ...this.#now })
  }
  restore(): void {
    this.#now = this.#saved.pop() ?? this.#now
  }
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void {
    this.#now.matrix = [a, b, c, d, e, f]
  }
  resetTransform(): void {
    this.#now.matrix = IDENTITY
  }
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void {
    const [A, B, C, D, E, F] = this.#now.matrix
    this.#now.matrix = [
      A * a + C * b,
      B * a + D * b,
      A * c + C * d,
      B * c + D * d,
      A * e + C * f + E,
      B * e + D * f + F,
    ] as unknown as Matrix
  }
  translate(x: number, y: number): void {
    this.transform(1, 0, 0, 1, x, y)
  }
  scale(x: number, y: number): void {
    this.transform(x, 0, 0, y, 0, 0)
  }
  rotate(angle: number): void {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    this.transform(cos, sin, -sin, cos, 0, 0)
  }

  clip(): void {
    const id = this.#id('c')
    const around = this.#now.clip ? ` clip-path="url(#${this.#now.clip})"` : ''
    this.#defs.push(`<clipPath id="${id}"${around}><path d="${this.path.join('')}"/></clipPath>`)
    this.#now.clip = id
    const box = this.box ?? { left: 0, top: 0, right: 0, bottom: 0 }
    const { seen } = this.#now
    this.#now.seen = {
      left: Math.max(seen.left, box.left),
      top: Math.max(seen.top, box.top),
      right: Math.min(seen.right, box.right),
      bottom: Math.min(seen.bottom, box.bottom),
    }
  }
  fill(path?: Path2D | CanvasFillRule): void {
    if (typeof path === 'object') {
      this.#asImage((context) => context.fill(path))
      return
    }
    if (this.path.length === 0) return
    const rule = path === 'evenodd' ? ' fill-rule="evenodd"' : ''
    this.#put(`<path d="${this.path.join('')}" fill="${this.#paint(this.#now.fillStyle)}"${rule}${this.#common()}/>`)
  }
  stroke(path?: Path2D): void {
    if (path) {
      this.#asImage((context) => context.stroke(path))
      return
    }
    if (this.path.length === 0) return
    this.#put(`<path d="${this.path.join('')}" fill="none"${this.#line()}${this.#common()}/>`)
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.#apart(() => {
      this.rect(x, y, width, height)
      this.fill()
    })
  }
  strokeRect(x: number, y: number, width: number, height: number): void {
    this.#apart(() => {
      this.rect(x, y, width, height)
      this.stroke()
    })
  }
  clearRect(): void {
    // Nothing has been drawn below that a painter would take away.
  }

  measureText(text: string): TextMetrics {
    this.#measuring.font = this.#now.font
    this.#measuring.textAlign = this.#now.textAlign
    this.#measuring.textBaseline = this.#now.textBaseline
    return this.#measuring.measureText(text)
  }
  fillText(text: string, x: number, y: number, maxWidth?: number): void {
    this.#text(text, x, y, maxWidth, ` fill="${this.#paint(this.#now.fillStyle)}"`)
  }
  strokeText(text: string, x: number, y: number, maxWidth?: number): void {
    this.#text(text, x, y, maxWidth, ` fill="none"${this.#line(false)}`)
  }
  createLinearGradient(x1: number, y1: number, x2: number, y2: number): CanvasGradient {
    const native = this.#measuring.createLinearGradient(x1, y1, x2, y2)
    return new Gradient(this.#id('g'), [x1, y1, x2, y2], native) as unknown as CanvasGradient
  }
  drawImage(image: CanvasImageSource, ...args: readonly number[]): void {
    this.#asImage((context) => (context.drawImage as (...all: unknown[]) => void)(image, ...args))
  }

  #text(text: string, x: number, y: number, maxWidth: number | undefined, paint: string): void {
    if (text === '') return
    const { font, matrix, textAlign, textBaseline } = this.#now
    const anchor = textAlign === 'center' ? 'middle' : textAlign === 'right' || textAlign === 'end' ? 'end' : 'start'
    const size = Number(/([\d.]+)px/.exec(font)?.[1] ?? 10)
    // Viewers differ in what they make of baselines: the middle and the top are worked out here.
    const down =
      { top: 0.8, hanging: 0.8, middle: 0.35, bottom: -0.2, ideographic: -0.12, alphabetic: 0 }[textBaseline] ?? 0
    const wide = maxWidth === undefined ? 0 : this.measureText(text).width
    const squeezed =
      maxWidth !== undefined && wide > maxWidth
        ? ` textLength="${round(maxWidth)}" lengthAdjust="spacingAndGlyphs"`
        : ''
    const at = `transform="matrix(${matrix.map((value) => String(Number(value.toFixed(5)))).join(' ')})"`
    this.#put(
      `<text ${at} x="${round(x)}" y="${round(y + down * size)}" text-anchor="${anchor}" style="font:${escaped(font)};white-space:pre"${squeezed}${paint}${this.#common()}>${escaped(text)}</text>`,
    )
  }

  /** Leaves the path of the painter as it was. */
  #apart(draw: () => void): void {
    const [path, box, last] = [this.path, this.box, this.last]
    this.beginPath()
    draw()
    this.path = path
    this.box = box
    this.last = last
  }

  /** Drawn by the browser into what is seen there, twice as fine. */
  #asImage(draw: (context: CanvasRenderingContext2D) => void): void {
    const { seen, matrix, fillStyle, strokeStyle } = this.#now
    const left = Math.floor(Math.max(0, seen.left))
    const top = Math.floor(Math.max(0, seen.top))
    const [width, height] = [Math.ceil(seen.right) - left, Math.ceil(seen.bottom) - top]
    if (width <= 0 || height <= 0) return
    const fine = Math.min(2, 4096 / width, 4096 / height)
    const canvas = this.#measuring.canvas.ownerDocument.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * fine))
    canvas.height = Math.max(1, Math.round(height * fine))
    const context = canvas.getContext('2d')
    if (!context) return
    const [a, b, c, d, e, f] = matrix
    context.setTransform(a * fine, b * fine, c * fine, d * fine, (e - left) * fine, (f - top) * fine)
    context.fillStyle = typeof fillStyle === 'string' ? fillStyle : fillStyle.native
    context.strokeStyle = typeof strokeStyle === 'string' ? strokeStyle : strokeStyle.native
    context.lineWidth = this.#now.lineWidth
    context.lineCap = this.#now.lineCap
    context.lineJoin = this.#now.lineJoin
    draw(context)
    this.#put(
      `<image x="${left}" y="${top}" width="${width}" height="${height}" href="${canvas.toDataURL('image/png')}"${this.#common()}/>`,
    )
  }

  #line(isInPage = true): string {
    const { matrix, lineWidth, lineCap, lineJoin, lineDash, lineDashOffset, strokeStyle, miterLimit } = this.#now
    const [a, b, c, d] = matrix
    // Paths stand in the page's own px already; texts carry their matrix along.
    const scale = isInPage ? Math.sqrt(Math.abs(a * d - b * c)) : 1
    const cap = lineCap === 'butt' ? '' : ` stroke-linecap="${lineCap}"`
    const join = lineJoin === 'miter' ? ` stroke-miterlimit="${miterLimit}"` : ` stroke-linejoin="${lineJoin}"`
    const dash =
      lineDash.length === 0
        ? ''
        : ` stroke-dasharray="${lineDash.map((one) => round(one * scale)).join(' ')}" stroke-dashoffset="${round(lineDashOffset * scale)}"`
    return ` stroke="${this.#paint(strokeStyle)}" stroke-width="${round(lineWidth * scale)}"${cap}${join}${dash}`
  }

  #common(): string {
    const { globalAlpha } = this.#now
    return globalAlpha === 1 ? '' : ` opacity="${round(globalAlpha)}"`
  }

  /** A clip of an element with a matrix would be turned with it: it stands around the element. */
  #put(element: string): void {
    const { clip } = this.#now
    const last = this.#body.at(-1)
    if (last?.clip === clip) last.elements.push(element)
    else this.#body.push({ clip, elements: [element] })
  }

  #paint(style: string | Gradient): string {
    if (typeof style === 'string') return escaped(style)
    const id = this.#id('p')
    this.#defs.push(style.svg(id, this.#now.matrix))
    return `url(#${id})`
  }

  #id(of: string): string {
    this.#ids += 1
    return `${of}${this.#ids}`
  }
}
