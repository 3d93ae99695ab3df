import { inflateSync } from 'node:zlib'
import { LETTERS } from '../../demo/server/people/login-checks/letters.ts'

/** A PNG as the login checks draw them: 8-bit RGBA, rows filtered with "sub". */
export interface Seen {
  width: number
  height: number
  /** Types of its chunks, in order. */
  chunks: string[]
  bytes: Buffer
  /** Red, green, blue, alpha of every pixel, row by row. */
  pixels: Uint8Array
}

export function see(base64: string): Seen {
  const bytes = Buffer.from(base64, 'base64')
  const chunks: string[] = []
  const packed: Buffer[] = []
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push(type)
    if (type === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  }
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const rows = inflateSync(Buffer.concat(packed))
  const pixels = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let i = 0; i < width * 4; i++) {
      const at = y * width * 4 + i
      pixels[at] = (rows[y * (width * 4 + 1) + 1 + i] ?? 0) + (i < 4 ? 0 : (pixels[at - 4] ?? 0))
    }
  return { width, height, chunks, bytes, pixels }
}

/** Where a person would drop the piece: over the place that is its own picture, darkened. */
export function placeOf(puzzle: { picture: string; piece: string; piece_width: number }): number {
  const [picture, piece] = [see(puzzle.picture), see(puzzle.piece)]
  const inner: { at: number; red: number }[] = []
  for (let y = 0; y < piece.height; y++)
    for (let x = y % 3; x < piece.width; x += 3) {
      const [r = 0, g = 0, b = 0, alpha = 0] = piece.pixels.subarray((y * piece.width + x) * 4)
      if (alpha === 255 && r + g + b < 765) inner.push({ at: (y * picture.width + x) * 4, red: r * 0.49 })
    }
  let best = { left: 0, off: Number.POSITIVE_INFINITY }
  for (let left = 0; left <= picture.width - puzzle.piece_width; left++) {
    let off = 0
    for (const { at, red } of inner) off += Math.abs((picture.pixels[at + left * 4] ?? 0) - red)
    if (off < best.off) best = { left, off }
  }
  return best.left
}

type Dot = readonly [x: number, y: number]

/** Reads a graphic code as a person would, now and then wrong: its inks from left to right, each as what it fits best. */
export function lettersOf(picture: string): string {
  const { width, height, pixels } = see(picture)
  const inks = new Map<number, Dot[]>()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [r = 0, g = 0, b = 0] = pixels.subarray((y * width + x) * 4)
      if (Math.max(r, g, b) > 120) continue
      const ink = (r << 16) | (g << 8) | b
      const dots = inks.get(ink)
      if (dots) dots.push([x, y])
      else inks.set(ink, [[x, y]])
    }
  const letters = [...inks.values()].sort((a, b) => b.length - a.length).slice(0, 4)
  return letters
    .sort((a, b) => middle(a)[0] - middle(b)[0])
    .map(letterOf)
    .join('')
}

const middle = (dots: readonly Dot[]): Dot => [
  dots.reduce((sum, [x]) => sum + x, 0) / dots.length,
  dots.reduce((sum, [, y]) => sum + y, 0) / dots.length,
]

const SHAPES = Object.entries(LETTERS).map(([letter, columns]) => {
  const cells = columns.flatMap((bits, column) =>
    [...Array(7).keys()].filter((row) => bits & (1 << row)).map((row): Dot => [column, row]),
  )
  return { letter, columns, size: cells.length, middle: middle(cells) }
})
const steps = (most: number, count: number) => [...Array(count).keys()].map((n) => most * ((2 * n) / (count - 1) - 1))
const POSES = [3.45, 3.8].flatMap((scale) =>
  steps(0.3, 7).flatMap((turn) => steps(0.25, 5).map((lean) => ({ scale, turn, lean }))),
)

function letterOf(dots: readonly Dot[]): string {
  const [cx, cy] = middle(dots)
  let best = { letter: '', fit: -1 }
  const hits = new Uint16Array(64)
  for (const { scale, turn, lean } of POSES) {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const by = (cos * cos + sin * (sin + lean)) * scale
    // Stood upright again, in columns and rows from the letter's middle.
    const upright = dots.map(
      ([x, y]): Dot => [((x - cx) * cos + (y - cy) * (sin + lean)) / by, ((y - cy) * cos - (x - cx) * sin) / by],
    )
    for (const {
      letter,
      columns,
      size,
      middle: [mx, my],
    } of SHAPES) {
      hits.fill(0)
      for (const [u, v] of upright) {
        const [column, row] = [Math.round(u + mx), Math.round(v + my)]
        if (row < 0 || row > 6 || !((columns[column] ?? 0) & (1 << row))) continue
        const at = column * 8 + row
        hits[at] = (hits[at] ?? 0) + 1
      }
      let covered = 0
      for (const count of hits) covered += Math.min(count, scale * scale)
      const fit = covered / Math.max(dots.length, size * scale * scale)
      if (fit > best.fit) best = { letter, fit }
    }
  }
  return best.letter
}
