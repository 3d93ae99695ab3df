import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../catalogue/durations.ts'
import type { Value } from '../../contract/telemetry.ts'
import type { ValueQuality } from './compile.ts'
import { evaluate, parseExpression } from './expression.ts'
import { createRing } from './samples.ts'
import type { PointRef } from './syntax.ts'

/** 2026-11-20 16:05:42 in Shanghai, a Friday. */
const NOW = Date.UTC(2026, 10, 20, 8, 5, 42)
type Sample = Value | { value: Value; quality?: ValueQuality; data_time?: number; alarm_level?: number }

function parsed(source: string) {
  const result = parseExpression(source)
  if (!result.ok) throw new Error(`${source}: ${result.error.fault}`)
  return result.expression
}

function result(source: string, points: Record<string, Sample> = {}, timezone = 'Asia/Shanghai') {
  const nameOf = ({ sn_code, key }: PointRef) => (sn_code ? `${sn_code}.${key}` : key)
  return evaluate(parsed(source), {
    now: NOW,
    timezone,
    read: (point) => {
      const sample = points[nameOf(point)]
      if (sample === undefined) return null
      const state = sample === null || typeof sample !== 'object' ? { value: sample } : sample
      return { quality: 'good', data_time: NOW - 1000, alarm_level: 0, ...state }
    },
    isMissing: ({ key }) => key === 'nowhere',
  })
}
const worth = (source: string, points?: Record<string, Sample>) => result(source, points).value

describe('arithmetic', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 ^ -2', 0.25],
    ['-2 * -3', 6],
    ['7 % 4 - 10 / 4', 0.5],
    ['1.5e3 + .5', 1500.5],
    ['- - 3', 3],
    ['8 / 2 / 2', 2],
    ['（1＋2）×3÷2', 4.5],
    ['0 * -1', 0],
  ])('the arithmetic %s is %s', (source, value) => {
    expect(worth(source)).toBe(value)
    expect(Object.is(worth(source), -0)).toBe(false)
  })

  test('a switch counts as 0 or 1, so that running pumps can be added up', () => {
    expect(worth('p1 + p2 + p3', { p1: true, p2: false, p3: true })).toBe(2)
  })

  test('a division by zero has no value and bad quality, and is no error of the expression', () => {
    expect(result('flow / total', { flow: 1, total: 0 })).toMatchObject({ value: null, quality: 'bad', problem: null })
    expect(result('sqrt(0 - 1)')).toMatchObject({ value: null, quality: 'bad', problem: null })
    expect(result('flow + 1', { flow: Number.NaN })).toMatchObject({ value: null, quality: 'bad' })
  })

  test('a text times a number is reported as an error and never shown as NaN', () => {
    const { value, quality, problem } = result('2 * mode', { mode: 'auto' })
    expect({ value, quality }).toEqual({ value: null, quality: 'bad' })
    expect(problem).toEqual({ fault: 'not_number', found: 'text', index: 4, length: 4 })
    expect(result('mode + 2', { mode: '3' }).problem?.fault).toBe('not_number')
  })

  test('texts are joined by + with texts', () => {
    expect(worth('"a" + mode', { mode: 'b' })).toBe('ab')
  })

  test('a calculation with a missing value has no value', () => {
    expect(result('flow * 2 + 1', { flow: null })).toMatchObject({ value: null, quality: 'good', problem: null })
  })
})

describe('comparisons and logic', () => {
  test.each([
    ['3 < 4', true],
    ['3 >= 4', false],
    ['1 = 1', true],
    ['1 <> 1', false],
    ['"a" < "b"', true],
    ['"1" == 1', false],
    ['true == 1', true],
    ['1 < 2 and not (3 > 4)', true],
    ['1 > 2 || 3 < 4 && true', true],
    ['not 1 == 2', true],
    ['!true or 0', false],
    ['3 ≥ 3', true],
    ['3 ＞＝ 3', true],
    ['null == null', true],
  ])('the comparison %s is %s', (source, value) => {
    expect(worth(source)).toBe(value)
  })

  test('an unknown value leaves open only what depends on it', () => {
    const nothing = { x: null }
    expect(worth('false and x', nothing)).toBe(false)
    expect(worth('x or true', nothing)).toBe(true)
    expect(worth('x and true', nothing)).toBe(null)
    expect(worth('x > 3', nothing)).toBe(null)
    expect(worth('x == 3', nothing)).toBe(null)
    expect(worth('x == null', nothing)).toBe(true)
    expect(worth('x != null', { x: 0 })).toBe(true)
  })

  test('a text compared with a number by size, or used as a condition, is an error', () => {
    expect(result('mode > 3', { mode: 'auto' }).problem).toMatchObject({ fault: 'not_comparable', index: 0 })
    expect(result('mode and true', { mode: 'auto' }).problem?.fault).toBe('not_logical')
  })

  test('a choice evaluates one branch, and the other takes no part', () => {
    const points: Record<string, Sample> = { level: 90, broken: { value: 1, quality: 'bad' } }
    expect(result('level > 80 ? "high" : broken', points)).toMatchObject({ value: 'high', quality: 'good' })
    expect(result('if(level > 95, 1, broken)', points)).toMatchObject({ value: 1, quality: 'bad' })
    expect(worth('level < 20 ? 1 : level < 50 ? 2 : 3', points)).toBe(3)
    expect(worth('nothing ? 1 : 2', { nothing: null })).toBe(null)
  })
})

