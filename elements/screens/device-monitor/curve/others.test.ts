import { expect, test } from 'vitest'
import type { DeviceDetail, Point } from '../../../../core/contract/device.ts'
import { formatFor } from '../../../../core/text/format.ts'
import type { Curves } from '../../../parts/curves/use-curves.ts'
import { type OtherDevice, otherRows, othersOf } from './others.ts'

const words = { noPoint: 'No such point', unreadable: 'Could not be read' }
const format = formatFor('en', 'UTC')
const point = (key: string, more: Partial<Point> = {}) =>
  ({
    key,
    name: key,
    name_en: key,
    data_type: 'number',
    access: 'r',
    unit: 'kPa',
    keep_history: true,
    ...more,
  }) as Point
const device = (...points: Point[]) =>
  ({ sn_code: 'P2', dev_alias: 'Pump 2', report_interval_s: 10, points }) as unknown as DeviceDetail
const curves = (more: Partial<Curves> = {}): Curves => ({
  query: { points: [], from: 0, to: 1_000_000, width: 100, before: null },
  now: new Map([['flow', { source: 'raw', columns: [], rows: [[1000, 1, 9, 3, 4, 1]], gaps: [] }]]),
  before: new Map(),
  failures: new Map(),
  ...more,
})
const other = (more: Partial<OtherDevice> = {}): OtherDevice => ({
  sn_code: 'P2',
  place: 0,
  device: device(point('flow', { decimals: 1 })),
  refusal: '',
  wanted: [{ key: 'flow', name: 'Flow' }],
  curves: curves(),
  ...more,
})

test('an address names up to three other devices, each once, and what is no SN is passed over', () => {
  expect(othersOf('', 'P1')).toEqual([])
  expect(othersOf('P2, p1,P2,p2,a b,P3,P4,P5', 'P1')).toEqual(['p2', 'P3', 'P4'])
})

test('a curve of another device has its own name, unit and decimals, and a colour that none of the chart has', () => {
  const wanted = [
    { key: 'flow', name: 'Flow' },
    { key: 'speed', name: 'Speed' },
  ]
  const rows = otherRows(other({ wanted, place: 1 }), words, format)
  expect(rows[0]).toMatchObject({
    name: 'Pump 2 · P2 · flow',
    unit: 'kPa',
    decimals: 1,
    other: 1,
    colour: 5,
    key: 'flow',
  })
  expect([...(rows[0]?.points ?? [])].slice(0, 2)).toEqual([1000, 3])
})

test('a measured value of another device is read at the cursor as long as that one keeps it fresh, a setting until the next', () => {
  const measured = otherRows(other(), words, format)[0]
  expect([...(measured?.points ?? [])]).toEqual([1000, 3, 31_000, Number.NaN])
  const set = otherRows(other({ device: device(point('flow', { access: 'rw' })) }), words, format)[0]
  expect([...(set?.points ?? [])]).toEqual([1000, 3])
})

test('a point that another device has not, or keeps no history of, is told in the place of its curve', () => {
  const lacking = otherRows(other({ device: device(point('level')) }), words, format)
  expect(lacking).toMatchObject([{ name: 'Pump 2 · P2 · Flow', note: 'No such point' }])
  const unkept = otherRows(other({ device: device(point('flow', { keep_history: false })) }), words, format)
  expect(unkept).toMatchObject([{ note: 'No such point' }])
})

test('a device that may not be seen is told once, and one that is still asked for not at all', () => {
  const wanted = [
    { key: 'flow', name: 'Flow' },
    { key: 'speed', name: 'Speed' },
  ]
  expect(otherRows(other({ device: null, refusal: 'Not found', wanted }), words, format)).toMatchObject([
    { name: 'P2', note: 'Not found' },
  ])
  expect(otherRows(other({ device: null }), words, format)).toEqual([])
  expect(otherRows(other({ curves: null }), words, format)).toEqual([])
})

test('a curve that could not be read is told beside those that could', () => {
  const failures = new Map([['flow', new Error('lost') as never]])
  const rows = otherRows(other({ curves: curves({ now: new Map(), failures }) }), words, format)
  expect(rows).toMatchObject([{ name: 'Pump 2 · P2 · flow', note: 'Could not be read' }])
})
