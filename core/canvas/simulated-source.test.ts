import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bound, control, device, KINDS, point, screen } from './runtime/test-screen.ts'
import { createRuntime } from './runtime.ts'
import { createSimulatedSource } from './simulated-source.ts'
import { createTypedSource } from './typed-source.ts'

const START = Date.UTC(2026, 10, 20, 8, 0, 0)
beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const WW1 = device(
  'WW1',
  point('level', { unit: 'm', decimals: 2 }),
  point('speed', { write_min: 0, write_max: 50, decimals: 0 }),
  point('on', { data_type: 'boolean' }),
  point('mode', { data_type: 'enum', enum_text: { 0: { zh: '手动', en: 'Manual' }, 1: { zh: '自动', en: 'Auto' } } }),
  point('batch', { data_type: 'string' }),
  point('total', { unit: 'm³', decimals: 0 }),
)
const simulated = (seed = 'a', hasTroubles = false) =>
  createSimulatedSource({ devices: [WW1], seed, hasTroubles, now: () => Date.now() })

/** What a point is over ten minutes. */
function over(key: string, source = simulated()) {
  return Array.from({ length: 600 }, (_, i) => {
    vi.setSystemTime(START + i * 1000)
    return source.read('WW1', key)?.value
  })
}

test('a simulated number stays within the bounds of its unit or point', () => {
  const levels = over('level') as number[]
  expect(Math.min(...levels)).toBeGreaterThanOrEqual(0.5)
  expect(Math.max(...levels)).toBeLessThanOrEqual(6)
  expect(new Set(levels).size).toBeGreaterThan(100)
  const speeds = over('speed') as number[]
  expect(Math.min(...speeds)).toBeGreaterThanOrEqual(5)
  expect(Math.max(...speeds)).toBeLessThanOrEqual(45)
  expect(speeds.every(Number.isInteger)).toBe(true)
})

test('simulated switches, enums and texts take only valid values', () => {
  expect(new Set(over('on'))).toEqual(new Set([true, false]))
  expect(new Set(over('mode'))).toEqual(new Set([0, 1]))
  expect(over('batch')[0]).toMatch(/^batch \d$/)
})

test('a simulated counter only grows', () => {
  const totals = over('total') as number[]
  expect(totals.every((total, i) => i === 0 || total >= (totals[i - 1] as number))).toBe(true)
  expect(totals[0]).toBeGreaterThan(0)
})

test('the same seed gives the same values, and another seed gives others', () => {
  expect(over('level')).toEqual(over('level', simulated('a')))
  expect(over('level')).not.toEqual(over('level', simulated('b')))
})

test('simulated points have faults only where these are switched on', () => {
  const qualities = (hasTroubles: boolean) => {
    const source = simulated('a', hasTroubles)
    return new Set(
      Array.from({ length: 300 }, (_, i) => {
        vi.setSystemTime(START + i * 20_000)
        const { quality, alarm_level } = source.read('WW1', 'level') ?? {}
        return alarm_level ? 'alarm' : quality
      }),
    )
  }
  expect(qualities(false)).toEqual(new Set(['good']))
  expect(qualities(true)).toEqual(new Set(['good', 'bad', 'stale', 'uncertain', 'alarm']))
})

test('a screen follows the simulation while it is shown, and averages are those of the shown values', () => {
  const source = simulated()
  const controls = [control('a', bound('value', 'level')), control('b', bound('value', 'avg(level, 60)'))]
  const options = { document: screen([...controls, control('c', bound('value', 'nowhere'))]), kinds: KINDS }
  const runtime = createRuntime({ ...options, source, sn_code: 'WW1', timezone: 'UTC' })
  const stop = runtime.listen(() => {})
  const before = runtime.state('a')
  vi.advanceTimersByTime(3000)
  expect(runtime.state('a')).not.toBe(before)
  expect(runtime.state('b')).toMatchObject({ quality: 'good' })
  expect(runtime.state('b')?.props.value).toBeGreaterThan(0.5)
  expect(runtime.state('c')?.quality).toBe('missing')
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('typed values are good and current until they are set otherwise', () => {
  const source = createTypedSource({ devices: [WW1], now: () => Date.now() })
  source.set('WW1', 'level', 3)
  expect(source.read('WW1', 'level')).toEqual({ value: 3, quality: 'good', data_time: START, alarm_level: 0 })
  source.set('WW1', 'level', 4, { quality: 'bad', alarm_level: 5 })
  expect(source.read('WW1', 'level')).toMatchObject({ value: 4, quality: 'bad', alarm_level: 5 })
  source.clear('WW1', 'level')
  expect(source.read('WW1', 'level')).toBe(null)
})
