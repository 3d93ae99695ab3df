import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { history, MAX_BATCH_SAMPLES } from '../../../core/contract/history.ts'
import { byKey, MOST_KEYS } from '../../../core/contract/telemetry.ts'
import { parseInput } from './field-errors.ts'
import { MOST_ENTRIES } from './wrong-entries.ts'

/** Of a kind that counts how many of it were looked at. */
function counted() {
  let looked = 0
  const entry = z.string().check(z.refine((text) => ++looked > 0 && text === 'right'))
  return { entry, looked: () => looked }
}
const fieldsOf = (schema: z.ZodMiniType, input: unknown) => {
  const parsed = parseInput(schema, input, 'en')
  return parsed.ok ? [] : parsed.fields
}
const times = (count: number, entry: unknown) => Array.from({ length: count }, () => entry)

test('a long list of wrong entries is refused with the first 50 of them, and no other is checked', () => {
  const { entry, looked } = counted()
  const schema = z.object({ list: z.array(entry).check(z.maxLength(10_000)) })
  const fields = fieldsOf(schema, { list: times(10_000, 'wrong') })
  expect(fields.map(({ field }) => field)).toEqual(times(50, 0).map((_, i) => `list.${i}`))
  expect(looked()).toBe(50)
})

test('a list that is too long is refused by its length, before its entries are looked at', () => {
  const { entry, looked } = counted()
  const schema = z.object({ rows: z.array(z.object({ list: z.array(entry).check(z.maxLength(3)) })) })
  expect(fieldsOf(schema, { rows: [{ list: times(4, 'right') }] })).toEqual([
    { field: 'rows.0.list', message: 'may have at most 3 entries' },
  ])
  expect(looked()).toBe(0)
})

test('lists that are short enough each are refused where they are too many together', () => {
  const list = z.array(z.array(z.int()).check(z.maxLength(MAX_BATCH_SAMPLES))).check(z.maxLength(1000))
  const input = { list: times(3, times(MOST_ENTRIES / 2 - 2, 1)) }
  const schema = z.object({ list: z.array(z.array(z.int()).check(z.maxLength(MOST_ENTRIES))) })
  expect(fieldsOf(schema, input).map(({ field }) => field)).toEqual(['list.2'])
  expect(fieldsOf(z.object({ list }), { list: times(2, times(MAX_BATCH_SAMPLES, 1)) })).toEqual([])
})

test('a map of more keys than anybody has is refused', () => {
  const schema = z.object({ texts: z._default(z.nullable(byKey(z.string())), null) })
  const keyed = (count: number) => ({ texts: Object.fromEntries(times(count, 'x').map((text, i) => [`k${i}`, text])) })
  expect(fieldsOf(schema, keyed(MOST_KEYS))).toEqual([])
  expect(fieldsOf(schema, keyed(MOST_KEYS + 1))).toEqual([{ field: 'texts', message: 'may have at most 1000 entries' }])
})

test('a bulk load of as many samples as there may be is taken, and one more is not', () => {
  const load = (count: number) => ({
    sn_code: 'SN1',
    series: [{ key: 'level', times: times(count, 1), values: times(count, 2) }],
  })
  expect(parseInput(history.load.input, load(MAX_BATCH_SAMPLES), 'en').ok).toBe(true)
  expect(fieldsOf(history.load.input, load(MAX_BATCH_SAMPLES + 1))).toEqual([
    { field: 'series.0.times', message: 'may have at most 200000 entries' },
  ])
})

test('wrong entries and wrong fields of one input are named together, each once', () => {
  const row = z.object({ name: z.string().check(z.minLength(1)), list: z.array(z.int()) })
  const input = { rows: [{ name: '', list: [1, 'x'] }, { name: 'a', list: [] }, {}], title: 7 }
  const fields = fieldsOf(z.object({ rows: z.array(row), title: z.string() }), input).map(({ field }) => field)
  expect(fields).toEqual(['rows.0.name', 'rows.0.list.1', 'rows.2.name', 'rows.2.list', 'title'])
})

test("a field's path is no longer than a line, however long its key was", () => {
  const [wrong] = fieldsOf(byKey(z.int()), { ['k'.repeat(100_000)]: 'x' })
  expect(wrong?.field).toHaveLength(300)
})
