import { expect, test } from 'vitest'
import type { Column } from './columns.ts'
import { readKeptColumns, writeKeptColumns } from './kept-columns.ts'

const columns: Column<object>[] = [
  { id: 'name', title: 'Name', isFixed: true },
  { id: 'flow', title: 'Flow' },
  { id: 'note', title: 'Note', isHiddenAtFirst: true },
]

test('columns are as they are declared where nothing is kept', () => {
  expect(readKeptColumns(null, columns)).toEqual({ columnVisibility: { note: false }, columnSizing: {} })
})

test('a kept choice survives being written and read', () => {
  const chosen = { columnVisibility: { flow: false, note: true }, columnSizing: { name: 210.6 } }
  const kept = writeKeptColumns(null, columns, chosen)
  expect(readKeptColumns(kept, columns)).toEqual({
    columnVisibility: { flow: false, note: true },
    columnSizing: { name: 211 },
  })
})

test('a choice that says what the columns say by themselves is not kept', () => {
  expect(writeKeptColumns('{"flow":{"isShown":false}}', columns, readKeptColumns(null, columns))).toBe('{}')
})

test('the choice for columns of another list of the same element stays', () => {
  const kept = '{"address":{"isShown":false},"flow":{"width":90}}'
  const chosen = { columnVisibility: { note: false }, columnSizing: {} }
  expect(writeKeptColumns(kept, columns, chosen)).toBe('{"address":{"isShown":false}}')
})

test.each([
  '',
  'nonsense',
  '[]',
  'null',
  '7',
  '{"flow":7}',
  '{"flow":{"width":"wide","isShown":"no"}}',
  '{"flow":null}',
])('a kept text that cannot be read, %j, changes nothing', (kept) => {
  expect(readKeptColumns(kept, columns)).toEqual({ columnVisibility: { note: false }, columnSizing: {} })
})

test('a fixed column stays shown, and no column is too narrow to be seen', () => {
  const kept = '{"name":{"isShown":false},"flow":{"width":3}}'
  expect(readKeptColumns(kept, columns)).toEqual({ columnVisibility: { note: false }, columnSizing: { flow: 48 } })
})
