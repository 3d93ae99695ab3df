import { atom } from 'nanostores'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, ConnectionError } from '../contract/api-error.ts'
import type { LiveValue, ServerFrame } from '../contract/realtime.ts'
import { createLiveSource, type LiveConnection, type LiveSourceOptions } from './live-source.ts'
import { point } from './runtime/test-screen.ts'

const START = Date.UTC(2026, 10, 20, 8, 0, 0)
beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

interface ServerState {
  detail?: () => Promise<unknown>
  alarms?: { alarm_id: string; key: string; alarm_level: number }[]
  past?: LiveSourceOptions['past']
}

const alarmRow = ({ alarm_id, key, alarm_level }: NonNullable<ServerState['alarms']>[number]) => ({
  alarm_id,
  rule_id: alarm_id,
  sn_code: 'WW1',
  key,
  alarm_level,
  state: 'UNACK',
  alarm_time: START,
  alarm_name: '过高',
  alarm_name_en: 'Too high',
})

function play({ detail, alarms = [], past }: ServerState = {}) {
  type Readings = ReturnType<ReturnType<LiveConnection['readings']>['get']>
  const $readings = atom<Readings>(null)
  const watching = new Set<(frame: ServerFrame) => void>()
  const calls: string[] = []
  const connection = {
    readings: () => $readings,
    clock: { now: () => Date.now() },
    realtime: {
      watch: (_channel: string, onFrame: (frame: ServerFrame) => void) => {
        watching.add(onFrame)
        return () => watching.delete(onFrame)
      },
    },
    api: {
      device: {
        detail: async () => {
          calls.push('detail')
          if (detail) return detail()
          const points = [point('flow', { unit: 'm³/h' }), point('level')]
          return { dev_alias: 'Well 1', dev_state: 1, may_write: true, report_interval_s: 10, points }
        },
      },
      alarm: {
        open: async () => {
          calls.push('alarms')
          return { rows: alarms.map(alarmRow), total: alarms.length }
        },
      },
    },
  } as unknown as LiveConnection
  const source = createLiveSource({ connection, ...(past && { past }) })
  const changes: string[][] = []
  const stop = source.listen('WW1', (keys) => changes.push([...keys]))
  const send = (values: Record<string, LiveValue>, is_live = true) => {
    const before = $readings.get()
    const known = before && 'values' in before ? before.values : {}
    $readings.set({ dev_state: 1, values: { ...known, ...values }, is_live })
  }
  const hear = (alarm: object) =>
    [...watching].forEach((onFrame) => void onFrame({ type: 'alarm', alarm: alarm as never }))
  return { source, changes, stop, send, hear, calls, $readings, watching, alarms }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

test('values and the attributes of the device arrive as the server sends them', async () => {
  const { source, changes, send } = play()
  send({ flow: [12, 'good', START], level: [3, 'uncertain', START] })
  expect(changes).toEqual([['flow', 'level']])
  expect(source.read('WW1', 'flow')).toEqual({ value: 12, quality: 'good', data_time: START, alarm_level: 0 })
  expect(source.device('WW1')).toBe(null)
  await settled()
  expect(source.device('WW1')).toMatchObject({ dev_alias: 'Well 1', may_write: true })
  expect(source.device('WW1')?.points.get('flow')?.unit).toBe('m³/h')
  expect(changes.slice(1)).toEqual([[]])
  expect(source.isRefused?.('WW1')).toBe(false)
})

test('listeners are notified only of points with a new value', async () => {
  const { changes, send } = play()
  send({ flow: [12, 'good', START], level: [3, 'good', START] })
  send({ level: [4, 'good', START + 1] })
  expect(changes).toEqual([['flow', 'level'], ['level']])
})

test('a value without a newer one is stale after three report intervals, and good again with the next', async () => {
  const { source, changes, send } = play()
  send({ flow: [12, 'good', START], level: [3, 'bad', START] })
  await settled()
  changes.length = 0
  await vi.advanceTimersByTimeAsync(20_000)
  send({ level: [4, 'good', START + 20_000] })
  await vi.advanceTimersByTimeAsync(11_000)
  expect(source.read('WW1', 'flow')?.quality).toBe('stale')
  expect(source.read('WW1', 'level')?.quality).toBe('good')
  expect(changes).toEqual([['level'], ['flow']])
  send({ flow: [12, 'good', START + 31_000] })
  expect(source.read('WW1', 'flow')?.quality).toBe('good')
  await vi.advanceTimersByTimeAsync(31_000)
  expect(source.read('WW1', 'flow')?.quality).toBe('stale')
})

test('a value that was old on arrival is stale at once', async () => {
  const { source, send } = play()
  await settled()
  send({ flow: [12, 'good', START - 60_000] })
  expect(source.read('WW1', 'flow')?.quality).toBe('stale')
})

test('all values are stale after the connection is lost for ten seconds; a short gap changes nothing', async () => {
  const { source, changes, send, calls } = play()
  await settled()
  send({ flow: [12, 'good', START] })
  changes.length = 0
  send({}, false)
  await vi.advanceTimersByTimeAsync(5000)
  send({}, true)
  await settled()
  expect(changes).toEqual([])
  send({}, false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(source.read('WW1', 'flow')?.quality).toBe('stale')
  send({ flow: [12, 'good', START + 15_000] }, true)
  expect(source.read('WW1', 'flow')?.quality).toBe('good')
  // Alarms are requested again each time the connection comes back.
  expect(calls.filter((call) => call === 'alarms')).toHaveLength(3)
})

test('a state stays the same object while nothing about the point changes', async () => {
  const { source, send } = play()
  send({ flow: [12, 'good', START] })
  const before = source.read('WW1', 'flow')
  send({ flow: [12, 'good', START], level: [1, 'good', START] })
  expect(source.read('WW1', 'flow')).toBe(before)
})

test('a screen shows a point that lists of its device leave out', async () => {
  const hidden_points = [point('level', { unit: 'm' })]
  const detail = async () => ({
    dev_alias: 'Well 1',
    dev_state: 1,
    may_write: true,
    points: [point('flow')],
    hidden_points,
  })
  const { source } = play({ detail })
  await settled()
  expect(source.device('WW1')?.points.get('level')).toMatchObject({ unit: 'm' })
})

test('a screen asks again for the points of a device that were changed, and for nothing when values come', async () => {
  let unit = 'm'
  const detail = async () => ({
    dev_alias: 'Well 1',
    dev_state: 1,
    may_write: true,
    points: [point('level', { unit })],
  })
  const { source, calls, $readings } = play({ detail })
  await settled()
  const hear = (described_time: number) => $readings.set({ dev_state: 1, values: {}, is_live: true, described_time })
  hear(0)
  hear(0)
  await settled()
  expect(calls.filter((call) => call === 'detail')).toHaveLength(1)
  unit = 'cm'
  hear(START)
  await settled()
  expect(source.device('WW1')?.points.get('level')).toMatchObject({ unit: 'cm' })
})

test('a device that the user may not see is refused, and one that cannot be reached is requested again', async () => {
  const refused = play({ detail: () => Promise.reject(new ApiError('110509')) })
  await settled()
  expect(refused.source.isRefused?.('WW1')).toBe(true)
  expect(refused.changes).toEqual([[]])
  let tries = 0
  const away = play({
    detail: () => {
      tries += 1
      return tries === 1
        ? Promise.reject(new ConnectionError('offline'))
        : Promise.resolve({ dev_alias: 'W', dev_state: 2, may_write: false, report_interval_s: 10, points: [] })
    },
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(away.source.isRefused?.('WW1')).toBe(false)
  expect(away.source.device('WW1')?.dev_state).toBe(2)
})

test('a refused channel has no values', async () => {
  const { source, changes, $readings } = play()
  await settled()
  $readings.set({ refused: '100015' })
  expect(source.device('WW1')).toBe(null)
  expect(source.isRefused?.('WW1')).toBe(true)
  expect(changes.at(-1)).toEqual([])
})

test('a source without a device requests nothing', async () => {
  const { source, calls } = play()
  await settled()
  calls.length = 0
  source.listen('', () => {})
  await settled()
  expect(calls).toEqual([])
  expect(source.isRefused?.('')).toBe(true)
})

describe('alarms', () => {
  test('the highest open alarm of a point is its level, also where no value has come', async () => {
    const { source, send, changes } = play({
      alarms: [
        { alarm_id: '1', key: 'flow', alarm_level: 2 },
        { alarm_id: '2', key: 'flow', alarm_level: 4 },
        { alarm_id: '3', key: 'level', alarm_level: 5 },
      ],
    })
    send({ flow: [1, 'good', START] })
    await settled()
    expect(source.read('WW1', 'flow')).toMatchObject({ value: 1, quality: 'good', alarm_level: 4 })
    expect(source.read('WW1', 'level')).toEqual({ value: null, quality: 'bad', data_time: null, alarm_level: 5 })
    expect(changes).toContainEqual(['flow', 'level'])
  })

  test('a new alarm is shown at once, until it is recovered and confirmed', async () => {
    const { source, send, hear } = play()
    send({ flow: [1, 'good', START] })
    await settled()
    const alarm = alarmRow({ alarm_id: '9', key: 'flow', alarm_level: 3 })
    const level = () => source.read('WW1', 'flow')?.alarm_level
    for (const state of ['UNACK', 'ACKED', 'RTNUN']) {
      hear({ ...alarm, state })
      expect(level()).toBe(3)
      expect(source.alarms?.('WW1')).toMatchObject([{ alarm_name_en: 'Too high', alarm_time: START }])
    }
    hear({ ...alarm, state: 'NORM' })
    expect(level()).toBe(0)
    expect(source.alarms?.('WW1')).toEqual([])
    hear({ ...alarm, sn_code: 'WW2' })
    hear({ alarm_id: '10', sn_code: 'WW1' })
    expect(level()).toBe(0)
  })

  test.each(['SHLVD', 'DSUPR', 'OOSRV'])('an alarm that is kept from operators is not shown: %s', async (state) => {
    const { source, send, hear } = play({ alarms: [{ alarm_id: '9', key: 'flow', alarm_level: 3 }] })
    send({ flow: [1, 'good', START] })
    await settled()
    hear({ ...alarmRow({ alarm_id: '9', key: 'flow', alarm_level: 3 }), state })
    expect(source.read('WW1', 'flow')?.alarm_level).toBe(0)
  })

  test('a repeated alarm replaces the earlier one, whose state no longer counts', async () => {
    const { source, send, hear } = play({ alarms: [{ alarm_id: '9', key: 'flow', alarm_level: 3 }] })
    send({ flow: [1, 'good', START] })
    await settled()
    const again = { ...alarmRow({ alarm_id: '10', key: 'flow', alarm_level: 3 }), rule_id: '9' }
    hear(again)
    hear({ ...again, alarm_id: '9', state: 'NORM' })
    expect(source.alarms?.('WW1')).toMatchObject([{ alarm_id: '10' }])
    hear({ ...again, state: 'NORM' })
    expect(source.alarms?.('WW1')).toEqual([])
  })

  test('alarm events received while the list loads count, and alarms missing from the list are over', async () => {
    const { source, send, hear, alarms } = play({ alarms: [{ alarm_id: '1', key: 'flow', alarm_level: 2 }] })
    const alarm = { ...alarmRow({ alarm_id: '1', key: 'flow', alarm_level: 2 }), state: 'NORM' }
    send({ flow: [1, 'good', START] })
    hear(alarm)
    await settled()
    expect(source.read('WW1', 'flow')?.alarm_level).toBe(0)
    hear({ ...alarm, state: 'UNACK' })
    expect(source.read('WW1', 'flow')?.alarm_level).toBe(2)
    alarms.length = 0
    send({}, false)
    send({}, true)
    await settled()
    expect(source.read('WW1', 'flow')?.alarm_level).toBe(0)
  })
})

test('nothing goes on after the last listener leaves', async () => {
  const { source, stop, send, watching, $readings } = play()
  send({ flow: [1, 'good', START] })
  await settled()
  stop()
  expect(watching.size).toBe(0)
  expect($readings.lc).toBe(0)
  expect(source.read('WW1', 'flow')).toBe(null)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(vi.getTimerCount()).toBe(0)
})

describe('the past', () => {
  test('the past of a point is loaded from the server and continues with live values', async () => {
    const requests: unknown[] = []
    const past: LiveSourceOptions['past'] = async (points, start, end) => {
      requests.push([points, end - start])
      return [
        {
          sn_code: 'WW1',
          key: 'flow',
          times: [START - 120_000, START - 30_000],
          values: [10, 20],
          qualities: ['good', 'good'],
        },
      ]
    }
    const { source, send } = play({ past })
    const flow = source.history?.('WW1', 'flow', 60_000)
    source.history?.('WW1', 'level', 30_000)
    await settled()
    expect(requests).toEqual([
      [
        [
          { sn_code: 'WW1', key: 'flow' },
          { sn_code: 'WW1', key: 'level' },
        ],
        60_000,
      ],
    ])
    expect(flow?.over(START - 60_000, START)).toMatchObject({ avg: 15, isWhole: true })
    await vi.advanceTimersByTimeAsync(30_000)
    send({ flow: [40, 'good', START + 30_000] })
    expect(flow?.over(START, START + 30_000)).toMatchObject({ avg: 20, last: 40 })
    expect(source.history?.('WW1', 'flow', 10_000)).toBe(flow)
  })

  test('the past of a point begins with the live values where the server returns none', async () => {
    const { source, send } = play({ past: () => Promise.reject(new ApiError('100015')) })
    const flow = source.history?.('WW1', 'flow', 60_000)
    await settled()
    send({ flow: [5, 'good', START] })
    send({ flow: [7, 'bad', START + 1000] })
    expect(flow?.over(START - 60_000, START + 2000)).toMatchObject({ avg: 5, max: 5, isWhole: false })
  })
})
