import { expect, test } from 'vitest'
import type { TimelineSample } from '../../../core/rules/alarm-timeline.ts'
import type { CheckedReading, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { AT_ONCE, inPieces } from '../limits/turns.ts'
import { comparedSamples, openCompared } from './fence-values.ts'
import { lateOf } from './late-times.ts'
import type { RuleRow } from './rows.ts'

/** A triangle, with how often it was asked how far from it a place is. */
function countedFence() {
  const counted = { distances: 0 }
  const fence = {
    fence_name: 'Yard',
    corners: [
      { lat: 31, lng: 121 },
      { lat: 31, lng: 121.1 },
      { lat: 31.1, lng: 121 },
    ],
    get radius_m() {
      counted.distances += 1
      return null
    },
  }
  return { rule: { key: 'lat', condition: 'outside_fence', fence } as unknown as RuleRow, counted }
}

const samplesOf = (count: number) => (key: string) =>
  Array.from({ length: count }, (_, i): TimelineSample => [i, key === 'lat' ? 31.01 : 121.01, 'good'])

/** Whether work that begins later, of fewer pieces, ends before. */
async function letsOthersGoOn(work: () => Promise<unknown>): Promise<boolean> {
  const ended: string[] = []
  const others = () => inPieces(Array(AT_ONCE + 1).fill(0), () => {})
  await Promise.all([work().then(() => ended.push('work')), others().then(() => ended.push('others'))])
  return ended[0] === 'others'
}

test('how far a device was from a fence is found in pieces, others come between', async () => {
  const { rule, counted } = countedFence()
  expect(await letsOthersGoOn(() => comparedSamples({ rule }, samplesOf(4 * AT_ONCE)))).toBe(true)
  expect(counted.distances).toBe(4 * AT_ONCE)
})

test('how far a device was from a fence by readings that came late is found in pieces, others come between', async () => {
  const { rule, counted } = countedFence()
  const [lat, lng] = ['lat', 'lng'].map((key) => ({ key, is_added: true }) as LivePoint) as [LivePoint, LivePoint]
  const device = { points: new Map([lat, lng].map((point) => [point.key, point])) } as LiveDevice
  const readings = Array.from({ length: 4 * AT_ONCE }, (_, data_time): CheckedReading => {
    const values = [
      { point: lat, value: 31.01, quality: 'good' as const },
      { point: lng, value: 121.01, quality: 'good' as const },
    ]
    return { data_time, values }
  })
  expect(await letsOthersGoOn(() => lateOf({ rule, device }, [readings]))).toBe(true)
  expect(counted.distances).toBe(4 * AT_ONCE)
})

test('rules of a device about one fence compare the same metres, found once of coordinates that are read once', async () => {
  const { rule, counted } = countedFence()
  const read: string[] = []
  const compared = openCompared((key) => {
    read.push(key)
    return samplesOf(100)(key)
  })
  for (let i = 0; i < 10; i += 1) expect(await compared({ rule })).toHaveLength(100)
  expect(await compared({ rule: { key: 'lat', fence: null } })).toHaveLength(100)
  expect(await compared({ rule: countedFence().rule })).toHaveLength(100)
  expect(counted.distances).toBe(100)
  expect(read).toEqual(['lat', 'lng'])
})
