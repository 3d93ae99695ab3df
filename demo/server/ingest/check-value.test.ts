import { expect, test } from 'vitest'
import { SentValue } from '../../../core/contract/telemetry.ts'
import { fits, readValue, typeOf, unknownKeys } from './check-value.ts'
import { parseTelemetry } from './parse.ts'

const bytes = (text: string) => Buffer.from(text)

test('a value stands alone or carries what the device thinks of it', () => {
  expect(readValue(21.5)).toEqual({ value: 21.5, quality: 'good' })
  expect(readValue({ value: 'open', quality: 'uncertain' })).toEqual({ value: 'open', quality: 'uncertain' })
  for (const odd of [[], {}, { value: 1 }, { value: 1, quality: 'stale' }, 'x'.repeat(1025)]) {
    expect(readValue(odd)).toBe('type')
  }
})

test('a value is taken exactly where the contract calls it one', () => {
  const alone = [
    0,
    -1.5,
    '',
    'x'.repeat(1024),
    'x'.repeat(1025),
    true,
    false,
    null,
    undefined,
    [],
    {},
    [1],
    Symbol.iterator,
  ]
  const qualities = ['good', 'uncertain', 'bad', 'stale', '', null, undefined, 1, {}, 'constructor']
  const held = alone.flatMap((value) => qualities.map((quality) => ({ value, quality, more: 1 })))
  for (const sent of [...alone, ...held, { quality: 'good' }, Object.create(null)]) {
    expect(typeof readValue(sent) === 'object').toBe(SentValue.safeParse(sent).success)
  }
})

test('a message has no more names without a point looked at than a device may have points', () => {
  let looked = 0
  const readings = [...Array(30).keys()].map((reading) => {
    const values: Record<string, unknown> = {}
    for (let n = 0; n < 1000; n++) {
      const get = () => {
        looked++
        return {}
      }
      Object.defineProperty(values, `k${reading}_${n}`, { enumerable: true, get })
    }
    return { values }
  })
  expect(unknownKeys(readings, () => false)).toEqual({ types: new Map(), wrong: [], isCut: true })
  expect(looked).toBe(1000)
  expect(unknownKeys(readings, () => true).isCut).toBe(false)
})

test('a name has the type of its first value, and one that no point may have is reported once', () => {
  const readings = [
    { values: { a: null, 'b c': 1, d: {} } },
    { values: { a: 1, 'b c': 2, d: true } },
    { values: { a: 'x' } },
  ]
  const types = new Map([
    ['a', 'number'],
    ['d', 'boolean'],
  ])
  expect(unknownKeys(readings, (key) => key === 'e')).toEqual({ types, wrong: ['b c'], isCut: false })
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
  for (const values of ['[]', 'null', '1', '"a"']) {
    expect(parseTelemetry(bytes(`{"values":${values}}`))).toBe('not_the_schema')
  }
  expect(parseTelemetry(bytes(`[${Array(5001).fill('{"values":{}}')}]`))).toBe('not_the_schema')
  expect(parseTelemetry(bytes(keys(1000)))).toHaveLength(1)
  expect(parseTelemetry(bytes(keys(1001)))).toBe('too_many_keys')
  expect(parseTelemetry(bytes(keys(100_000)))).toBe('too_large')
})
