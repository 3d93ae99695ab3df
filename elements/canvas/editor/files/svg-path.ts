export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const round = (value: number): string => String(Math.round(value * 100) / 100)

/** The path methods of a 2D canvas: points are placed by the current matrix, as a canvas does. */
export abstract class PathRecorder {
  protected path: string[] = []
  protected box: Bounds | null = null
  /** In user space, for arcs that go on from it. */
  protected last: readonly [number, number] | null = null
  protected abstract get matrix(): Matrix

  beginPath(): void {
    this.path = []
    this.box = null
    this.last = null
  }
  closePath(): void {
    if (this.path.length > 0) this.path.push('Z')
  }
  moveTo(x: number, y: number): void {
    this.path.push(`M${this.at(x, y)}`)
    this.last = [x, y]
  }
  lineTo(x: number, y: number): void {
    if (this.path.length === 0) {
      this.moveTo(x, y)
      return
    }
    this.path.push(`L${this.at(x, y)}`)
    this.last = [x, y]
  }
  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    if (this.path.length === 0) this.moveTo(x1, y1)
    this.path.push(`C${this.at(x1, y1)} ${this.at(x2, y2)} ${this.at(x, y)}`)
    this.last = [x, y]
  }
  quadraticCurveTo(x1: number, y1: number, x: number, y: number): void {
    if (this.path.length === 0) this.moveTo(x1, y1)
    this.path.push(`Q${this.at(x1, y1)} ${this.at(x, y)}`)
    this.last = [x, y]
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.moveTo(x, y)
    this.lineTo(x + width, y)
    this.lineTo(x + width, y + height)
    this.lineTo(x, y + height)
    this.closePath()
  }
  roundRect(x: number, y: number, width: number, height: number, radii: number | readonly number[] = 0): void {
    const corners = typeof radii === 'number' ? [radii] : radii
    const [one = 0, two = one, three = one, four = two] = corners
    const most = Math.min(Math.abs(width), Math.abs(height)) / 2
    const [tl, tr, br, bl] = [one, two, three, four].map((radius) => Math.min(most, Math.max(0, radius))) as [
      number,
      number,
      number,
      number,
    ]
    this.moveTo(x + tl, y)
    this.lineTo(x + width - tr, y)
    if (tr > 0) this.arc(x + width - tr, y + tr, tr, -Math.PI / 2, 0)
    this.lineTo(x + width, y + height - br)
    if (br > 0) this.arc(x + width - br, y + height - br, br, 0, Math.PI / 2)
    this.lineTo(x + bl, y + height)
    if (bl > 0) this.arc(x + bl, y + height - bl, bl, Math.PI / 2, Math.PI)
    this.lineTo(x, y + tl)
    if (tl > 0) this.arc(x + tl, y + tl, tl, Math.PI, Math.PI * 1.5)
    this.closePath()
  }
  arc(x: number, y: number, radius: number, start: number, end: number, isCounter = false): void {
    this.ellipse(x, y, radius, radius, 0, start, end, isCounter)
  }
  /** As Bézier curves of an eighth of a turn at most, which stand any transformation. */
  ellipse(
    x: number,
    y: number,
    radiusX: number,
    radiusY: number,
    rotation: number,
    start: number,
    end: number,
    isCounter = false,
  ): void {
    const full = Math.PI * 2
    let sweep = end - start
    if (isCounter) sweep = sweep <= -full ? -full : -(((-sweep % full) + full) % full || (sweep === 0 ? 0 : full))
    else sweep = sweep >= full ? full : ((sweep % full) + full) % full || 0
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
    const near = (px: number, py: number): [number, number] => [x + px * cos - py * sin, y + px * sin + py * cos]
    const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 4)))
    const step = sweep / count
    const reach = (4 / 3) * Math.tan(step / 4)
    this.lineTo(...near(Math.cos(start) * radiusX, Math.sin(start) * radiusY))
    for (let i = 0; i < count && sweep !== 0; i += 1) {
      const [a, b] = [start + i * step, start + (i + 1) * step]
      const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)]
      this.bezierCurveTo(
        ...near((ca - reach * sa) * radiusX, (sa + reach * ca) * radiusY),
        ...near((cb + reach * sb) * radiusX, (sb - reach * cb) * radiusY),
        ...near(cb * radiusX, sb * radiusY),
      )
    }
  }
  arcTo(x1: number, y1: number, x2: number, y2: number, radius: number): void {
    const [x0, y0] = this.last ?? [x1, y1]
    const [ax, ay, bx, by] = [x0 - x1, y0 - y1, x2 - x1, y2 - y1]
    const [a, b] = [Math.hypot(ax, ay), Math.hypot(bx, by)]
    const cross = ax * by - ay * bx
    if (a === 0 || b === 0 || radius <= 0 || Math.abs(cross) < 1e-9) {
      this.lineTo(x1, y1)
      return
    }
    const half = Math.acos(Math.min(1, Math.max(-1, (ax * bx + ay * by) / (a * b)))) / 2
    const length = radius / Math.tan(half)
    const [fromX, fromY] = [x1 + (ax / a) * length, y1 + (ay / a) * length]
    const [toX, toY] = [x1 + (bx / b) * length, y1 + (by / b) * length]
    const away = radius / Math.sin(half)
    const [mx, my] = [ax / a + bx / b, ay / a + by / b]
    const m = Math.hypot(mx, my)
    const [cx, cy] = [x1 + (mx / m) * away, y1 + (my / m) * away]
    this.lineTo(fromX, fromY)
    const isCounter = cross > 0
    this.arc(cx, cy, radius, Math.atan2(fromY - cy, fromX - cx), Math.atan2(toY - cy, toX - cx), isCounter)
  }

  protected at(x: number, y: number): string {
    const [a, b, c, d, e, f] = this.matrix
    const [px, py] = [a * x + c * y + e, b * x + d * y + f]
    const box = this.box
    this.box = box
      ? {
          left: Math.min(box.left, px),
          top: Math.min(box.top, py),
          right: Math.max(box.right, px),
          bottom: Math.max(box.bottom, py),
        }
      : { left: px, top: py, right: px, bottom: py }
    return `${round(px)} ${round(py)}`
  }
}
