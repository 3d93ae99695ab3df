import { expect, test } from 'vitest'
import { type Column, fitted, narrowed, resized, sharedOut, sortRows, trackOf } from './columns.ts'

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
  expect(trackOf(resized(name, undefined))).toBe('minmax(120px, 1fr)')
  expect(trackOf({ ...name, width: 80, grow: 0 })).toBe('80px')
  expect(trackOf(resized(name, 93.6))).toBe('94px')
})

test('a column of a tight table gives way a little, but one that was resized or must not', () => {
  expect(trackOf(name, true)).toBe('minmax(90px, 120fr)')
  expect(trackOf({ ...name, width: 80, grow: 0 }, true)).toBe('80px')
  expect(trackOf(resized(name, 300), true)).toBe('300px')
})

test('a table beside a panel leaves out what a narrow one has not either, the last first, rather than cut its last column off', () => {
  const column = (id: string, more: Partial<Column<Row>> = {}): Column<Row> => ({ id, title: id, width: 100, ...more })
  const columns = [
    column('name'),
    column('note', { narrow: null }),
    column('sent', { narrow: null }),
    column('on', { narrow: null, grow: 0 }),
    column('actions', { grow: 0 }),
  ]
  const at = (room: number, mayLeaveOut = true) => {
    const { fit, isTight } = fitted(columns, room, mayLeaveOut)
    return [fit.map(({ id }) => id).join(' '), isTight]
  }
  expect(at(500)).toEqual(['name note sent on actions', false])
  expect(at(430)).toEqual(['name note sent on actions', true])
  expect(at(420)).toEqual(['name note on actions', false])
  expect(at(260)).toEqual(['name actions', false])
  expect(at(100)).toEqual(['name actions', true])
  expect(at(100, false)).toEqual(['name note sent on actions', true])
})

test('columns that grow have what stands in them, and those that need most share what is left where it is too much', () => {
  const columns: Column<Row>[] = [
    { ...name, id: 'level', width: 100, grow: 0 },
    { ...name, width: 150 },
    { ...name, id: 'delays', width: 150 },
    { ...name, id: 'from', width: 140, grow: 2 },
    { ...name, id: 'kept', width: 90, isKeptWide: true },
  ]
  const needs = (name: number, delays: number, from: number) =>
    new Map(Object.entries({ name, delays, from, level: 400 }))
  const at = (needed: ReturnType<typeof needs>, room: number) =>
    sharedOut(columns, needed, room).map(({ width }) => width)
  // What is left over is shared as the columns grow.
  expect(at(needs(240, 60, 120), 700)).toEqual([100, 240, 60, 120, 90])
  expect(at(needs(240, 60, 900), 700)).toEqual([100, 225, 60, 225, 90])
  // With too little room for any they keep the least that they give way to.
  expect(at(needs(240, 160, 900), 300)).toEqual([100, 110, 110, 111, 90])
})

test('a column that gives first leaves others what they need, down to what it gives way to', () => {
  const columns: Column<Row>[] = [
    { ...name, width: 100 },
    { ...name, id: 'device', width: 100, givesFirst: true },
    { ...name, id: 'state', width: 100 },
  ]
  const at = (needed: object, room: number) =>
    sharedOut(columns, new Map(Object.entries(needed)), room).map(({ width }) => width)
  expect(at({ name: 150, device: 190, state: 200 }, 600)).toEqual([150, 190, 200])
  expect(at({ name: 150, device: 190, state: 200 }, 450)).toEqual([150, 100, 200])
  expect(at({ name: 150, device: 190, state: 200 }, 350)).toEqual([137, 75, 138])
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