describe('functions', () => {
  test.each([
    ['round(2.345, 2)', 2.35],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -2],
    ['floor(2.7) + ceil(2.1)', 5],
    ['abs(-3)', 3],
    ['min(3, 1, 2) + max(3, 1, 2)', 4],
    ['sum(1, 2, 3) / avg(1, 2, 3)', 3],
    ['sqrt(9) + pow(2, 3)', 11],
    ['log(exp(2))', 2],
    ['round(log(1000, 10), 6)', 3],
    ['sin(0) + cos(0) + tan(0)', 1],
    ['clamp(120, 0, 100)', 100],
    ['map(12, 4, 20, 0, 100)', 50],
    ['map(24, 4, 20, 0, 100)', 125],
    ['format(3.14159, 2)', '3.14'],
    ['concat("Q = ", 0.1 + 0.2, " m³/h ", true)', 'Q = 0.3 m³/h true'],
    ['upper("ab") + lower("CD")', 'ABcd'],
    ['length("水位 1")', 4],
    ['left("水位高", 2) + right("abc", 2) + right("a", 0)', '水位bc'],
    ['contains("auto mode", "mode")', true],
  ])('the function call %s is %s', (source, value) => {
    expect(worth(source)).toBe(value)
  })

  test('the minimum of several values is unknown while one of them is', () => {
    expect(result('min(a, b)', { a: 1, b: null }).value).toBe(null)
    expect(worth('concat("Flow ", a)', { a: null })).toBe('Flow –')
  })

  test('a number where a text is needed is an error', () => {
    expect(result('upper(3)').problem).toEqual({ fault: 'not_text', found: 'number', index: 6, length: 1 })
  })

  test('a text that grows too long is cut', () => {
    const long = 'x'.repeat(1000)
    const source = `concat(${Array(20).fill('t').join(',')})`
    expect((worth(source, { t: long }) as string).length).toBe(4096)
  })

  test('parts of a date are in the tenant’s time zone', () => {
    expect(worth('concat(year(), "-", month(), "-", day(), " ", hour(), ":", minute(), ":", second())')).toBe(
      '2026-11-20 16:5:42',
    )
    expect(worth('weekday()')).toBe(5)
    expect(result('hour()', {}, 'America/New_York').value).toBe(3)
    expect(result('hour()', {}, 'Nowhere/Land').value).toBe(8)
    expect(worth('hour(now() + 3600000)')).toBe(17)
    expect(worth('day(1e300)')).toBe(null)
  })

  test('quality, age and alarm of a point can be read without the point taking part', () => {
    const points = { flow: { value: null, quality: 'bad' as const, data_time: NOW - 90_000, alarm_level: 4 } }
    expect(result('quality(flow) == "bad"', points)).toMatchObject({ value: true, quality: 'good' })
    expect(worth('age(flow)', points)).toBe(90)
    expect(worth('alarm(flow) >= 4', points)).toBe(true)
    expect(result('quality(later)')).toMatchObject({ value: 'waiting', quality: 'good' })
    expect(result('alarm(nowhere)').quality).toBe('missing')
  })
})

