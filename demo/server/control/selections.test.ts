import { expect, test } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { createSelections } from './selections.ts'

const start = () => {
  const clock = { time: 1_000_000 }
  return { clock, selections: createSelections(() => clock.time) }
}
const li = { who: '1 li', party: '1', holder: 'session of li', value: 40 }
const wang = { who: '2 wang', party: '2', holder: 'session of wang', value: 40 }
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

test('whoever selects again has the point for no longer', () => {
  const { clock, selections } = start()
  selections.select('p', li)
  clock.time += 20_000
  const again = selections.select('p', { ...li, value: 50 })
  expect(again.confirm_ms).toBe(LIMITS.writeConfirmMs - 20_000)
  clock.time += 10_001
  expect(() => selections.confirm('p', again.id, { ...li, value: 50 })).toThrow(at('confirm'))
  expect(selections.select('p', wang).confirm_ms).toBe(LIMITS.writeConfirmMs)
})

test('somebody who was kept out by a selection that was not confirmed has the point before it is selected by the same user again', () => {
  const { clock, selections } = start()
  const busy = expect.objectContaining({ code: '100027' })
  selections.select('p', li)
  expect(() => selections.select('p', wang)).toThrow(busy)
  clock.time += LIMITS.writeConfirmMs + 1
  expect(() => selections.select('p', li)).toThrow(busy)
  const { id } = selections.select('p', wang)
  selections.confirm('p', id, wang)
  selections.select('p', li)
  // Where nobody else wanted it, or does not come back, nobody waits.
  clock.time += LIMITS.writeConfirmMs + 1
  selections.select('p', li)
  expect(() => selections.select('p', wang)).toThrow(busy)
  clock.time += 2 * LIMITS.writeConfirmMs + 1
  selections.select('p', li)
})

test('an end user of a portal does not keep a point from others by coming under another id', () => {
  const { clock, selections } = start()
  const busy = expect.objectContaining({ code: '100027' })
  const guest = (sub: string) => ({ who: `key ${sub}`, party: 'key', holder: 'key', value: 40 })
  selections.select('p', guest('one'))
  expect(() => selections.select('p', wang)).toThrow(busy)
  clock.time += LIMITS.writeConfirmMs + 1
  expect(() => selections.select('p', guest('two'))).toThrow(busy)
  selections.select('p', wang)
  // Among those of one key the one that was refused comes first.
  selections.select('q', guest('one'))
  expect(() => selections.select('q', guest('two'))).toThrow(busy)
  clock.time += LIMITS.writeConfirmMs + 1
  expect(() => selections.select('q', guest('one'))).toThrow(busy)
  selections.select('q', guest('two'))
})

test('selections of a session or key that ends are dropped, and those of others stay', () => {
  const { selections } = start()
  const { id } = selections.select('p', li)
  const other = selections.select('q', wang)
  selections.drop(li.holder)
  expect(() => selections.confirm('p', id, li)).toThrow(at('confirm'))
  selections.select('p', wang)
  selections.confirm('q', other.id, wang)
})
