import { expect, test } from 'vitest'
import type { HistoryRow } from '../../../../core/contract/history.ts'
import { timeRowsOf } from './time-rows.ts'

const row = (data_time: number, key: string, value: number): HistoryRow => ({ data_time, key, value, quality: 'good' })

test('values stored at one time are one row, the newest first', () => {
  const rows = timeRowsOf([
    { sn_code: 'A', next: null, rows: [row(30, 'flow', 3), row(30, 'level', 9), row(10, 'flow', 1)] },
    { sn_code: 'B', next: null, rows: [row(20, 'flow', 7), row(10, 'flow', 6)] },
  ])
  expect(rows.map(({ data_time }) => data_time)).toEqual([30, 20, 10])
  expect([...(rows[0]?.cells.keys() ?? [])]).toEqual(['A.flow', 'A.level'])
  expect(rows[2]?.cells.get('B.flow')).toEqual({ value: 6, quality: 'good' })
})

test('a device whose older rows are not loaded yet ends the list of all', () => {
  const rows = timeRowsOf([
    { sn_code: 'A', next: 20, rows: [row(30, 'flow', 3), row(20, 'flow', 2)] },
    { sn_code: 'B', next: null, rows: [row(25, 'flow', 7), row(5, 'flow', 6)] },
  ])
  expect(rows.map(({ data_time }) => data_time)).toEqual([30, 25, 20])
})