describe('points', () => {
  test('an expression names points of the screen’s device, of a fixed one, with special characters, or by a call', () => {
    const points = { flow: 1, 'WW0001.flow': 2, 'pump1.flow': 4, 'WW0001.a/b': 8, '4711.flow': 16, 'WW0001.p-1:x': 32 }
    const source = 'flow + WW0001.flow + [pump1.flow] + WW0001.[a/b] + 4711.flow + point("WW0001", "p-1:x")'
    expect(worth(source, points)).toBe(63)
    expect(parsed(source).points).toEqual([
      { sn_code: '', key: 'flow' },
      { sn_code: 'WW0001', key: 'flow' },
      { sn_code: '', key: 'pump1.flow' },
      { sn_code: 'WW0001', key: 'a/b' },
      { sn_code: '4711', key: 'flow' },
      { sn_code: 'WW0001', key: 'p-1:x' },
    ])
  })

  test('a point can have the name of a function or stand beside operators', () => {
    expect(worth('min-max', { min: 5, max: 3 })).toBe(2)
    expect(worth('[and] * 2', { and: 4 })).toBe(8)
    expect(worth('a?b:c', { a: true, b: 1, c: 2 })).toBe(1)
  })

  test('each point of an expression is listed once, and an expression that is one point is recognised', () => {
    expect(parsed('flow + flow * [flow]').points).toEqual([{ sn_code: '', key: 'flow' }])
    expect(parsed(' (WW1.flow) ').plain).toEqual({ sn_code: 'WW1', key: 'flow' })
    expect(parsed('flow + 0').plain).toBe(null)
  })

  test('a result has the worst quality of the values in it', () => {
    const points: Record<string, Sample> = {
      good: 1,
      old: { value: 2, quality: 'stale' },
      doubtful: { value: 3, quality: 'uncertain' },
    }
    expect(result('good + doubtful', points).quality).toBe('uncertain')
    expect(result('max(good, doubtful, old)', points).quality).toBe('stale')
    expect(result('good + later', points)).toMatchObject({ value: null, quality: 'waiting' })
    expect(result('good + later + nowhere', points)).toMatchObject({ value: null, quality: 'missing' })
    expect(result('1 + 1').quality).toBe('good')
  })

  test('a result has the time of its oldest value', () => {
    const points = { a: { value: 1, data_time: 500 }, b: { value: 1, data_time: 300 } }
    expect(result('a + b', points).data_time).toBe(300)
    expect(result('1').data_time).toBe(null)
  })

  test('a parameter that is not set has no value', () => {
    expect(parsed('$limit + [$pump.flow] + $dev.level').parameters).toEqual(['limit', 'pump', 'dev'])
    expect(result('$limit * 2')).toMatchObject({ value: null, quality: 'missing' })
  })
})

describe('functions over time', () => {
  const ring = createRing(HOUR_MS)
  ring.knownSince(NOW - HOUR_MS)
  for (const [agoS, value] of [
    [120, 10],
    [45, 20],
    [30, 40],
    [0, 60],
  ] as const)
    ring.push(NOW - agoS * 1000, value)
  const over = (source: string, samples = ring) =>
    evaluate(parsed(source), {
      now: NOW,
      timezone: 'UTC',
      read: () => ({ value: 60, quality: 'good', data_time: NOW, alarm_level: 0 }),
      past: () => samples,
    })

  test('the average is weighted by how long each value held', () => {
    // 15 s of 10, 15 s of 20, 30 s of 40.
    expect(over('avg(flow, 60)').value).toBe((10 * 15 + 20 * 15 + 40 * 30) / 60)
  })

  test('the value at the start of the span counts for minimum, change and rate', () => {
    expect(over('min(flow, 60)').value).toBe(10)
    expect(over('max(flow, 60)').value).toBe(60)
    expect(over('delta(flow, 60)').value).toBe(50)
    expect(over('rate(flow, 60)').value).toBeCloseTo(50 / 60)
    expect(over('delta([flow], 40)').value).toBe(40)
  })

  test('a span that is not known from its start is uncertain', () => {
    const young = createRing(60_000)
    young.push(NOW - 10_000, 5)
    expect(over('avg(flow, 60)', young)).toMatchObject({ value: 5, quality: 'uncertain' })
    expect(over('avg(flow, 60)')).toMatchObject({ quality: 'good' })
  })

  test('a minimum of two values is no span where the point does not stand first', () => {
    expect(over('min(50, flow)').value).toBe(50)
    expect(over('min(flow, 60, 50)').value).toBe(50)
    expect(over('min(flow + 0, 50)').value).toBe(50)
    expect(parsed('min(50, flow)').isOverTime).toBe(false)
  })

  test('an expression lists how far back each point is needed', () => {
    const { points, pasts, isOverTime } = parsed('avg(flow, 60) + rate(WW1.level, 300) + max(flow, 3600)')
    expect(isOverTime).toBe(true)
    expect(pasts.map(({ point, seconds }) => [points[point]?.key, seconds])).toEqual([
      ['flow', 60],
      ['level', 300],
      ['flow', 3600],
    ])
  })

  test.each(['now()', 'hour()', 'age(flow)', 'if(flow > 1, second(), 0)'])('%s changes with time alone', (source) => {
    expect(parsed(source).isOverTime).toBe(true)
  })
  test('the hour of a given time does not change with time', () => {
    expect(parsed('hour(opened)').isOverTime).toBe(false)
  })
})
