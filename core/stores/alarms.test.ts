import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Connection, connect } from '../connection/connection.ts'
import type { Alarm } from '../contract/alarm.ts'
import type { Socket } from '../realtime/realtime.ts'
import { type AlarmBatch, type AlarmStore, type AlarmsOf, alarmsOf } from './alarms.ts'

const NOW = 1_763_700_000_000
const SETTLED_MS = 1000

const alarm = (alarm_id: number, more: Partial<Alarm> = {}): Alarm => ({
  alarm_id: String(alarm_id),
  rule_id: String(alarm_id),
  sn_code: 'P1',
  dev_alias: 'Pump',
  key: 'flow',
  alarm_type: 1,
  state: 'UNACK',
  alarm_level: 4,
  alarm_name: '流量',
  alarm_name_en: null,
  alarm_info: '',
  alarm_info_en: null,
  alarm_time: NOW,
  alarm_value: 1,
  recover_time: null,
  confirm_time: null,
  confirm_userName: null,
  alarm_note: null,
  alarm_note_en: null,
  repeats: 0,
  is_late: false,
  held_until: null,
  ...more,
})
const over = (one: Alarm): Alarm => ({ ...one, state: 'NORM', recover_time: NOW, confirm_time: NOW })

/** A server with alarms, and the far end of the socket. */
let rows: Alarm[]
let answer: (query: URLSearchParams) => unknown
let requests: URLSearchParams[]
let lines: Socket[]
let connection: Connection
let stop: () => void
let batches: AlarmBatch[]
let store: AlarmStore

function push(...alarms: unknown[]) {
  for (const line of lines)
    line.onmessage?.({ data: JSON.stringify(alarms.map((one) => ({ type: 'alarm', alarm: one }))) })
}
/** The line of the page is cut, or stands. */
let isDown = false
function openSocket(): Socket {
  const line: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    close: () => void lines.splice(lines.indexOf(line), 1),
    send(text) {
      if (JSON.parse(text).type === 'auth')
        line.onmessage?.({ data: JSON.stringify({ type: 'ready', server_time: NOW }) })
    },
  }
  queueMicrotask(() => {
    if (isDown) return line.onclose?.()
    lines.push(line)
    line.onopen?.()
  })
  return line
}
function cut() {
  isDown = true
  for (const line of lines.splice(0)) line.onclose?.()
}

const fetch = (async (url: URL | string) => {
  const { pathname, searchParams } = new URL(url)
  const envelope = (code: string, data: unknown) =>
    new Response(JSON.stringify({ meta: { success: code === '100001' ? 1 : 0, code, message: '' }, data }))
  if (pathname === '/yun/v2/user/login')
    return envelope('100001', { token: 'T', user_id: 7, tenant_id: 1, name: 'Li', roles: [], menuPermissions: '' })
  if (pathname !== '/rAlarmDev/feed') return envelope('100002', null)
  requests.push(searchParams)
  const reply = await answer(searchParams)
  return typeof reply === 'string' ? envelope(reply, null) : envelope('100001', reply)
}) as typeof globalThis.fetch

const settle = () => vi.advanceTimersByTimeAsync(SETTLED_MS)
async function follow(of: AlarmsOf = {}) {
  store = alarmsOf(connection, of)
  stop = store.onBatch((batch) => batches.push(batch))
  await settle()
}
const ids = () => [...store.alarms.values()].map(({ alarm_id }) => alarm_id).sort()
const arrived = () => batches.flatMap((batch) => batch.arrived.map(({ alarm_id }) => alarm_id))

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW })
  ;[rows, requests, lines, batches, isDown] = [[], [], [], [], false]
  answer = () => ({ rows, next: null, total: rows.length })
  connection = connect({ baseUrl: 'http://a.example', fetch, openSocket })
  await connection.signIn('li', 'secret')
})
afterEach(() => {
  stop?.()
  connection.dispose()
  vi.useRealTimers()
})

