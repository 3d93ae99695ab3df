import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

const sn_code = 'TS0001'
/** The device reports a temperature every ten seconds, but for ten minutes; its switch and its setpoint seldom. */
const begin = Math.floor(Date.now() / DAY_MS - 7) * DAY_MS
const setLong = begin - 2 * HOUR_MS
const minute = (count: number) => begin + count * MINUTE_MS
const steps = Array.from({ length: 360 }, (_, i) => begin + i * 10_000)
const isSilent = (time: number) => time > minute(20) && time < minute(30)

let server: TestServer
const admin = (method: string, path: string, input?: object) => server.call('admin', method, path, input)
const load = async (series: object[]) => {
  const { meta } = await admin('POST', '/yun/dev/his/data/batch', { sn_code, series })
  expect(meta.code).toBe('100001')
}
beforeAll(async () => {
  server = await openTestServer()
  // It reports since long before.
  const times = [...Array.from({ length: 1080 }, (_, i) => begin - (1080 - i) * 10_000), ...steps].filter(
    (time) => !isSilent(time),
  )
  await load([
    { key: 'temperature', times, values: times.map(() => 1) },
    { key: 'setpoint', times: [setLong, minute(10)], values: [50, 60] },
    { key: 'running', times: [minute(5), minute(12) + 3000, minute(40)], values: [true, false, true] },
  ])
})
afterAll(() => server.close())

const carried = async (input: object) => {
  const { data } = await admin('GET', '/yun/dev/his/data', {
    sn_code,
    keys: ['temperature', 'running', 'setpoint'],
    start: begin,
    end: minute(60),
    limit: 5000,
    carried: true,
    ...input,
  })
  const at = (key: string, time: number) => {
    const found = data.rows.find((row: { data_time: number; key: string }) => row.key === key && row.data_time === time)
    return found && [found.value, found.since]
  }
  return { at, ...data }
}

test('a row for each time has a state and a setpoint that were sent before, and says when', async () => {
  const { at } = await carried({})
  expect(at('running', minute(4))).toBe(undefined)
  expect(at('running', minute(5))).toEqual([true, undefined])
  expect(at('running', minute(6))).toEqual([true, minute(5)])
  expect(at('running', minute(13))).toEqual([false, minute(12) + 3000])
  expect(at('setpoint', minute(9))).toEqual([50, setLong])
  expect(at('setpoint', minute(11))).toEqual([60, minute(10)])
  expect(at('temperature', minute(12) + 3000)).toEqual([1, minute(12)])
})

test('a row for each time carries nothing over a time in which the device was silent', async () => {
  const { at } = await carried({})
  expect(at('running', minute(20))).toEqual([false, minute(12) + 3000])
  for (const key of ['running', 'setpoint']) for (const time of [30, 39]) expect(at(key, minute(time))).toBe(undefined)
  expect(at('running', minute(41))).toEqual([true, minute(40)])
  expect(at('setpoint', minute(59))).toBe(undefined)
})

test('a row for each time carries the same where nothing that is reported often is asked for', async () => {
  const keys = ['running', 'setpoint']
  const { at, rows } = await carried({ keys })
  expect(rows.map(({ data_time }: { data_time: number }) => data_time)).toEqual(
    [40, 12.05, 12.05, 10, 10, 5, 5].map(minute),
  )
  expect(at('setpoint', minute(5))).toEqual([50, setLong])
  expect(at('running', minute(10))).toEqual([true, minute(5)])
  expect(at('setpoint', minute(12.05))).toEqual([60, minute(10)])
})

test('a row for each time is the same on a page of its own, and only where it is asked for', async () => {
  const whole = await carried({})
  const page = await carried({ end: minute(15), limit: 20 })
  expect(page.next).toBeGreaterThan(minute(11))
  for (const row of page.rows) expect(whole.rows).toContainEqual(row)
  const { rows: sent } = await carried({ carried: false })
  expect(sent.some(({ since }: { since?: number }) => since !== undefined)).toBe(false)
})

test('a row for each time carries nothing over a time in which the device was offline by its log', async () => {
  const from = begin + 20 * HOUR_MS
  const times = Array.from({ length: 12 }, (_, i) => from + i * 10 * MINUTE_MS)
  await load([
    { key: 'temperature', times, values: times.map(() => 1) },
    { key: 'running', times: [from], values: [true] },
  ])
  const { tenant_id, device_id } = server.fleet.get(sn_code) as { tenant_id: number; device_id: number }
  const line = (kind: string, log_time: number) => ({ tenant_id, device_id, log_time, kind, detail: '{}' })
  await server.db.system((q) =>
    q
      .insertInto('device_log')
      .values([line('disconnected', from + 33 * MINUTE_MS), line('connected', from + 37 * MINUTE_MS)])
      .execute(),
  )
  const { at } = await carried({ start: from, end: from + 2 * HOUR_MS })
  expect(at('running', from + 30 * MINUTE_MS)).toEqual([true, from])
  expect(at('running', from + 40 * MINUTE_MS)).toBe(undefined)
})

test('a row for each time has in a file what was in force, and its last column names what was sent before', async () => {
  const response = await server.app.inject({
    url: '/yun/his/export',
    query: {
      sn_code,
      keys: 'temperature,running,setpoint',
      start: `${minute(5)}`,
      end: `${minute(13)}`,
      table: 'times',
      format: 'csv',
      lang: 'en',
    },
    headers: { 'x-token': await server.tokenOf('admin') },
  })
  const lines = response.body.replace('\ufeff', '').replaceAll('"', '').trim().split('\r\n')
  expect(lines[0]).toMatch(/,Quality,Carried over$/)
  expect(lines[1]).toMatch(/,1,Off,60,good,[^,;]+; [^,;]+$/)
  expect(lines.at(-1)).toMatch(/,1,On,50,good,[^,;]+$/)
})
