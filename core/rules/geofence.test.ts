import { expect, test } from 'vitest'
import { AT_REST, type EvaluatedRule, evaluateValue } from './alarm-machine.ts'
import { occurrencesOf, type TimelineSample } from './alarm-timeline.ts'
import { type FenceShape, metresFromFence, metresOver, wrongFence } from './geofence.ts'

const corner = (lat: number, lng: number) => ({ lat, lng })
const CIRCLE: FenceShape = { corners: [corner(31.2, 121.4)], radius_m: 1000 }
/** A yard in the shape of an L: its missing quarter is at the north-east. */
const YARD: FenceShape = {
  corners: [
    corner(31, 121),
    corner(31, 121.02),
    corner(31.01, 121.02),
    corner(31.01, 121.01),
    corner(31.02, 121.01),
    corner(31.02, 121),
  ],
  radius_m: null,
}

test('a place is as far from a circle as from its rim, negative inside', () => {
  expect(metresFromFence(CIRCLE, 31.2, 121.4)).toBeCloseTo(-1000)
  expect(metresFromFence(CIRCLE, 31.2 + 2000 / 111_320, 121.4)).toBeCloseTo(1000, 0)
})

test('a place is inside a polygon or outside by its edges, hollow ones too, and as far as the nearest edge', () => {
  expect(metresFromFence(YARD, 31.005, 121.015)).toBeLessThan(-400)
  expect(metresFromFence(YARD, 31.015, 121.015)).toBeGreaterThan(400)
  expect(metresFromFence(YARD, 31.005, 121 - 0.001)).toBeCloseTo(95.4, 0)
  expect(metresFromFence(YARD, 40, 10)).toBe(Number.POSITIVE_INFINITY)
})

/** As it is defined: the nearest point of each edge, however far it is. */
function metresFromEdges({ corners }: FenceShape, lat: number, lng: number): number {
  const scale = Math.cos((lat * Math.PI) / 180)
  const far = corners.map((a, i) => {
    const b = corners[(i + 1) % corners.length] as typeof a
    const [ax, ay, dx, dy] = [(a.lng - lng) * scale, a.lat - lat, (b.lng - a.lng) * scale, b.lat - a.lat]
    const along = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy)))
    return Math.hypot(ax + along * dx, ay + along * dy) * 111_320
  })
  return Math.min(...far)
}

test('a polygon is read once for however many places, each as far from it as from the nearest of all its edges', () => {
  let reads = 0
  const fence: FenceShape = {
    get corners() {
      reads += 1
      return YARD.corners
    },
    radius_m: null,
  }
  for (let i = 0; i < 1000; i += 1) {
    const [lat, lng] = [30.98 + (i % 37) / 600, 120.98 + (i % 41) / 600]
    expect(Math.abs(metresFromFence(fence, lat, lng))).toBeCloseTo(metresFromEdges(YARD, lat, lng), 5)
  }
  expect(reads).toBe(1)
})

test('a fence of edges that cross, of two corners, or around the world is refused', () => {
  expect(wrongFence(CIRCLE)).toBeNull()
  expect(wrongFence(YARD)).toBeNull()
  const bow = [corner(31, 121), corner(31.01, 121.01), corner(31.01, 121), corner(31, 121.01)]
  expect(wrongFence({ corners: bow, radius_m: null })?.en).toContain('cross')
  expect(wrongFence({ corners: bow.slice(0, 2), radius_m: null })?.en).toContain('3 corners')
  expect(wrongFence({ corners: [corner(0, -170), corner(0, 170), corner(9, 0)], radius_m: null })?.en).toContain('180°')
  expect(wrongFence({ corners: bow, radius_m: 50 })?.en).toContain('centre')
})

test('coordinates that come apart are a place with the other one as it was', () => {
  const lats: TimelineSample[] = [
    [1, 31.2, 'good'],
    [3, 31.3, 'good'],
    [4, 0, 'bad'],
  ]
  const lngs: TimelineSample[] = [
    [1, 121.4, 'good'],
    [2, 121.5, 'good'],
  ]
  expect([...metresOver(CIRCLE, lats, lngs)].map(([time, metres]) => [time, Math.sign(metres as number)])).toEqual([
    [1, -1],
    [2, 1],
    [3, 1],
  ])
})

const rule = (condition: EvaluatedRule['condition'], more: Partial<EvaluatedRule> = {}): EvaluatedRule => ({
  condition,
  threshold: null,
  threshold_high: null,
  no_data_s: null,
  dead_band: 20,
  on_delay_s: 0,
  off_delay_s: 0,
  ...more,
})
/** When alarms came and were over, for metres from the edge one second after the other. */
const spans = (of: EvaluatedRule, metres: readonly number[]) =>
  occurrencesOf(
    of,
    metres.map((m, i): TimelineSample => [i * 1000, m, 'good']),
    { from: 0, to: metres.length * 1000 },
  ).map(({ alarm_time, recover_time }) => [alarm_time / 1000, recover_time === null ? null : recover_time / 1000])

test('a device enters a fence only after it was seen outside, and the alarm is over once it has left', () => {
  expect(spans(rule('enters_fence'), [-50, -60, 40, -5, -30, 25])).toEqual([[3, 5]])
})

test('a device leaves a fence only after it was seen inside; outside is an alarm at once', () => {
  expect(spans(rule('leaves_fence'), [50, 60, -5, 30, 40, -1])).toEqual([[3, 5]])
  expect(spans(rule('outside_fence'), [50, 60, -5, 30])).toEqual([
    [0, 2],
    [3, null],
  ])
})

test('a receiver that wanders at the edge is neither in nor out', () => {
  const wandering = [-8, 6, -3, 12, -9, 19, -1, 15]
  expect(spans(rule('leaves_fence'), wandering)).toEqual([])
  expect(spans(rule('enters_fence'), wandering)).toEqual([])
  expect(spans(rule('enters_fence'), [90, ...wandering])).toEqual([[1, null]])
})

test('a device must stay as long as the delay says: who passes through has not entered', () => {
  expect(spans(rule('enters_fence', { on_delay_s: 3 }), [90, -5, -9, 40, -5, -6, -7, -8, -9])).toEqual([[7, null]])
})

test('how far from a fence a device is compares as whether it is inside, however often', () => {
  const first = evaluateValue(rule('leaves_fence'), AT_REST, 1, -30)
  expect(first.state.value).toBe(true)
  expect(evaluateValue(rule('leaves_fence'), first.state, 2, true).state).toMatchObject({ value: true, stands: false })
})
