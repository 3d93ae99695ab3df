import { randomInt } from 'node:crypto'
import { Picture } from './png.ts'

const [WIDTH, HEIGHT] = [280, 150]
const SIDE = 44
const KNOB = 8
const PIECE_WIDTH = SIDE + KNOB

export interface DrawnPuzzle {
  /** Pixels from the picture's left edge to where the piece belongs. */
  left: number
  picture: string
  piece: string
  width: number
  height: number
  piece_width: number
}

type Rgb = [number, number, number]
const colour = (least: number, most: number): Rgb => [
  randomInt(least, most),
  randomInt(least, most),
  randomInt(least, most),
]

/** Whether a point of the piece's box belongs to the piece: a square with a knob on the right and a bite in its top. */
function isPiece(x: number, y: number): boolean {
  if (x < 0 || y < 0 || y >= SIDE) return false
  const isKnob = (x - SIDE) ** 2 + (y - SIDE / 2) ** 2 <= KNOB ** 2
  const isBite = (x - SIDE / 2) ** 2 + y ** 2 <= KNOB ** 2
  return (x < SIDE || isKnob) && !isBite
}

/** A new drag puzzle: a landscape of soft hills and discs, with a dark gap where the piece was cut out. */
export function drawPuzzle(): DrawnPuzzle {
  const picture = drawScene()
  const left = randomInt(PIECE_WIDTH + 20, WIDTH - PIECE_WIDTH - 10)
  const top = randomInt(10, HEIGHT - SIDE - 10)
  const piece = new Picture(PIECE_WIDTH, HEIGHT)
  // Two gaps that are no home to the piece, so that the darkest column alone does not give it away.
  const decoy = {
    left: randomInt(10, WIDTH - PIECE_WIDTH - 10),
    top: top < HEIGHT / 2 - SIDE / 2 ? HEIGHT - SIDE - 8 : 8,
  }
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < PIECE_WIDTH; x++) {
      if (!isPiece(x, y)) continue
      const isEdge = !(isPiece(x - 1, y) && isPiece(x + 1, y) && isPiece(x, y - 1) && isPiece(x, y + 1))
      const at = ((top + y) * WIDTH + left + x) * 4
      const [r = 0, g = 0, b = 0] = picture.pixels.subarray(at, at + 3)
      piece.paint(x, top + y, isEdge ? [255, 255, 255] : [r, g, b])
      picture.paint(left + x, top + y, [0, 0, 0], isEdge ? 190 : 130)
      if (isEdge) picture.paint(decoy.left + x, decoy.top + y, [0, 0, 0], 70)
    }
  return {
    left,
    picture: picture.toPng(),
    piece: piece.toPng(),
    width: WIDTH,
    height: HEIGHT,
    piece_width: PIECE_WIDTH,
  }
}

function drawScene(): Picture {
  const picture = new Picture(WIDTH, HEIGHT)
  const [sky, earth] = [colour(140, 220), colour(60, 140)]
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const part = (y / HEIGHT + (x / WIDTH) * 0.3) / 1.3
      picture.paint(x, y, sky.map((from, i) => Math.round(from + ((earth[i] ?? 0) - from) * part)) as Rgb)
    }
  for (let i = 0; i < 12; i++) drawDisc(picture)
  for (let i = 0; i < 3; i++) drawHill(picture, i)
  return picture
}

function drawDisc(picture: Picture): void {
  const [x, y, radius, paint] = [randomInt(0, WIDTH), randomInt(0, HEIGHT), randomInt(6, 30), colour(90, 240)]
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++)
      if (dx * dx + dy * dy <= radius * radius) picture.paint(x + dx, y + dy, paint, 110)
}

function drawHill(picture: Picture, nearness: number): void {
  const [paint, base, depth, length] = [colour(40, 130), 80 + nearness * 22, randomInt(6, 18), randomInt(24, 60)]
  const shift = randomInt(0, 60) / 10
  for (let x = 0; x < WIDTH; x++) {
    const from = Math.round(base + depth * Math.sin(x / length + shift))
    for (let y = from; y < HEIGHT; y++) picture.paint(x, y, paint, 170)
  }
}
