import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Connection, connect } from '../connection/connection.ts'
import { ApiError, ConnectionError } from '../contract/api-error.ts'
import type { Socket } from '../realtime/realtime.ts'
import { collection } from './collection.ts'
import { deviceDetail, deviceGroups } from './collections/devices.ts'
import { givableRights, roles } from './collections/people.ts'
import { settled } from './settled.ts'

/** A server played by a function, with the far ends of its sockets. */
let answer: (path: string, headers: Headers, query: URLSearchParams) => unknown
let requests: string[]
let lines: Socket[]
let connection: Connection
let stops: (() => void)[]

const GROUPS = '/yun/dev/group'
const group = (group_name: string) => ({ group_id: 1, parent_id: null, group_name, is_default: true, device_count: 0 })
const refusal = (status: number, code: string) => ({ refused: { status, code } })

const serve = (async (url: URL, init: RequestInit = {}) => {
  const headers = new Headers(init.headers)
  requests.push(url.pathname)
  const said = await answer(url.pathname, headers, url.searchParams)
  if (said instanceof Error) throw said
  const { status, code } = (said as ReturnType<typeof refusal> | null)?.refused ?? { status: 200, code: '100001' }
  const meta = { success: code === '100001' ? 1 : 0, code, message: '' }
  return new Response(JSON.stringify({ meta, data: said }), { status })
}) as typeof fetch

function openSocket(): Socket {
  const line: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    close: () => void lines.splice(lines.indexOf(line), 1),
    send: (text) =>
      JSON.parse(text).type === 'auth' &&
      line.onmessage?.({ data: JSON.stringify({ type: 'ready', server_time: Date.now() }) }),
  }
  lines.push(line)
  queueMicrotask(() => line.onopen?.())
  return line
}
const hear = (frame: object) => {
  for (const line of lines) line.onmessage?.({ data: JSON.stringify(frame) })
}

const opened = (options: Partial<Parameters<typeof connect>[0]> = {}) =>
  connect({ baseUrl: 'http://a.example', fetch: serve, openSocket, ...options })
const calls = (path = GROUPS) => requests.filter((one) => one === path).length
const shown = ($shared: { listen(listener: () => void): () => void }) => void stops.push($shared.listen(() => {}))
/** All that is on its way has come. */
const soon = () => vi.advanceTimersByTimeAsync(0)
const leave = async () => {
  for (const stop of stops.splice(0)) stop()
  await vi.advanceTimersByTimeAsync(1000)
}
const user = (user_id: number) => ({
  token: `T${user_id}`,
  user_id,
  tenant_id: 1,
  name: '',
  roles: [],
  menuPermissions: '',
})
const signIn = async (user_id: number) => {
  const before = answer
  answer = (path, ...rest) => (path.endsWith('/login') ? user(user_id) : before(path, ...rest))
  await connection.signIn('li', 'secret')
  answer = before
}
/** A guest's token, good for ten minutes. */
const guest = (sub: string, iat = Math.floor(Date.now() / 1000)) =>
  `h.${btoa(JSON.stringify({ iss: 'sgk', sub, iat, exp: iat + 600 }))}.s`

// Calls come with their first use, which no clock of a test waits for.
beforeAll(async () => {
  answer = () => null
  requests = []
  const { api, dispose } = opened()
  const first = [api.device.groups({}), api.alarm.counts({}), api.session.whoAmI({})]
  await Promise.allSettled([...first, import('../connection/sign-in.ts')])
  dispose()
})
beforeEach(() => {
  vi.useFakeTimers()
  answer = () => [group('Water')]
  requests = []
  lines = []
  stops = []
  connection = opened()
})
afterEach(async () => {
  await leave()
  connection.dispose()
  vi.useRealTimers()
})

