import { expect, test } from 'vitest'
import { DeviceClusters, isMoving, type MarkedDevice } from './clusters.ts'
import { markAt } from './draw-marks.ts'
import { fitting, type MapView, projection } from './map-view.ts'

const size = { width: 800, height: 500 }
const device = (n: number, lat: number, lng: number, more: Partial<MarkedDevice> = {}): MarkedDevice => ({
  sn_code: `P${n}`,
  dev_alias: `Pump ${n}`,
  dev_state: 1,
  lat,
  lng,
  heading: null,
  speed: null,
  place_time: null,
  report_interval_s: 10,
  ...more,
})
const around: MapView = { lat: 31, lng: 121, worldPx: 2 ** 15 }

test('devices that would lie on each other are one mark with the worst of their states', () => {
  const near = [device(1, 31, 121), device(2, 31.001, 121, { dev_state: 2 }), device(3, 31, 121.001, { dev_state: 3 })]
  const clusters = new DeviceClusters([...near, device(4, 32, 124)])
  const [cluster, alone] = clusters.marksIn(around, size).sort((a, b) => b.count - a.count)
  expect(cluster).toMatchObject({ count: 3, dev_state: 3, device: null })
  expect(alone).toMatchObject({ count: 1, dev_state: 1, device: { sn_code: 'P4' } })
  expect(
    cluster &&
      clusters
        .devicesOf(cluster, 10)
        .map(({ sn_code }) => sn_code)
        .sort(),
  ).toEqual(['P1', 'P2', 'P3'])
})

test('a nearer look takes a cluster apart', () => {
  const devices = [device(1, 31, 121), device(2, 31.001, 121)]
  const marks = new DeviceClusters(devices).marksIn({ ...around, worldPx: 2 ** 27 }, { width: 4000, height: 4000 })
  expect(marks.map(({ count }) => count)).toEqual([1, 1])
})

test('ten thousand devices are all counted in the few marks of a view, and in none of another one', () => {
  const devices = Array.from({ length: 10_000 }, (_, n) =>
    device(n, 20 + (n % 100) * 0.3, 80 + Math.floor(n / 100) * 0.5),
  )
  const clusters = new DeviceClusters(devices)
  const all = clusters.marksIn(
    fitting(
      [
        [20, 80],
        [50, 130],
      ],
      size,
    ),
    size,
  )
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(10_000)
  expect(all.length).toBeLessThan(200)
  expect(clusters.marksIn({ lat: -40, lng: -60, worldPx: 2 ** 16 }, size)).toEqual([])
})

test('the mark under a pointer is the nearest one, as far as a finger is wide', () => {
  const marks = new DeviceClusters([device(1, 31, 121), device(2, 31, 123)]).marksIn(around, size)
  const [x, y] = projection(around, size)([31, 123])
  expect(markAt(marks, [x + 6, y - 6], around, size)?.device?.sn_code).toBe('P2')
  expect(markAt(marks, [x + 60, y], around, size)).toBeNull()
})

test('a device moves only while it says so: one that fell silent stands', () => {
  const driving = device(1, 31, 121, { heading: 90, speed: 40, place_time: 1_000_000 })
  expect(isMoving(driving, 1_010_000)).toBe(true)
  expect(isMoving(driving, 2_000_000)).toBe(false)
  expect(isMoving({ ...driving, speed: 0 }, 1_010_000)).toBe(false)
})
