import { expect, test } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { createSelections } from './selections.ts'

const start = () => {
  const clock = { time: 1_000_000 }
  return { clock, selections: createSelections(() => clock.time) }
}
const li = { who: '1 li', value: 40 }
const wang = { who: '2 wang', value: 40 }
const at = (field: string) =>
  expect.objectContaining({ code: '100006', fields: [{ field, message: expect.any(String) }] })

test('a selection is confirmed once, up to its last millisecond', () => {
  const { clock, selections } = start()
  const { id, ...rest } = selections.select('p', li)
  expect(rest).toEqual({ status: 'selected', confirm_ms: 30_000 })
  clock.time += LIMITS.writeConfirmMs
  selections.confirm('p', id, li)
  expect(() => selections.confirm('p', id, li)).toThrow(at('confirm'))
})

test('a selection of another user, value, point or id, or an expired one, cannot be confirmed', () => {
  const { clock, selections } = start()
  const { id } = selections.select('p', li)
  expect(() => selections.confirm('p', id, wang)).toThrow(at('confirm'))
  expect(() => selections.confirm('p', id, { ...li, value: 41 })).toThrow(at('value'))
  expect(() => selections.confirm('q', id, li)).toThrow(at('confirm'))
  expect(() => selections.confirm('p', 'x', li)).toThrow(at('confirm'))
  clock.time += LIMITS.writeConfirmMs + 1
  expect(() => selections.confirm('p', id, li)).toThrow(at('confirm'))
})

test('a point is selected by one user at a time, who can select again', () => {
  const { clock, selections } = start()
  const first = selections.select('p', li)
  expect(() => selections.select('p', wang)).toThrow(expect.objectContaining({ code: '100027' }))
  const second = selections.select('p', { ...li, value: 50 })
  expect(() => selections.confirm('p', first.id, li)).toThrow(at('confirm'))
  clock.time += LIMITS.writeConfirmMs + 1
  const third = selections.select('p', wang)
  expect(() => selections.confirm('p', second.id, { ...li, value: 50 })).toThrow(at('confirm'))
  selections.confirm('p', third.id, wang)
})
