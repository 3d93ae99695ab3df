import { expect, test } from 'vitest'
import { isClose } from './orbit.ts'
import { Pace } from './pace.ts'

/** How long each drawing of a picture takes, and how fine the last one is. */
function drawn(takes: (points: number, at: number) => number, pace = new Pace(), isLikeLast = false) {
  const times: number[] = []
  const draw = (part: number) => {
    times.push(takes(part ** 2, times.length))
    return times.at(-1) as number
  }
  const scale = pace.draw(draw, isLikeLast)
  return { times, scale }
}

test('a model that is soon drawn is drawn finely at once', () => {
  expect(drawn(() => 1)).toEqual({ times: [1, 1], scale: 1 })
})

test('a model is drawn finely, however long the browser prepares', () => {
  expect(drawn((_, at) => (at === 0 ? 5000 : 4)).scale).toBe(1)
})

test('a model of many corners is drawn finely, as coarser pictures would take as long', () => {
  expect(drawn((points) => 400 + 20 * points).scale).toBe(1)
})

test('a model whose points take long is drawn coarser, and no picture takes longer than it may', () => {
  for (const full of [400, 4000, 16_000, 60_000]) {
    const { times, scale } = drawn((points, at) => full * points + (at === 0 ? 5000 : 0))
    expect(Math.max(...times.slice(1))).toBeLessThan(1000)
    expect(scale).toBe(Math.max(1 / 8, 2 ** -Math.ceil(Math.log2(full / 300) / 2)))
  }
})

test('a model that is turned a little is drawn once, and coarser from the next picture on where that took too long', () => {
  const pace = new Pace()
  drawn((points) => 400 + 100 * points, pace)
  expect(drawn((points) => 400 + 100 * points, pace, true)).toEqual({ times: [500], scale: 1 })
  expect(drawn((points) => 400 + 1000 * points, pace, true)).toEqual({ times: [1400], scale: 1 })
  expect(drawn((points) => 400 + 1000 * points, pace, true)).toEqual({ times: [650], scale: 1 / 2 })
  expect(drawn((points) => 400 + 100 * points, pace, true)).toEqual({ times: [425, 500], scale: 1 })
})

test('views are close that differ by some degrees and one step of zoom, also across the north', () => {
  const orbit = { azimuth: 359, elevation: 20, zoom: 1 }
  expect(isClose(orbit, { azimuth: 3, elevation: 17, zoom: 1.25 })).toBe(true)
  for (const far of [{ azimuth: 14 }, { elevation: 40 }, { zoom: 4 }, { zoom: 0.5 }])
    expect(isClose(orbit, { ...orbit, ...far })).toBe(false)
})
