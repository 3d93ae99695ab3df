import { expect, test } from 'vitest'
import { type Column, narrowed, sortRows, trackOf } from './columns.ts'

interface Row {
  name: string | null
  flow: number
}
const name: Column<Row> = { id: 'name', title: 'Name', value: (row) => row.name }
const flow: Column<Row> = { id: 'flow', title: 'Flow', value: (row) => row.flow }
const rows: Row[] = [
  { name: 'Pump 10', flow: 2 },
  { name: null, flow: Number.NaN },
  { name: 'pump 9', flow: 10 },
]

test('names sort as people count, numbers by size, and what is missing stays last either way', () => {
  expect(sortRows(rows, name, false).map((row) => row.name)).toEqual(['pump 9', 'Pump 10', null])
  expect(sortRows(rows, name, true).map((row) => row.name)).toEqual(['Pump 10', 'pump 9', null])
  expect(sortRows(rows, flow, true).map((row) => row.flow)).toEqual([10, 2, Number.NaN])
  expect(rows[0]?.name).toBe('Pump 10')
})

test('a column grows from its width unless it was resized or must not', () => {
  expect(trackOf(name, undefined)).toBe('minmax(120px, 1fr)')
  expect(trackOf({ ...name, width: 80, grow: 0 }, undefined)).toBe('80px')
  expect(trackOf(name, 93.6)).toBe('94px')
})

test('a column of a narrow table gives way a little, whatever it was resized to where there was room', () => {
  expect(trackOf(name, 300, true)).toBe('minmax(90px, 120fr)')
  expect(trackOf({ ...name, width: 80, grow: 0 }, 300, true)).toBe('80px')
})

test('a narrow table leaves columns out, and others are different there', () => {
  const columns: Column<Row>[] = [
    { ...name, width: 164, grow: 0, narrow: { width: 96 } },
    { ...flow, narrow: null },
  ]
  expect(narrowed(columns).map(({ id, width, grow }) => ({ id, width, grow }))).toEqual([
    { id: 'name', width: 96, grow: 0 },
  ])
})
