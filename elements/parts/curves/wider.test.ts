import { expect, test } from 'vitest'
import type { Curve } from '../../../core/contract/history.ts'
import { withWider } from './wider.ts'

const at = (time: number) => [time, 1, 1, 1, 1, 1]
const curve = (times: number[], more: Partial<Curve> = {}): Curve => ({
  source: 'raw',
  columns: [],
  rows: times.map(at),
  ...more,
})
const near = { from: 100, to: 200, width: 100 }
const far = { from: 0, to: 400, width: 4 }

test('a curve keeps its own fine columns, and has the neighbours and the gaps of the wider answer around them', () => {
  const wider = curve([0, 100, 300], { gaps: [[150, 310]] })
  const { rows, gaps } = withWider(curve([120, 150], { gaps: [[120, 150]] }), near, wider, far)
  expect(rows.map(([time]) => time)).toEqual([0, 120, 150, 300])
  expect(gaps).toEqual([[150, 310]])
})

test('raw values and minutes are not mixed in one curve', () => {
  const wider = curve([0, 300], { source: 'minute' })
  expect(withWider(curve([120]), near, wider, far)).toBe(wider)
})
