import { expect, test } from 'vitest'
import { fits, readValue, typeOf } from './check-value.ts'
import { parseTelemetry } from './parse.ts'

const bytes = (text: string) => Buffer.from(text)

test('a value stands alone or carries what the device thinks of it', () => {
  expect(readValue(21.5)).toEqual({ value: 21.5, quality: 'good' })
  expect(readValue({ value: 'open', quality: 'uncertain' })).toEqual({ value: 'open', quality: 'uncertain' })
  for (const odd of [[], {}, { value: 1 }, { value: 1, quality: 'stale' }, 'x'.repeat(1025)]) {
    expect(readValue(odd)).toBe('type')
  }
})

test('no value is bad, never 0: null, and numbers beyond every double', () => {
  const nothing = { value: null, quality: 'bad' }
  expect(readValue(null)).toEqual(nothing)
  expect(readValue(JSON.parse('1e999'))).toEqual(nothing)
  expect(readValue({ value: JSON.parse('-1e999'), quality: 'good' })).toEqual(nothing)
  expect(readValue({ value: null, quality: 'good' })).toEqual(nothing)
})

test('a value is never converted to the type of its point', () => {
  expect(fits(1, 'number') && fits(true, 'boolean') && fits('on', 'string') && fits(2, 'enum')).toBe(true)
  expect(fits('1', 'number') || fits(1, 'boolean') || fits(true, 'string') || fits(1.5, 'enum')).toBe(false)
  expect(fits(null, 'enum')).toBe(true)
  expect([typeOf(1), typeOf(''), typeOf(false), typeOf(null)]).toEqual(['number', 'string', 'boolean', null])
})

test('stored readings are put in order of time, those without one last', () => {
  const message = '[{"ts":3,"values":{"a":3}},{"values":{"a":4}},{"ts":1,"values":{"a":1}}]'
  expect(parseTelemetry(bytes(message))).toEqual([
    { sent_time: 1, values: { a: 1 } },
    { sent_time: 3, values: { a: 3 } },
    { sent_time: null, values: { a: 4 } },
  ])
})

test('a message that is no telemetry is refused with its reason', () => {
  const keys = (count: number) =>
    JSON.stringify({ values: Object.fromEntries([...Array(count).keys()].map((n) => [`k${n}`, n])) })
  expect(parseTelemetry(bytes('{"values":'))).toBe('not_json')
  expect(parseTelemetry(bytes('{"values":{"a":NaN}}'))).toBe('not_json')
  expect(parseTelemetry(Buffer.from([0x22, 0xff, 0x22]))).toBe('not_json')
  expect(parseTelemetry(bytes('7'))).toBe('not_the_schema')
  expect(parseTelemetry(bytes('{"ts":"now","values":{}}'))).toBe('not_the_schema')
  expect(parseTelemetry(bytes('[{"values":{}},null]'))).toBe('not_the_schema')
  expect(parseTelemetry(bytes(keys(1000)))).toHaveLength(1)
  expect(parseTelemetry(bytes(keys(1001)))).toBe('too_many_keys')
  expect(parseTelemetry(bytes(keys(100_000)))).toBe('too_large')
})
