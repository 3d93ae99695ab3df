import { expect, test } from 'vitest'
import { columnsIn, keptText } from './kept-columns.ts'

const COLUMNS = [{ id: 'alarm_name', isFixed: true }, { id: 'note' }, { id: 'repeats', isHiddenAtFirst: true }]

test('what the user hid, showed and resized comes back', () => {
  const chosen = { hidden: new Set(['note']), widths: { alarm_name: 320 } }
  const kept = keptText(chosen, COLUMNS)
  expect(kept).toBe('-note +repeats alarm_name:320')
  expect(columnsIn(kept, COLUMNS)).toEqual(chosen)
})

test('nothing is kept of what is as it is at first', () => {
  expect(keptText(columnsIn('', COLUMNS), COLUMNS)).toBe('')
  expect(columnsIn('', COLUMNS).hidden).toEqual(new Set(['repeats']))
})

test('columns that are gone, nonsense and widths nobody can use are ignored or bounded', () => {
  const { hidden, widths } = columnsIn('-alarm_name +gone gone:100 {"a":1} note:3 repeats:999999', COLUMNS)
  expect(hidden).toEqual(new Set(['repeats']))
  expect(widths).toEqual({ note: 48, repeats: 2000 })
})
