import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../catalogue/durations.ts'
import { ConnectionError } from '../contract/api-error.ts'
import type { ReplayPoint } from '../contract/screen.ts'
import { createReplaySource, type FetchPast, type ReplaySourceOptions } from './replay-source.ts'
import { bound, control, KINDS, screen, WW1 } from './runtime/test-screen.ts'
import { createRuntime } from './runtime.ts'

const START = Date.UTC(2026, 10, 19, 0, 0, 0)
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A value a minute: the minute's number since START. */
function recorded(sn_code: string, key: string, start: number, end: number): ReplayPoint {
  const first = Math.floor(start / MINUTE_MS) * MINUTE_MS
  const times = Array.from({ length: Math.floor((end - first) / MINUTE_MS) + 1 }, (_, i) => first + i * MINUTE_MS)
  const values = times.map((time) => (time - START) / MINUTE_MS)
  return { sn_code, key, times, values, qualities: times.map(() => 'good' as const) }
}

interface Request {
  points: string[]
  start: number
  end: number
  step: number
}

function play(more: Partial<ReplaySourceOptions> = {}, hold = false) {
  const requests: Request[] = []
  const held: (() => void)[] = []
  const fetch: FetchPast = async (points, start, end, step) => {
    requests.push({ points: points.map(({ key }) => key), start: start - START, end: end - START, step })
    if (hold) await new Promise<void>((done) => held.push(done))
    return points.filter(({ key }) => key !== 'hidden').map(({ sn_code, key }) => recorded(sn_code, key, start, end))
  }
  const source = createReplaySource({ fetch, start: START, end: START + DAY_MS, ...more })
  const changes: string[][] = []
  const listen = () => source.listen('WW1', (keys) => changes.push([...keys]))
  const value = (key = 'flow') => source.read('WW1', key)?.value
  const state = () => {
    const { time, target, ...rest } = source.$state.get()
    return { ...rest, at: time - START, target: target === null ? null : target - START }
  }
  const release = async () => {
    for (const go of held.splice(0)) go()
    await settled()
  }
  return { source, requests, changes, listen, value, state, release }
}
const settled = () => vi.advanceTimersByTimeAsync(0)

test('nothing is loaded before the first listener; then all points that were read load together', async () => {
  const { source, requests, changes, listen, value } = play()
  value('flow')
  value('level')
  await settled()
  expect(requests).toEqual([])
  listen()
  await settled()
  expect(requests).toEqual([{ points: ['flow', 'level'], start: 0, end: 5 * MINUTE_MS, step: 1000 }])
  expect(changes).toEqual([['flow', 'level']])
  expect(source.read('WW1', 'flow')).toEqual({ value: 0, quality: 'good', data_time: START, alarm_level: 0 })
  expect(source.now()).toBe(START)
})

test('a replay runs at the chosen speed and notifies of points that changed', async () => {
  const { source, changes, listen, value, state } = play()
  value()
  listen()
  await settled()
  changes.length = 0
  source.play()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(changes).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(changes).toEqual([['flow']])
  source.setSpeed(10)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(value()).toBe(3)
  expect(state()).toMatchObject({ isPlaying: true, speed: 10, at: 3 * MINUTE_MS })
  source.pause()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state()).toMatchObject({ isPlaying: false, at: 3 * MINUTE_MS })
  expect(vi.getTimerCount()).toBe(0)
})

test('the next part is loaded while half of the current one is left, so that the replay does not stop', async () => {
  const { source, requests, listen, value, state } = play()
  value()
  listen()
  await settled()
  source.setSpeed(30)
  source.play()
  await vi.advanceTimersByTimeAsync(5000)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(500)
  expect(requests[1]).toEqual({ points: ['flow'], start: 5 * MINUTE_MS, end: 35 * MINUTE_MS, step: 1000 })
  await vi.advanceTimersByTimeAsync(14_500)
  expect(state()).toMatchObject({ at: 10 * MINUTE_MS, isLoading: false })
  expect(value()).toBe(10)
})

test('the replay clock waits for data that has not arrived, and goes on from there', async () => {
  const { source, listen, value, state, release } = play({}, true)
  value()
  listen()
  await settled()
  expect(state()).toMatchObject({ isLoading: true, target: 0 })
  source.setSpeed(60)
  source.play()
  await release()
  await vi.advanceTimersByTimeAsync(1000)
  // The window of speed 1 is fine enough for 60, and over after five minutes.
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state()).toMatchObject({ isLoading: true, isPlaying: true, target: 5 * MINUTE_MS })
  const stood = state().at
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state().at).toBe(stood)
  await release()
  await vi.advanceTimersByTimeAsync(1000)
  expect(state()).toMatchObject({ isLoading: false, at: 6 * MINUTE_MS })
})

test('a fast replay requests reduced data, and a slow one after it requests all of it', async () => {
  const { source, requests, listen, value } = play()
  value()
  source.setSpeed(600)
  listen()
  await settled()
  expect(requests.at(-1)).toEqual({ points: ['flow'], start: 0, end: 10 * HOUR_MS, step: 150_000 })
  source.seek(START + 2 * HOUR_MS)
  source.setSpeed(1)
  await settled()
  expect(requests.at(-1)).toEqual({
    points: ['flow'],
    start: 2 * HOUR_MS,
    end: 2 * HOUR_MS + 5 * MINUTE_MS,
    step: 1000,
  })
  expect(requests).toHaveLength(2)
  source.setSpeed(10_000)
  expect(source.$state.get().speed).toBe(600)
})

