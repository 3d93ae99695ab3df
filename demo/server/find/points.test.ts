import { expect, test } from 'vitest'
import type { LiveDevice } from '../fleet/fleet.ts'
import { openSlices } from '../limits/slices.ts'
import { findPoints } from './points.ts'

const POINTS = 40
/** Devices that all have the same points. */
function devicesOf(count: number): LiveDevice[] {
  const all = Array.from({ length: POINTS }, (_, at) => ({
    key: `p${at}`,
    name: `压力 ${at}`,
    name_en: null,
    is_added: at > 0,
  }))
  const points = new Map(all.map((point) => [point.key, point]))
  const devices = Array.from({ length: count }, (_, at) => ({
    sn_code: `SN${at}`,
    dev_alias: `泵站 ${at}`,
    is_virtual: false,
    points,
  }))
  return devices as unknown as LiveDevice[]
}
const inSlice = openSlices()

test('a word of a device leads to its points in however large a fleet, and a search that finds nothing ends', async () => {
  const devices = devicesOf(6000)
  const { points } = await findPoints(devices, { words: ['sn5999', 'p39'], most: 5, inSlice })
  expect(points).toMatchObject([{ sn_code: 'SN5999', key: 'p39' }])
  const none = await findPoints(devices, { words: ['nowhere'], most: 5, inSlice })
  expect(none.points).toEqual([])
  expect(none.looked).toBeLessThan(devices.length * POINTS)
})

test('the names of devices alone find no points, and a point that is only offered is none', async () => {
  const devices = devicesOf(3)
  expect((await findPoints(devices, { words: ['泵站'], most: 5, inSlice })).points).toEqual([])
  expect((await findPoints(devices, { words: ['p0'], most: 5, inSlice })).points).toEqual([])
})

test('the best of what fits stands first', async () => {
  const { points } = await findPoints(devicesOf(1), { words: ['压力', '3'], most: 2, inSlice })
  expect(points.map(({ key }) => key)).toEqual(['p3', 'p30'])
})

test('a search of somebody who has gone looks at nothing', async () => {
  const gone = AbortSignal.abort()
  expect(await findPoints(devicesOf(1), { words: ['p3'], most: 2, inSlice, gone })).toEqual({ points: [], looked: 0 })
})
