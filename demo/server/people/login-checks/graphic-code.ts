import { randomInt } from 'node:crypto'
import { LETTERS } from './letters.ts'
import { Picture } from './png.ts'

const [WIDTH, HEIGHT] = [120, 44]
const LENGTH = 4

const between = (least: number, most: number) => least + (randomInt(0, 10_000) / 10_000) * (most - least)
const ink = (): [number, number, number] => [randomInt(20, 120), randomInt(20, 120), randomInt(20, 120)]

/** A new code and its picture, PNG in base64: letters that stand and lean differently, crossed by lines. */
export function drawGraphicCode(): { letters: string; picture: string } {
  const signs = Object.keys(LETTERS)
  const letters = Array.from({ length: LENGTH }, () => signs[randomInt(signs.length)]).join('')
  const picture = new Picture(WIDTH, HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const grain = 226 + randomInt(0, 26)
      picture.paint(x, y, [grain, grain, grain])
    }
  for (let i = 0; i < LENGTH; i++) drawLetter(picture, letters.charAt(i), 12 + i * 27 + between(-2, 2))
  for (let i = 0; i < 3; i++) drawWave(picture)
  return { letters, picture: picture.toPng() }
}

function drawLetter(picture: Picture, letter: string, left: number): void {
  const [colour, scale, lean, turn] = [ink(), between(3.3, 4), between(-0.25, 0.25), between(-0.3, 0.3)]
  const top = between(5, 11)
  const columns = LETTERS[letter] ?? []
  for (const [column, bits] of columns.entries())
    for (let row = 0; row < 7; row++) {
      if (!(bits & (1 << row))) continue
      // A dot is a small square of half pixels, so that no gap opens where the letter is turned.
      for (let dy = 0; dy < scale; dy += 0.5)
        for (let dx = 0; dx < scale; dx += 0.5) {
          const [x, y] = [(column - 2) * scale + dx, (row - 3) * scale + dy]
          const [rx, ry] = [x * Math.cos(turn) - y * Math.sin(turn) - y * lean, x * Math.sin(turn) + y * Math.cos(turn)]
          picture.paint(left + 2 * scale + rx, top + 3 * scale + ry, colour)
        }
    }
}

function drawWave(picture: Picture): void {
  const [colour, height, depth, length] = [ink(), between(8, HEIGHT - 8), between(3, 8), between(18, 40)]
  const shift = between(0, 6)
  for (let x = 0; x < WIDTH; x += 0.5) {
    const y = height + depth * Math.sin(x / length + shift)
    picture.paint(x, y, colour, 200)
    picture.paint(x, y + 1, colour, 200)
  }
}