test('a jump to another time is shown once its data has arrived, and not before', async () => {
  const { source, listen, value, state, release } = play({}, true)
  value()
  listen()
  await settled()
  await release()
  source.seek(START + 3 * HOUR_MS)
  expect(state()).toMatchObject({ at: 0, target: 3 * HOUR_MS, isLoading: true })
  source.seek(START + 5 * HOUR_MS)
  await release()
  await release()
  expect(state()).toMatchObject({ at: 5 * HOUR_MS, target: null, isLoading: false })
  expect(value()).toBe(300)
  source.seek(START + 5 * HOUR_MS + 2 * MINUTE_MS)
  expect(state()).toMatchObject({ at: 5 * HOUR_MS + 2 * MINUTE_MS, isLoading: false })
  source.seek(0)
  await release()
  expect(state().at).toBe(0)
})

test('a replay stops at the end and can start again', async () => {
  const { source, listen, value, state } = play({ end: START + 3 * MINUTE_MS })
  value()
  listen()
  await settled()
  source.setSpeed(60)
  source.play()
  await vi.advanceTimersByTimeAsync(4000)
  expect(state()).toMatchObject({ at: 3 * MINUTE_MS, isPlaying: false })
  expect(value()).toBe(3)
  expect(vi.getTimerCount()).toBe(0)
  source.play()
  expect(state()).toMatchObject({ at: 0, isPlaying: true })
})

test('a failed request stops the replay with the reason, and the next try clears it', async () => {
  let isDown = true
  const fetch: FetchPast = async (points, start, end) => {
    if (isDown) throw new ConnectionError('offline')
    return points.map(({ sn_code, key }) => recorded(sn_code, key, start, end))
  }
  const { source, listen, value, state } = play({ fetch })
  value()
  listen()
  source.play()
  await settled()
  expect(state()).toMatchObject({ isPlaying: false, isLoading: false, error: new ConnectionError('offline') })
  isDown = false
  source.play()
  await settled()
  expect(state()).toMatchObject({ isPlaying: true, error: null })
  expect(value()).toBe(0)
  source.dispose()
})

test('a point added later is loaded for the time that is shown', async () => {
  const { requests, changes, listen, value } = play()
  value()
  listen()
  await settled()
  value('level')
  value('hidden')
  await settled()
  expect(requests[1]).toMatchObject({ points: ['level', 'hidden'], start: 0 })
  expect(changes.at(-1)).toEqual(['level'])
  expect(value('hidden')).toBe(undefined)
  await settled()
  expect(requests).toHaveLength(2)
})

test('functions over time look back from the time that is shown', async () => {
  const { source, requests, listen } = play()
  const flow = source.history?.('WW1', 'flow', 10 * MINUTE_MS)
  source.read('WW1', 'level')
  listen()
  source.seek(START + HOUR_MS)
  await settled()
  await settled()
  expect(requests.filter(({ start }) => start === 50 * MINUTE_MS)).toMatchObject([
    { points: ['flow'], end: HOUR_MS + 5 * MINUTE_MS },
  ])
  expect(flow?.over(source.now() - 10 * MINUTE_MS, source.now())).toMatchObject({
    first: 50,
    last: 60,
    avg: 54.5,
    isWhole: true,
  })
})

test('alarms that were open at the time shown are drawn', async () => {
  const alarm = {
    sn_code: 'WW1',
    rule_id: '1',
    key: 'flow',
    alarm_level: 4,
    alarm_time: START + MINUTE_MS,
    alarm_name: '流量过高',
    alarm_name_en: 'Flow too high',
  }
  const alarms = [
    { ...alarm, recover_time: START + 2 * MINUTE_MS, confirm_time: START + 3 * MINUTE_MS },
    {
      ...alarm,
      rule_id: '2',
      key: 'other',
      alarm_level: 5,
      alarm_time: START + 4 * MINUTE_MS,
      recover_time: null,
      confirm_time: null,
    },
  ]
  const { source, changes, listen, value } = play({ alarms: async () => alarms })
  value()
  listen()
  await settled()
  const at = (minutes: number) => {
    source.seek(START + minutes * MINUTE_MS)
    return [source.read('WW1', 'flow')?.alarm_level, source.deviceAlarm?.('WW1')]
  }
  expect([at(0.5), at(1), at(2.5), at(3), at(4.5)]).toEqual([
    [0, 0],
    [4, 4],
    [4, 4],
    [0, 0],
    [0, 5],
  ])
  expect(source.alarms?.('WW1').map(({ key }) => key)).toEqual(['other'])
  changes.length = 0
  at(4.9)
  at(0)
  expect(changes.at(-1)).toContain('flow')
})

describe('with a screen', () => {
  test('a screen shows the replayed values, and its clocks show the replayed time', async () => {
    const facts = { device: () => WW1, listen: () => () => {}, isRefused: () => false }
    const { source } = play({ facts })
    const runtime = createRuntime({
      document: screen([
        control('a', bound('value', 'flow')),
        control('b', bound('value', 'hour()')),
        control('c', bound('value', 'avg(flow, 120)')),
        control('d', bound('value', 'nowhere')),
      ]),
      kinds: KINDS,
      source,
      sn_code: 'WW1',
      timezone: 'UTC',
    })
    const stop = runtime.listen(() => {})
    await settled()
    expect(runtime.state('a')).toMatchObject({ quality: 'good', props: { value: 0, unit: 'm³/h' } })
    expect(runtime.state('d')?.quality).toBe('good')
    source.seek(START + 2 * HOUR_MS)
    await settled()
    await settled()
    await vi.advanceTimersByTimeAsync(1000)
    const values = ['a', 'b', 'c'].map((id) => runtime.state(id)?.props.value)
    expect(values).toEqual([120, 2, 118.5])
    stop()
    source.dispose()
  })
})
