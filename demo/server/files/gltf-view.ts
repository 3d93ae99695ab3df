/**
 * How often a model may fill the view, and any beam that pages show from near by: on a machine without a graphics card
 * Chromium takes some 0.4 µs for each point of the picture each time, and pages draw coarser what takes them long.
 */
const MOST_FILLS = 100
const MOST_LAYERS = 400
/** Lines are a point wide, of a view that is so many wide. */
const LINE = 1 / 700
/** Beams that the view is divided into in each direction, and the most pieces that what lies in them is divided into. */
const BEAMS = 64
const MOST_PIECES = 20_000_000
/** The part of a beam that a piece covers which is not divided further, however long it is. */
const LEAST_PIECE = 1 / 64

type Place = readonly [x: number, y: number, z: number]

/** How large something is. */
export class Extent {
  readonly #least: [number, number, number] = [Infinity, Infinity, Infinity]
  readonly #most: [number, number, number] = [-Infinity, -Infinity, -Infinity]

  add(places: Float64Array): void {
    for (let i = 0; i < places.length; i++) {
      const place = places[i] as number
      if (place < (this.#least[i % 3] as number)) this.#least[i % 3] = place
      if (place > (this.#most[i % 3] as number)) this.#most[i % 3] = place
    }
  }

  get middle(): Place {
    return this.#least.map((least, n) => (least + (this.#most[n] as number)) / 2) as unknown as Place
  }

  /** Of the ball that holds it, as pages place it in their view. */
  get radius(): number {
    return Math.max(1e-6, Math.hypot(...this.#least.map((least, n) => (this.#most[n] as number) - least)) / 2)
  }
}

interface Direction {
  readonly to: Place
  readonly across: Place
  readonly up: Place
  readonly layers: Float64Array
}

/** Edges, faces and corners of a cube: whoever turns a model sees it from near one of them, or from its back. */
const DIRECTIONS = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z] as const)))
  .slice(14)

function directionTo(way: Place): Direction {
  const to = unit(way)
  const across = unit(way[0] === 0 && way[1] === 0 ? [1, 0, 0] : [way[1], -way[0], 0])
  const [x, y, z] = to
  const [a, b, c] = across
  return { to, across, up: [y * c - z * b, z * a - x * c, x * b - y * a], layers: new Float64Array(BEAMS ** 2) }
}

/** What a page shows of a model, from all sides and from far and near: how often it is filled. */
export class View {
  readonly #middle: Place
  readonly #width: number
  readonly #directions = DIRECTIONS.map(directionTo)
  /** What the surface that is added covers in each direction. */
  readonly #covered = new Float64Array(DIRECTIONS.length)
  #fills = 0
  #pieces = 0
  #deepest = 0

  constructor({ middle, radius }: Extent) {
    this.#middle = middle
    this.#width = 2 * radius
  }

  get hasRoom(): boolean {
    return this.#fills <= MOST_FILLS && this.#deepest <= MOST_LAYERS && this.#pieces <= MOST_PIECES
  }

  /** A triangle by where its corners stand among the numbers. */
  addSurface(at: Float64Array, i: number, j: number, k: number, weight: number): void {
    const [a, b, c] = [this.#placed(at, i), this.#placed(at, j), this.#placed(at, k)]
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
    const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
    const half = weight / 2
    const [x, y, z] = [half * (uy * vz - uz * vy), half * (uz * vx - ux * vz), half * (ux * vy - uy * vx)]
    const area = Math.hypot(x, y, z)
    this.#fills += finite(area)
    if (!this.hasRoom) return
    for (let n = 0; n < DIRECTIONS.length; n++) {
      const [p, q, r] = (this.#directions[n] as Direction).to
      this.#covered[n] = Math.abs(x * p + y * q + z * r) * BEAMS ** 2
    }
    this.#divide(a, b, c, area * BEAMS ** 2, 1)
  }

  addLine(at: Float64Array, i: number, j: number, weight: number): void {
    const [a, b] = [this.#placed(at, i), this.#placed(at, j)]
    const length = Math.sqrt(apart(a, b))
    this.#fills += finite(weight * length * LINE)
    this.#covered.fill(weight * length * LINE * BEAMS)
    const pieces = Math.ceil(length * BEAMS)
    for (let n = 0; n < pieces && this.hasRoom; n++) {
      const part = (n + 0.5) / pieces
      this.#put([a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), a[2] + part * (b[2] - a[2])], 1 / pieces)
    }
  }

  /** In parts of the view, whose middle is 0. */
  #placed(at: Float64Array, i: number): Place {
    const [x, y, z] = this.#middle
    const width = this.#width
    return [((at[i] as number) - x) / width, ((at[i + 1] as number) - y) / width, ((at[i + 2] as number) - z) / width]
  }

  /** Halves a triangle at its longest side until each piece lies in one beam. */
  #divide(a: Place, b: Place, c: Place, beams: number, part: number): void {
    const [ab, bc, ca] = [apart(a, b), apart(b, c), apart(c, a)]
    const longest = Math.max(ab, bc, ca)
    if (longest <= 1 / BEAMS ** 2 || beams <= LEAST_PIECE || !this.hasRoom) this.#put(between(a, b, c), part)
    else if (longest === ab) this.#halve(a, b, c, beams, part)
    else if (longest === bc) this.#halve(b, c, a, beams, part)
    else this.#halve(c, a, b, beams, part)
  }

  #halve(a: Place, b: Place, c: Place, beams: number, part: number): void {
    const middle: Place = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]
    this.#divide(a, middle, c, beams / 2, part / 2)
    this.#divide(middle, b, c, beams / 2, part / 2)
  }

  /** Adds a part of what is covered to the beam of each direction that it lies in. */
  #put([x, y, z]: Place, part: number): void {
    this.#pieces++
    for (let n = 0; n < DIRECTIONS.length; n++) {
      const { across, up, layers } = this.#directions[n] as Direction
      const u = x * across[0] + y * across[1] + z * across[2]
      const v = x * up[0] + y * up[1] + z * up[2]
      const beam = BEAMS * beamAt(v) + beamAt(u)
      const sum = (layers[beam] as number) + (this.#covered[n] as number) * part
      layers[beam] = sum
      if (sum > this.#deepest) this.#deepest = sum
    }
  }
}

/** The square of how far two places are from each other. */
const apart = (a: Place, b: Place): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2
const between = (a: Place, b: Place, c: Place): Place => [
  (a[0] + b[0] + c[0]) / 3,
  (a[1] + b[1] + c[1]) / 3,
  (a[2] + b[2] + c[2]) / 3,
]
const unit = ([x, y, z]: Place): Place => {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}
const finite = (value: number): number => (Number.isFinite(value) ? value : Number.POSITIVE_INFINITY)
const beamAt = (place: number): number => Math.min(BEAMS - 1, Math.max(0, Math.floor((place + 0.5) * BEAMS)))
