import { expect, test } from 'vitest'
import { mercatorX, mercatorY } from './map-view.ts'
import { lines, names } from './outline.ts'

type Lines = (typeof lines)['land']

/** Whether a place is inside of an odd number of rings. */
function isIn(rings: Lines, lat: number, lng: number): boolean {
  const [x, y] = [mercatorX(lng), mercatorY(lat)]
  let inside = false
  for (const { places } of rings)
    for (let at = 0; at < places.length; at += 2) {
      const next = (at + 2) % places.length
      const [ax, ay, bx, by] = [places[at], places[at + 1], places[next], places[next + 1]] as [
        number,
        number,
        number,
        number,
      ]
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
    }
  return inside
}
/** Degrees from a place to the nearest point of lines. */
function distance(of: Lines, lat: number, lng: number): number {
  const [x, y] = [mercatorX(lng), mercatorY(lat)]
  let nearest = Number.POSITIVE_INFINITY
  for (const { places } of of)
    for (let at = 0; at < places.length; at += 2)
      nearest = Math.min(nearest, Math.hypot((places[at] as number) - x, (places[at + 1] as number) - y) * 360)
  return nearest
}

test('cities of the outline stand on land, also beyond the date line, and oceans are no land', () => {
  const onLand = [...names.cities].filter(({ x, y }) => {
    const lat = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
    return isIn(lines.land, lat, x * 360 - 180)
  })
  // Some stand at the shore of a coast that is exact to half a kilometre.
  expect(onLand.length / names.cities.length).toBeGreaterThan(0.93)
  expect(isIn(lines.land, 67, 178)).toBe(true)
  expect(isIn(lines.land, 66.5, -173 + 360)).toBe(true)
  expect(isIn(lines.land, 30, -150)).toBe(false)
  expect(isIn(lines.land, 19, 115)).toBe(false)
})

test("borders are China's point of view: southern Tibet within, no border in the strait, dashes in the South China Sea", () => {
  // South of Medog, and the line that other maps draw north of it.
  expect(distance(lines.chinaBorders, 27, 93.5)).toBeLessThan(0.5)
  expect(distance([...lines.borders, ...lines.chinaBorders], 27.9, 93.8)).toBeGreaterThan(0.4)
  expect(distance([...lines.borders, ...lines.chinaBorders], 24.3, 119.6)).toBeGreaterThan(2)
  expect(lines.dashes).toHaveLength(10)
  expect(names.countries.map(({ en }) => en)).not.toEqual(expect.arrayContaining(['Taiwan']))
  expect(names.provinces.map(({ zh }) => zh)).toEqual(expect.arrayContaining(['台湾', '香港', '澳门', '西藏']))
  expect(names.provinces).toHaveLength(34)
  expect(names.seas.map(({ zh }) => zh)).toEqual(expect.arrayContaining(['南海诸岛', '钓鱼岛']))
})

test('every name of the outline is there in both languages', () => {
  for (const { zh, en } of Object.values(names).flat()) {
    expect(zh).toMatch(/[\u4e00-\u9fff]/)
    expect(en).toMatch(/^[\p{Script=Latin}' .()-]+$/u)
  }
})