describe('what is read first', () => {
  test('all alarms that are not over are loaded page by page, and none is announced as new', async () => {
    const pages: Record<string, object> = {
      '': { rows: [alarm(3), alarm(2)], next: '2', total: 3 },
      '2': { rows: [alarm(1)], next: null, total: 3 },
    }
    answer = (query) => pages[query.get('before') ?? '']
    await follow()
    expect(ids()).toEqual(['1', '2', '3'])
    expect(arrived()).toEqual([])
    expect(store.$status.get()).toEqual({ isLoaded: true, failure: null, as_of: null })
  })

  test('the alarms are loaded once for all listeners, and dropped after the last', async () => {
    rows = [alarm(1)]
    await follow()
    const again = alarmsOf(connection, {}).onBatch(() => {})
    await settle()
    expect(requests).toHaveLength(1)
    again()
    stop()
    await vi.advanceTimersByTimeAsync(5000)
    expect(store.alarms.size).toBe(0)
    expect(lines).toHaveLength(0)
  })

  test('a refused alarm list has the reason', async () => {
    answer = () => '100015'
    await follow()
    expect(store.$status.get()).toMatchObject({ isLoaded: false, failure: { code: '100015' } })
  })

  test('the alarm list is requested again by itself where no answer came', async () => {
    let isAway = true
    rows = [alarm(1)]
    answer = () => {
      if (isAway) throw new TypeError('Failed to fetch')
      return { rows, next: null, total: 1 }
    }
    await follow()
    expect(store.$status.get()).toMatchObject({ isLoaded: false, failure: { reason: 'offline' } })
    isAway = false
    await vi.advanceTimersByTimeAsync(4000)
    expect(ids()).toEqual(['1'])
    expect(store.$status.get().failure).toBeNull()
  })

  test('a loaded alarm list does not overwrite events that arrived meanwhile', async () => {
    let give: (page: object) => void = () => {}
    answer = () => new Promise((resolve) => (give = resolve))
    await follow()
    push(over(alarm(1)), alarm(9), { ...alarm(2), state: 'ACKED', confirm_time: NOW })
    give({ rows: [alarm(2), alarm(1)], next: null, total: 2 })
    await settle()
    expect(ids()).toEqual(['2', '9'])
    expect(store.alarms.get('P1/2')?.state).toBe('ACKED')
  })
})

describe('what is heard', () => {
  test('alarm events arrive in one batch for each animation frame', async () => {
    await follow()
    batches = []
    for (let at = 1; at <= 1000; at += 1) push(alarm(at))
    await settle()
    expect(batches).toHaveLength(1)
    expect(store.alarms.size).toBe(1000)
    expect(arrived()).toHaveLength(1000)
  })

  test('an alarm event changes an alarm, and removes it when it is over', async () => {
    rows = [alarm(1)]
    await follow()
    push({ ...alarm(1), state: 'ACKED', confirm_time: NOW })
    await settle()
    expect(store.alarms.get('P1/1')?.state).toBe('ACKED')
    push(over(alarm(1)))
    await settle()
    expect(store.alarms.size).toBe(0)
    expect(batches.at(-1)?.changes).toMatchObject([{ key: 'P1/1', isGone: true, alarm: { state: 'NORM' } }])
    expect(arrived()).toEqual([])
  })

  test('a repeated alarm replaces the earlier one, whose confirmation no longer counts', async () => {
    rows = [alarm(1, { state: 'RTNUN', recover_time: NOW })]
    await follow()
    push(alarm(2, { rule_id: '1', repeats: 1 }))
    push(over(alarm(1)))
    await settle()
    expect([...store.alarms]).toMatchObject([['P1/1', { alarm_id: '2', repeats: 1 }]])
    expect(arrived()).toEqual(['2'])
  })

  test('an unshelved alarm is announced as new, a shelved one is not', async () => {
    rows = [alarm(1)]
    await follow()
    push(alarm(1, { state: 'SHLVD', held_until: NOW + 1000 }))
    await settle()
    expect(arrived()).toEqual([])
    push(alarm(1))
    await settle()
    expect(arrived()).toEqual(['1'])
  })

  test('an alarm event that breaks the contract is ignored', async () => {
    await follow()
    push({ ...alarm(1), alarm_level: 9 }, { alarm_id: '2', sn_code: 'P1' }, alarm(3))
    await settle()
    expect(ids()).toEqual(['3'])
  })
})