describe('a shared collection', () => {
  test('a collection is requested once, however many listen, and is the same for all of them', async () => {
    const [one, other] = [deviceGroups(connection, {}), deviceGroups(connection, {})]
    expect(one.get()).toEqual({ data: null, failure: null, isLoading: true })
    for (const $shared of [one, other, one]) shown($shared)
    await soon()
    expect(other.get()).toEqual({ data: [group('Water')], failure: null, isLoading: false })
    expect(calls()).toBe(1)
  })

  test('a collection is dropped half a minute after the last listener left, and requested again by the next', async () => {
    const groups = deviceGroups(connection, {})
    shown(groups)
    await soon()
    for (const stop of stops.splice(0)) stop()
    shown(groups)
    await soon()
    expect([calls(), groups.get().data]).toEqual([1, [group('Water')]])
    await leave()
    expect(groups.value?.data).toEqual([group('Water')])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(groups.value?.data).toBeNull()
    shown(groups)
    await soon()
    expect(calls()).toBe(2)
  })

  test('a call that nobody waits for any more is aborted, and what comes late of it is not kept', async () => {
    let finish = (_: unknown) => {}
    answer = () => new Promise((done) => (finish = done))
    const groups = deviceGroups(connection, {})
    shown(groups)
    await soon()
    await leave()
    finish([group('Late')])
    await soon()
    expect(groups.value).toEqual({ data: null, failure: null, isLoading: false })
  })

  test('connections share nothing', async () => {
    const other = opened({ baseUrl: 'http://b.example' })
    for (const one of [connection, other]) shown(deviceGroups(one, {}))
    await soon()
    expect(calls()).toBe(2)
    await leave()
    other.dispose()
  })

  test('collections of different inputs are kept apart', async () => {
    answer = (_path, _headers, query) => refusal(200, query.get('sn_code') === 'A1' ? '110509' : '100015')
    const both = ['A1', 'B2'].map((sn_code) => deviceDetail(connection, { sn_code }))
    both.map(shown)
    await soon()
    expect(both.map(($shared) => ($shared.get().failure as ApiError).code)).toEqual(['110509', '100015'])
  })

  test('a new listener makes a collection older than half a minute load again, and sees the old data meanwhile', async () => {
    const groups = deviceGroups(connection, {})
    shown(groups)
    await vi.advanceTimersByTimeAsync(29_000)
    groups.renewOld()
    await soon()
    expect(calls()).toBe(1)
    await vi.advanceTimersByTimeAsync(1000)
    groups.renewOld()
    expect(groups.get()).toEqual({ data: [group('Water')], failure: null, isLoading: true })
    await soon()
    expect(calls()).toBe(2)
  })

  test('an answer that came another way takes the place of the one that is on its way', async () => {
    let finish = (_: unknown) => {}
    answer = () => new Promise((done) => (finish = done))
    const groups = deviceGroups(connection, {})
    shown(groups)
    await soon()
    groups.replace([group('Newer')])
    finish([group('Older')])
    await soon()
    expect(groups.get()).toEqual({ data: [group('Newer')], failure: null, isLoading: false })
    await leave()
    groups.replace([group('Nobody shows it')])
    expect(groups.value?.data).toEqual([group('Newer')])
  })

  test('whoever wants a collection once gets what is known, or why it is not', async () => {
    const [known, too] = await Promise.all([0, 1].map(() => settled(deviceGroups(connection, {}))))
    expect([known?.data, too?.data, calls()]).toEqual([[group('Water')], [group('Water')], 1])
  })
})

