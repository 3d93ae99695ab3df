import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Fix, metresBetween } from '../../../core/rules/places.ts'
import { simplified, simplifying } from './simplify-track.ts'

const passed = (fixes: readonly Fix[], most: number) => {
  const way = simplifying(most)
  for (const fix of fixes) way.pass(fix)
  return way.end()
}

/** Where the way that was kept had it at a time. */
function placeAt(kept: readonly Fix[], time: number): [lat: number, lng: number] {
  const at = Math.max(
    1,
    kept.findIndex(([later]) => later >= time),
  )
  const [from, to] = [kept[at - 1] as Fix, kept[at] as Fix]
  const share = (time - from[0]) / (to[0] - from[0])
  return [from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share]
}

test('nothing that is left out of a track is farther from what stays than its tolerance', () => {
  const step = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }))
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 400 }), (steps) => {
      let [lat, lng] = [31, 121]
      const fixes = steps.map(([north, east], i): Fix => {
        lat += north / 50_000
        lng += east / 50_000
        return [i * 1000, lat, lng, null]
      })
      const { fixes: kept, tolerance_m } = passed(fixes, 20)
      expect(kept.length).toBeLessThanOrEqual(20)
      for (const [time, northing, easting] of fixes) {
        const there = placeAt(kept, time)
        expect(metresBetween(northing, easting, ...there)).toBeLessThanOrEqual(tolerance_m + 0.01)
      }
    }),
    { numRuns: 40 },
  )
})

test('a stop and a change of speed on a straight road stay in a simplified track', () => {
  const north = (i: number, speed: number): Fix => [i * 1000, 31 + i / 1e4, 121, speed]
  const changing = Array.from({ length: 300 }, (_, i) => north(i, i < 150 ? 30 : 80))
  expect(simplified(changing, 4).map(([time]) => time)).toEqual([0, 149_000, 150_000, 299_000])
  const halting = Array.from({ length: 300 }, (_, i): Fix => [i * 1000, 31 + Math.min(i, 100) / 1e4, 121, null])
  expect(simplified(halting, 4).map(([time]) => time)).toEqual([0, 100_000, 299_000])
})

test('the ends of a gap stay in a track, however coarse it gets', () => {
  const way = simplifying(6)
  const fixes = Array.from({ length: 5000 }, (_, i): Fix => [i * 1000, 31 + Math.sin(i / 9) / 100, 121, null])
  fixes.forEach((fix, i) => {
    const before = fixes[i - 1]
    if (i === 2500 && before) way.cut(before, fix)
    way.pass(fix)
  })
  const times = way.end().fixes.map(([time]) => time)
  expect(times).toEqual(expect.arrayContaining([0, 2_499_000, 2_500_000, 4_999_000]))
})

test('a track that turns without end is simplified in bounded time', () => {
  const spiral = Array.from({ length: 100_000 }, (_, i): Fix => {
    const radius = i / 1e6
    return [i * 1000, 31 + radius * Math.sin(i / 20), 121 + radius * Math.cos(i / 20), (i % 7) * 20]
  })
  const { fixes } = passed(spiral, 5000)
  expect(fixes.length).toBeLessThanOrEqual(5000)
  expect([fixes[0], fixes.at(-1)]).toEqual([spiral[0], spiral.at(-1)])
}, 20_000)