describe('a line that breaks', () => {
  test('a lost line leaves the known alarms with their time, and all are loaded again when it is back', async () => {
    rows = [alarm(1), alarm(2)]
    await follow()
    cut()
    await vi.advanceTimersByTimeAsync(100)
    expect(store.$status.get()).toMatchObject({ isLoaded: true, failure: null })
    expect(store.$status.get().as_of).toBeGreaterThanOrEqual(NOW)
    expect(ids()).toEqual(['1', '2'])
    rows = [alarm(2), alarm(3)]
    isDown = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(ids()).toEqual(['2', '3'])
    expect(arrived()).toEqual(['3'])
    expect(store.$status.get().as_of).toBeNull()
  })

  test('a loss noticed late dates the alarms to the last message, not to the time of noticing', async () => {
    rows = [alarm(1)]
    await follow()
    push(alarm(2))
    const heard = connection.clock.now()
    await vi.advanceTimersByTimeAsync(21_000)
    cut()
    expect(store.$status.get().as_of).toBe(heard)
    expect(connection.$line.get()).toBeNull()
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.$line.get()).toEqual({ state: 'offline', as_of: heard })
  })

  test('a line that came up late does not load the alarms twice', async () => {
    isDown = true
    rows = [alarm(1)]
    await follow()
    expect(ids()).toEqual(['1'])
    expect(store.$status.get().as_of).not.toBeNull()
    isDown = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(requests).toHaveLength(2)
    expect(store.$status.get().as_of).toBeNull()
  })
})

describe('one device', () => {
  test('the alarms of one device are requested, and those of others are ignored', async () => {
    rows = [alarm(1)]
    await follow({ sn_code: 'P1' })
    expect(requests[0]?.get('sn_code')).toBe('P1')
    push(alarm(2), alarm(3, { sn_code: 'P2' }))
    await settle()
    expect(ids()).toEqual(['1', '2'])
  })
})

describe('a group', () => {
  const inGroup = ['P1', 'P3']
  beforeEach(() => {
    answer = (query) => {
      const found = rows.filter(
        ({ sn_code }) => inGroup.includes(sn_code) && (query.get('sn_code') ?? sn_code) === sn_code,
      )
      return { rows: found, next: null, total: found.length }
    }
  })

  test('a group accepts alarms of a newly seen device once the server says that the device is in it', async () => {
    rows = [alarm(1)]
    await follow({ group_id: 7 })
    rows = [...rows, alarm(2, { sn_code: 'P2' }), alarm(3, { sn_code: 'P3' })]
    push(rows[1], rows[2])
    await settle()
    expect(ids()).toEqual(['1', '3'])
    expect(arrived()).toEqual(['3'])
    const before = requests.length
    push(alarm(4, { sn_code: 'P2' }), alarm(5, { sn_code: 'P3' }))
    await settle()
    expect(ids()).toEqual(['1', '3', '5'])
    expect(requests).toHaveLength(before)
  })

  test('a group is loaded again as a whole where many devices are new', async () => {
    rows = []
    await follow({ group_id: 7 })
    const others = Array.from({ length: 200 }, (_, at) => alarm(10 + at, { sn_code: `Q${at}` }))
    rows = [...others, alarm(3, { sn_code: 'P3' })]
    push(...rows)
    await settle()
    expect(ids()).toEqual(['3'])
    expect(requests).toHaveLength(2)
    push(...others)
    await settle()
    expect(requests).toHaveLength(2)
  })
})