describe('what is known is kept true', () => {
  test('a call that changes a collection makes it load again', async () => {
    const groups = deviceGroups(connection, {})
    shown(groups)
    await soon()
    answer = (path) => (path === GROUPS ? [group('Renamed')] : { sn_code: 'A1' })
    await connection.api.device.create({ sn_code: 'A1', dev_alias: 'A', password: 'secret-secret' })
    await soon()
    expect([calls(), groups.get().data]).toEqual([2, [group('Renamed')]])
  })

  test('calls that change nothing, or something else, or were refused, do not', async () => {
    shown(deviceGroups(connection, {}))
    await soon()
    await connection.api.device.counts({}).catch(() => {})
    answer = () => ({})
    await connection.api.session.logout({})
    answer = (path) => (path === GROUPS ? [] : refusal(200, '110534'))
    await connection.api.device
      .create({ sn_code: 'A1', dev_alias: 'A', password: 'secret-secret' })
      .catch((error: unknown) => expect(error).toBeInstanceOf(ApiError))
    await vi.advanceTimersByTimeAsync(1000)
    expect(calls()).toBe(1)
  })

  test('a burst of changes loads a collection at its start and once after it', async () => {
    shown(deviceGroups(connection, {}))
    await soon()
    answer = (path) => (path === GROUPS ? [] : { sn_code: 'A1' })
    for (let count = 0; count < 5; count++)
      await connection.api.device.create({ sn_code: 'A1', dev_alias: 'A', password: 'secret-secret' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(calls()).toBe(3)
  })

  test('a collection of alarms loads again when an alarm comes, and when the connection is back', async () => {
    const load = vi.fn(async () => 1)
    shown(collection({ load, isOfAlarms: true })(connection, { sn_code: 'A1' }))
    await signIn(7)
    await soon()
    const before = load.mock.calls.length
    for (const sn_code of ['B2', 'A1']) hear({ type: 'alarm', alarm: { alarm_id: '1', sn_code } })
    // Not for the alarm of another device.
    expect(load.mock.calls.length).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(1000)
    lines[0]?.onclose?.()
    await vi.advanceTimersByTimeAsync(20_000)
    // When the line was lost, and when it was back.
    expect(load.mock.calls.length).toBe(before + 3)
  })

  test('a collection whose changes no event announces is polled, but not before the last answer came', async () => {
    await signIn(7)
    let finish = (_: number) => {}
    const load = vi.fn(() => new Promise<number>((done) => (finish = done)))
    shown(collection({ load, everyMs: 5000 })(connection, {}))
    await vi.advanceTimersByTimeAsync(12_000)
    expect(load).toHaveBeenCalledTimes(1)
    finish(1)
    await vi.advanceTimersByTimeAsync(5000)
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('a polled collection is requested as soon as its page is visible again', async () => {
    await signIn(7)
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
    vi.stubGlobal('document', page)
    const load = vi.fn(async () => 1)
    shown(collection({ load, everyMs: 15_000 })(connection, {}))
    await vi.advanceTimersByTimeAsync(40_000)
    expect(load).toHaveBeenCalledTimes(1)
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(load).toHaveBeenCalledTimes(2)
    // Whoever goes from tab to tab and back finds what was requested just now.
    await soon()
    page.dispatchEvent(new Event('visibilitychange'))
    expect(load).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(3000)
    page.dispatchEvent(new Event('visibilitychange'))
    expect(load).toHaveBeenCalledTimes(3)
    await leave()
    page.dispatchEvent(new Event('visibilitychange'))
    expect(load).toHaveBeenCalledTimes(3)
    vi.unstubAllGlobals()
  })

  test('a collection is not polled while nobody is signed in', async () => {
    answer = () => ({})
    await signIn(7)
    const load = vi.fn(async () => 1)
    shown(collection({ load, everyMs: 5000, isOfAlarms: true })(connection, {}))
    await connection.signOut()
    await soon()
    load.mockClear()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).not.toHaveBeenCalled()
    await signIn(7)
    expect(load).toHaveBeenCalled()
  })

  test('a collection is not polled after the server has ended the session', async () => {
    await signIn(7)
    answer = () => refusal(500, '100009')
    const load = vi.fn(() => connection.api.device.counts({}))
    shown(collection({ load, everyMs: 5000 })(connection, {}))
    await soon()
    expect(connection.$isExpired.get()).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('a polled collection finds by itself that somebody has signed in at the embedding page', async () => {
    let token: string | null = null
    connection.dispose()
    connection = opened({ getToken: () => token })
    answer = (_, headers) => (headers.get('X-Token') ? [group('Water')] : refusal(500, '100009'))
    const $shared = collection({ load: ({ device }) => device.groups({}), everyMs: 5000 })(connection, {})
    shown($shared)
    await soon()
    expect([$shared.get().data, connection.$isExpired.get()]).toEqual([null, true])
    token = guest('li')
    await vi.advanceTimersByTimeAsync(5000)
    expect($shared.get().data).toEqual([group('Water')])
  })

  test('a polled collection says at once that the session of the embedding page is over, whoever found out', async () => {
    let token: string | null = guest('li')
    connection.dispose()
    connection = opened({ getToken: () => token })
    answer = (_, headers) => (headers.get('X-Token') ? [group('Water')] : refusal(500, '100009'))
    const $shared = collection({ load: ({ device }) => device.groups({}), everyMs: 60_000 })(connection, {})
    shown($shared)
    stops.push(connection.realtime.watch('alarms', () => {}))
    await soon()
    token = null
    hear({ type: 'refused', code: '100009', fault: 'expired' })
    await soon()
    expect($shared.get()).toMatchObject({ data: [group('Water')], failure: { code: '100009' } })
    const before = calls()
    await vi.advanceTimersByTimeAsync(1000)
    expect(calls()).toBe(before)
  })

  test('the rights that a user may give, and the roles with them, are requested again when users change', async () => {
    const rights = ['/yun/user/role/givable', '/yun/user/role']
    answer = (path) => (path === rights[1] ? { rows: [], total: 0 } : [{ user_id: 8, code: '100001' }])
    shown(givableRights(connection, {}))
    shown(roles(connection, {}))
    await soon()
    await connection.api.user.remove({ user_ids: [8] })
    await vi.advanceTimersByTimeAsync(1000)
    expect(rights.map(calls)).toEqual([2, 2])
  })

  test('nothing is requested after the last listener left', async () => {
    const load = vi.fn(async () => 1)
    const $shared = collection({ load, everyMs: 5000, isOfAlarms: true })(connection, {})
    shown($shared)
    await soon()
    await leave()
    $shared.renew()
    $shared.renewOld()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).toHaveBeenCalledTimes(1)
  })
})

describe('a collection that fails', () => {
  test('a refusal is what is known, without a toast, and is not tried again by itself', async () => {
    answer = () => refusal(403, '100015')
    const groups = deviceGroups(connection, {})
    shown(groups)
    await vi.advanceTimersByTimeAsync(120_000)
    const { data, failure, isLoading } = groups.get()
    expect([data, (failure as ApiError).code, isLoading]).toEqual([null, '100015', false])
    expect([calls(), connection.toasts.$toasts.get()]).toEqual([1, []])
  })

  test('a lost line is tried again by one call for all, ever more rarely, and keeps what was known', async () => {
    const groups = deviceGroups(connection, {})
    for (let count = 0; count < 3; count++) shown(groups)
    await soon()
    answer = () => new TypeError('down')
    groups.renew()
    await soon()
    expect([groups.get().data, groups.get().failure]).toEqual([[group('Water')], expect.any(ConnectionError)])
    await vi.advanceTimersByTimeAsync(6000)
    expect(calls()).toBe(4)
    answer = () => [group('Back')]
    await vi.advanceTimersByTimeAsync(8000)
    expect(groups.get()).toEqual({ data: [group('Back')], failure: null, isLoading: false })
  })

  test('a defect is kept as a failure, and the next listener makes the collection load again', async () => {
    const defect = new Error('of the program')
    const load = vi.fn().mockRejectedValueOnce(defect).mockResolvedValue(1)
    const $shared = collection<number>({ load })(connection, {})
    shown($shared)
    await soon()
    expect($shared.get().failure).toBe(defect)
    await leave()
    shown($shared)
    await soon()
    expect($shared.get().data).toBe(1)
  })

  test('a new listener requests a collection again whose request ended in a defect', async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error('of the program')).mockResolvedValue(1)
    const $shared = collection<number>({ load })(connection, {})
    shown($shared)
    await soon()
    $shared.renewOld()
    expect($shared.get()).toEqual({ data: null, failure: null, isLoading: true })
    await soon()
    expect($shared.get().data).toBe(1)
  })
})

describe('a collection is its caller’s', () => {
  const ofToken = (_path: string, headers: Headers) => [group(headers.get('x-token') ?? 'nobody')]

  test('another user finds nothing of the one before, and the collection is requested for them', async () => {
    answer = ofToken
    await signIn(7)
    const groups = deviceGroups(connection, {})
    shown(groups)
    await soon()
    expect(groups.get().data?.[0]?.group_name).toBe('T7')
    const seen: unknown[] = []
    stops.push(groups.listen(({ data }) => seen.push(data?.[0]?.group_name)))
    await signIn(8)
    await soon()
    expect(seen).toEqual([undefined, undefined, 'T8'])
  })

  test('after the sign-out nothing is kept and nothing is requested', async () => {
    answer = ofToken
    await signIn(7)
    const groups = deviceGroups(connection, {})
    shown(groups)
    await soon()
    const before = calls()
    answer = () => ({})
    await connection.signOut()
    answer = ofToken
    await soon()
    expect([groups.get(), calls()]).toEqual([{ data: null, failure: null, isLoading: false }, before])
    await signIn(7)
    await soon()
    expect(groups.get().data?.[0]?.group_name).toBe('T7')
  })

  test('what the server ended may go on: the same user finds all as it was, another nothing', async () => {
    answer = ofToken
    await signIn(7)
    const groups = deviceGroups(connection, {})
    shown(groups)
    await soon()
    answer = () => refusal(500, '100009')
    await connection.api.alarm.counts({}).catch(() => {})
    await soon()
    expect([connection.$isExpired.get(), groups.get().data?.[0]?.group_name]).toEqual([true, 'T7'])
    answer = ofToken
    await signIn(7)
    await soon()
    expect(groups.get().data?.[0]?.group_name).toBe('T7')
    answer = () => refusal(500, '100009')
    await connection.api.alarm.counts({}).catch(() => {})
    answer = ofToken
    await signIn(8)
    await soon()
    expect(groups.get().data?.[0]?.group_name).toBe('T8')
  })

  test('the first call fetches the first token of a page and is not made twice', async () => {
    const guests = opened({ getToken: () => guest('ann') })
    const groups = deviceGroups(guests, {})
    shown(groups)
    await soon()
    expect([calls(), groups.get().data]).toEqual([1, [group('Water')]])
    await leave()
    guests.dispose()
  })

  test('a token that only lives longer changes nothing; one of another guest empties what is known', async () => {
    let token = guest('ann')
    answer = ofToken
    const guests = opened({ getToken: () => token })
    const groups = deviceGroups(guests, {})
    shown(groups)
    await soon()
    token = guest('ann', 1_800_000_000)
    guests.askToken()
    await soon()
    expect(calls()).toBe(1)
    token = guest('bob')
    guests.askToken()
    await soon()
    expect([calls(), groups.get().data?.[0]?.group_name]).toEqual([2, token])
    await leave()
    guests.dispose()
  })
})
