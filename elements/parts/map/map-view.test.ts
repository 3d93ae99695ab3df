import { describe, expect, test } from 'vitest'
import { fitting, type MapView, type Place, panned, projection, scaleBar, zoomed } from './map-view.ts'

const size = { width: 800, height: 400 }
const shanghai: Place = [31.23, 121.47]
const hangzhou: Place = [30.27, 120.15]

describe('a map that fits a track', () => {
  const view = fitting([shanghai, hangzhou], size)
  test('a map that fits a track shows every place of it', () => {
    for (const place of [shanghai, hangzhou]) {
      const [x, y] = projection(view, size)(place)
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(size.width)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(size.height)
    }
  })
  test('a map that fits a track has north above and east to the right', () => {
    const [north, south] = [projection(view, size)(shanghai), projection(view, size)(hangzhou)]
    expect(north[1]).toBeLessThan(south[1])
    expect(north[0]).toBeGreaterThan(south[0])
  })
  test('a map that fits one place does not zoom in without end', () => {
    expect(fitting([shanghai], size).worldPx).toBeLessThan(2 ** 22)
  })
})

test('zooming keeps what is under the pointer where it is', () => {
  const view: MapView = { lat: 31, lng: 121, worldPx: 20_000 }
  const pointer = projection(view, size)(shanghai)
  const [x, y] = projection(zoomed(view, 3, pointer, size), size)(shanghai)
  expect(x).toBeCloseTo(pointer[0], 6)
  expect(y).toBeCloseTo(pointer[1], 6)
})

test('panning moves the map along with the pointer', () => {
  const view: MapView = { lat: 31, lng: 121, worldPx: 20_000 }
  const before = projection(view, size)(shanghai)
  const after = projection(panned(view, 30, -12), size)(shanghai)
  expect(after[0] - before[0]).toBeCloseTo(30, 6)
  expect(after[1] - before[1]).toBeCloseTo(-12, 6)
})

test('the scale bar is a round length that the projection agrees with', () => {
  const view: MapView = { lat: 0, lng: 0, worldPx: 100_000 }
  const { metres, px } = scaleBar(view, 120)
  expect([1, 2, 5]).toContain(metres / 10 ** Math.floor(Math.log10(metres)))
  // A degree of the equator is 111.32 km.
  const degrees = metres / 111_319.5
  const [left, right] = [projection(view, size)([0, 0]), projection(view, size)([0, degrees])]
  expect(right[0] - left[0]).toBeCloseTo(px, 1)
  expect(px).toBeLessThanOrEqual(120)
})
