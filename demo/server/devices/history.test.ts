import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, HOUR_S, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Fix } from '../../../core/rules/places.ts'
import { wallClock } from '../../../core/text/wall-clock.ts'
import { auditOf, demoIds, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeDevice } from '../../../tests/server/shown-screens.ts'
import { stopsOf } from './track.ts'

const sn_code = 'TS0001'
/** The start of a day a week ago. */
const start = Math.floor(Date.now() / DAY_MS - 7) * DAY_MS

let server: TestServer
const admin = (method: string, path: string, input?: object) => server.call('admin', method, path, input)
const load = (series: object[], user = 'admin') =>
  server.call(user, 'POST', '/yun/dev/his/data/batch', { sn_code, series })
const rows = async (input: object) =>
  (await admin('GET', '/yun/dev/his/data', { sn_code, start, end: start + HOUR_MS, ...input })).data

beforeAll(async () => {
  server = await openTestServer()
  const times = Array.from({ length: 3600 }, (_, i) => start + i * 1000)
  await load([
    { key: 'temperature', times, values: times.map((_, i) => Math.round(200 + 50 * Math.sin(i / 100)) / 10) },
    { key: 'running', times: [start, start + 1000, start + 1500], values: [true, false, true] },
  ])
})
afterAll(() => server.close())

describe('a curve', () => {
  test('a curve has a row for each pixel column: time, min, max, first, last, count', async () => {
    const { data } = await admin('GET', '/hDev', {
      sn_code,
      key: 'temperature',
      start,
      end: start + HOUR_MS,
      width: 60,
    })
    expect(data).toMatchObject({ source: 'raw', columns: ['data_time', 'min', 'max', 'first', 'last', 'count'] })
    expect(data.rows).toHaveLength(60)
    expect(data.rows[0]).toEqual([start, 20, 22.8, 20, 22.8, 60])
  })

  test('a curve of the last hour is what a sparkline draws', async () => {
    const ask = async (key: string) =>
      (await admin('GET', '/hDev/trend', { sn_code, key, end: start + HOUR_MS, width: 60 })).data
    const trend = await ask('temperature')
    expect(trend).toHaveLength(60)
    expect(trend[0]).toEqual([start, 20, 22.8, 20, 22.8])
  })

  test('a curve over days is read from minutes, over months from hours', async () => {
    const source = async (days: number) =>
      (await admin('GET', '/hDev', { sn_code, key: 'temperature', start, end: start + days * DAY_MS, width: 800 })).data
        .source
    expect([await source(2), await source(30)]).toEqual(['minute', 'hour'])
  })

  test('a curve reports where the device was silent, the same however closely one looks', async () => {
    const away = start + 30 * HOUR_MS
    const back = away + 11 * MINUTE_MS
    const times = [-30, -20, -10, 0].map((s) => away + s * 1000)
    times.push(...[0, 10, 20].map((s) => back + s * 1000), back + 5 * MINUTE_MS, back + 12 * MINUTE_MS)
    await load([{ key: 'temperature', times, values: times.map(() => 1) }])
    const gaps = async (from: number, to: number) =>
      (await admin('GET', '/hDev', { sn_code, key: 'temperature', start: from, end: to, width: 800 })).data.gaps
    const [shortly, closely] = [await gaps(away - HOUR_MS, back + HOUR_MS), await gaps(away - 60_000, back + 1)]
    expect(closely).toEqual([[away, back]])
    expect(shortly).toEqual([
      [away, back],
      [back + 20_000, back + 5 * MINUTE_MS],
      [back + 5 * MINUTE_MS, back + 12 * MINUTE_MS],
    ])
    const minuteOf = (time: number) => time - (time % MINUTE_MS)
    expect((await gaps(away - 6 * HOUR_MS, back + 6 * HOUR_MS)).map(([, to]: number[]) => to)).toEqual([
      minuteOf(back),
      minuteOf(back + 5 * MINUTE_MS),
      minuteOf(back + 12 * MINUTE_MS),
    ])
  })

  test('a switch that is sent when it changes has a gap only where its device was silent', async () => {
    const begin = start + 60 * HOUR_MS
    const times = Array.from({ length: 360 }, (_, i) => begin + i * 10_000).filter(
      (time) => time < begin + 20 * MINUTE_MS || time >= begin + 30 * MINUTE_MS,
    )
    const changes = [0, 7, 19, 31, 45].map((minute) => begin + minute * MINUTE_MS)
    await load([
      { key: 'temperature', times, values: times.map(() => 1) },
      { key: 'running', times: changes, values: changes.map((_, i) => i % 2 === 0) },
    ])
    const { data } = await admin('GET', '/hDev', {
      sn_code,
      key: 'running',
      start: begin,
      end: begin + HOUR_MS,
      width: 600,
    })
    expect(data.gaps).toEqual([[begin + 19 * MINUTE_MS, begin + 31 * MINUTE_MS]])
  })

  test('a curve breaks where the device was disconnected by its log, also among values that come slowly', async () => {
    const begin = start + 80 * HOUR_MS
    const times = Array.from({ length: 12 }, (_, i) => begin + i * 10 * MINUTE_MS)
    await load([{ key: 'temperature', times, values: times.map(() => 1) }])
    const gaps = async () =>
      (await admin('GET', '/hDev', { sn_code, key: 'temperature', start: begin, end: begin + 2 * HOUR_MS, width: 800 }))
        .data.gaps
    expect(await gaps()).toEqual([])
    const { tenant_id, device_id } = server.fleet.get(sn_code) as { tenant_id: number; device_id: number }
    const line = (minute: number, kind: string) => {
      return { tenant_id, device_id, log_time: begin + minute * MINUTE_MS, kind, detail: '{}' }
    }
    await server.db.system((q) =>
      q
        .insertInto('device_log')
        .values([line(33, 'disconnected'), line(37, 'connected'), line(72, 'connected'), line(74, 'disconnected')])
        .execute(),
    )
    expect(await gaps()).toEqual([[begin + 30 * MINUTE_MS, begin + 40 * MINUTE_MS]])
  })

  test('a curve has the mean of its values, from raw values, minutes and hours alike', async () => {
    const mean = async (hours: number) =>
      (await admin('GET', '/hDev', { sn_code, key: 'temperature', start, end: start + hours * HOUR_MS, width: 1 })).data
        .mean
    const values = Array.from({ length: 3600 }, (_, i) => Math.round(200 + 50 * Math.sin(i / 100)) / 10)
    const expected = values.reduce((sum, value) => sum + value, 0) / values.length
    for (const hours of [1, 24]) expect(await mean(hours)).toBeCloseTo(expected, 9)
    const nothing = { sn_code, key: 'temperature', start: start - 40 * DAY_MS, end: start - 39 * DAY_MS, width: 1 }
    expect((await admin('GET', '/hDev', nothing)).data.mean).toBeNull()
  })

  test('a curve without a width is raw rows, page after page, in both directions', async () => {
    for (const order of ['asc', 'desc']) {
      const seen: number[] = []
      let range = { start, end: start + HOUR_MS }
      for (let page = 0; page < 10; page++) {
        const { data } = await admin('GET', '/hDev', { sn_code, key: 'temperature', ...range, limit: 1000, order })
        for (const [data_time] of data.rows) seen.push(data_time)
        if (data.next === null) break
        range = order === 'asc' ? { ...range, start: data.next } : { ...range, end: data.next }
      }
      expect(seen).toHaveLength(3600)
      expect(new Set(seen).size).toBe(3600)
    }
  })

  test.each([
    [{ start: 5, end: 5 }, '110542'],
    [{ start: 10, end: 5 }, '110542'],
    [{ start: -1, end: 5 }, '110542'],
    [{ start: 0, end: 5, key: 'nothing' }, '100006'],
    [{ start: 0, end: 5, width: 100_000 }, '100006'],
    [{ start: 0 }, '100006'],
    [{ start: 'x', end: 5 }, '100006'],
    [{ start: 0, end: 1e17 }, '100006'],
  ])('a curve with %j is refused with %s', async (input, code) => {
    expect((await admin('GET', '/hDev', { sn_code, key: 'temperature', width: 10, ...input })).meta.code).toBe(code)
  })
})

describe('the history list', () => {
  test('the history list merges the points, newest first, with booleans as booleans', async () => {
    const { rows: merged } = await rows({ keys: ['temperature', 'running'], end: start + 2000 })
    expect(merged).toMatchObject([
      { data_time: start + 1500, key: 'running', value: true, quality: 'good' },
      { data_time: start + 1000, key: 'temperature' },
      { data_time: start + 1000, key: 'running', value: false },
      { data_time: start, key: 'temperature', value: 20 },
      { data_time: start, key: 'running', value: true },
    ])
  })

  test('the history list has pages without lost or repeated rows, also where a page ends between rows of the same time', async () => {
    const seen: string[] = []
    let end = start + 10_000
    for (let page = 0; page < 50; page++) {
      const { rows: some, next } = await rows({ keys: ['temperature', 'running'], end, limit: 2 })
      for (const { data_time, key } of some) seen.push(`${data_time} ${key}`)
      if (next === null) break
      end = next
    }
    expect(seen).toHaveLength(13)
    expect(new Set(seen).size).toBe(13)
  })
})

describe('an export', () => {
  const file = async (input: object) => {
    const response = await server.app.inject({
      url: '/yun/his/export',
      query: { sn_code, keys: 'temperature,running', start: `${start}`, end: `${start + 3000}`, ...input },
      headers: { 'x-token': await server.tokenOf('admin') },
    })
    return { headers: response.headers, bytes: new Uint8Array(response.rawPayload), text: response.body }
  }

  test('an xlsx export opens as a workbook with the rows of the list, in the time of the tenant', async () => {
    const { headers, bytes } = await file({})
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''TS0001-\d{4}-\d\d-\d\d\.xlsx$/)
    const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    const read = [...xml.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
      [...row.matchAll(/<c(?:[^>]*?)(?:\/>|>(.*?)<\/c>)/g)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '')),
    )
    expect(read[0]).toEqual(['时间 (Asia/Shanghai)', '数据项', '标识', '值', '单位', '质量'])
    expect(read).toHaveLength(7)
    expect(read[1]?.slice(1)).toEqual(['温度', 'temperature', '20.1', '°C', '正常'])
    // 8 h after midnight UTC, as a part of a day.
    expect(Number(read.at(-1)?.[0]) % 1).toBeCloseTo(8 / 24, 9)
  })

  test('a csv export has the same rows in English', async () => {
    const { text } = await file({ format: 'csv', lang: 'en' })
    const lines = text.replace('\ufeff', '').replaceAll('"', '').trim().split('\r\n')
    expect(lines).toHaveLength(7)
    expect(lines[0]).toBe('Time (Asia/Shanghai),Point,Key,Value,Unit,Quality')
    expect(lines.at(-1)).toMatch(/,running,On,,good$/)
    expect(lines.at(-2)).toMatch(/^\d{4}-\d\d-\d\d 08:00:00\.000,Temperature,temperature,20,°C,good$/)
  })

  test('an export by times has a row a time and a column a point, with its unit, and says which values are not good', async () => {
    const { text } = await file({ table: 'times', format: 'csv', lang: 'en' })
    const lines = text.replace('\ufeff', '').replaceAll('"', '').trim().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^Time \(Asia\/Shanghai\),Temperature \(°C\),[^,]+,Quality,Carried over$/)
    expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\d 08:00:00\.000,20,[^,]+,good,$/)
    const { headers, bytes } = await file({ table: 'times' })
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(xml.match(/<row>/g)).toHaveLength(5)
  })

  test('an export above 5,000 rows or of nothing is refused in the envelope', async () => {
    const more = Array.from({ length: 3600 }, (_, i) => start + HOUR_MS + i * 1000)
    await load([{ key: 'temperature', times: more, values: more.map(() => 1) }])
    const refusal = async (input: object) => JSON.parse((await file(input)).text).meta
    expect(await refusal({ end: `${start + 2 * HOUR_MS}` })).toMatchObject({ success: 0, code: '110541' })
    expect(await refusal({ start: '0', end: '1' })).toMatchObject({ success: 0, code: '110582' })
    expect(await refusal({ table: 'times', start: '0', end: '1' })).toMatchObject({ success: 0, code: '110582' })
    const many = Array.from({ length: 5001 }, (_, i) => start + 3 * HOUR_MS + i * 500)
    await load([{ key: 'temperature', times: many, values: many.map(() => 1) }])
    const tooMany = { table: 'times', start: `${start + 3 * HOUR_MS}`, end: `${start + 4 * HOUR_MS}` }
    expect(await refusal(tooMany)).toMatchObject({ success: 0, code: '110541' })
  })
})

describe('a bulk load', () => {
  test.each([
    ['a key that the device lacks', { key: 'nothing', times: [start], values: [1] }, 'series.0.key'],
    ['more times than values', { key: 'temperature', times: [start, start + 1], values: [1] }, 'series.0.values'],
    ['a value of another type', { key: 'temperature', times: [start], values: ['1'] }, 'series.0.values.0'],
    ['a time far ahead', { key: 'temperature', times: [Date.now() + 1e9], values: [1] }, 'series'],
    ['a time below zero', { key: 'temperature', times: [-1], values: [1] }, 'series'],
    ['a time that is no whole number', { key: 'temperature', times: [1.5], values: [1] }, 'series.0.times.0'],
  ])('a bulk load with %s is refused at its field', async (_what, series, field) => {
    const { meta, data } = await load([series])
    expect(meta.code).toBe('100006')
    expect(data.fields[0].field).toBe(field)
  })

  test('a bulk load of a point needs the permission item that its writes need', async () => {
    const { template_id, group_id, tenant_id } = server.fleet.get(sn_code) ?? {}
    const setpoint = [{ key: 'setpoint', times: [start], values: [1] }]
    const { role_id } = await makeRole(server, {
      permissions: ['P00000', 'P30000', 'P30400'],
      device_rights: [{ group_id, may_write: true }],
    })
    const { user_name } = await makeUser(server, { role_ids: [role_id] })
    expect((await load(setpoint, user_name)).meta.code).toBe('100001')
    await server.db.system(async (q) => {
      const item = { tenant_id: tenant_id as number, template_id: template_id as number, item_name: '改设定' }
      const { item_id } = await q
        .insertInto('permission_item')
        .values(item)
        .returning('item_id')
        .executeTakeFirstOrThrow()
      const point = q.updateTable('template_point').set({ item_id })
      await point.where('template_id', '=', item.template_id).where('key', '=', 'setpoint').execute()
    })
    const { meta, data } = await load(setpoint, user_name)
    expect([meta.code, data.fields[0].field]).toEqual(['110539', 'series.0.key'])
    expect((await load(setpoint)).meta.code).toBe('100001')
  })

  test('a bulk load needs write access to the device', async () => {
    const series = [{ key: 'temperature', times: [start], values: [1] }]
    const group_id = server.fleet.get(sn_code)?.group_id
    const holding = async (permissions: string[], may_write: boolean) => {
      const device_rights = [{ group_id, may_write }]
      const { role_id } = await makeRole(server, { permissions, device_rights })
      return (await makeUser(server, { role_ids: [role_id] })).user_name
    }
    expect((await load(series, await holding(['P00000', 'P30000'], true))).meta.code).toBe('100015')
    expect((await load(series, await holding(['P00000', 'P30000', 'P30400'], false))).meta.code).toBe('110539')
    expect((await load(series, await holding(['P00000', 'P30000', 'P30400'], true))).meta.code).toBe('100001')
  })

  test('a bulk load is in the audit with its points and its range, before it overwrites', async () => {
    const time = start - 40 * HOUR_MS
    await load([
      { key: 'temperature', times: [time, time + 5000], values: [1, 2] },
      { key: 'running', times: [time - 1000], values: [true] },
    ])
    const [line] = await auditOf(server, { action: 'history-load' })
    const device = server.fleet.get(sn_code) ?? { dev_alias: 'no device' }
    const detail = {
      sn_code,
      points: ['temperature', 'running'],
      count: 3,
      start_time: time - 1000,
      end_time: time + 5000,
    }
    expect(line).toMatchObject({ user_name: 'admin', target: device.dev_alias, detail })
  })

  test('a bulk load overwrites earlier values of the same time', async () => {
    const time = start - HOUR_MS
    const series = (value: number) => [{ key: 'temperature', times: [time], values: [value] }]
    expect((await load(series(1))).data).toEqual({ loaded: 1 })
    await load(series(2))
    expect((await rows({ keys: ['temperature'], start: time, end: time + 1 })).rows).toMatchObject([{ value: 2 }])
  })
})

test('a trend that ends before it begins is refused', async () => {
  for (const end of [0, -1, Number.MIN_SAFE_INTEGER])
    expect(await admin('GET', '/hDev/trend', { sn_code, key: 'temperature', end, width: 60 })).toMatchObject({
      meta: { code: '110542' },
    })
})

test("a user's ranges of a device are stored for that user", async () => {
  const range = { name: '昨天', start: 1, end: 2, points: ['temperature'] }
  const ranges = [range, { ...range, name: '对比', earlier: 'day', compare: ['TS0002'] }]
  expect((await admin('PUT', '/yun/dev/his/ranges', { sn_code, ranges })).data).toEqual(ranges)
  expect((await admin('GET', '/yun/dev/his/ranges', { sn_code })).data).toEqual(ranges)
  expect((await server.call('manager', 'GET', '/yun/dev/his/ranges', { sn_code })).data).toEqual([])
})

test('a saved range has the points of its device alone, and goes with the device', async () => {
  const { sn_code } = await granted(
    admin('POST', '/dev', { sn_code: 'RANGED', dev_alias: 'RANGED', password: 'device-1' }),
  )
  await granted(admin('POST', '/dev/points', { sn_code, points: [{ key: 'a', name: 'a', data_type: 'number' }] }))
  const range = { name: 'n', start: 1, end: 2, points: ['a', 'never'] }
  const ranges = [{ ...range, points: ['a'] }]
  expect(await granted(admin('PUT', '/yun/dev/his/ranges', { sn_code, ranges: [range] }))).toEqual(ranges)
  expect((await admin('GET', '/yun/dev/his/ranges', { sn_code })).data).toEqual(ranges)
  await server.db.system((q) => q.deleteFrom('device').where('sn_code', '=', sn_code).execute())
  expect(await server.db.system((q) => q.selectFrom('curve_range').select('ranges').execute())).not.toContainEqual({
    ranges,
  })
})

test('a user keeps the ranges that were saved last, and those of the device that has waited longest go', async () => {
  const user_id = (await demoIds(server)).user('manager')
  const range = { name: 'n', start: 1, end: 2, points: ['temperature'] }
  const kept = (sn: string, count: number, changed_time: number) => {
    const { tenant_id, device_id } = server.fleet.get(sn) as { tenant_id: number; device_id: number }
    return { tenant_id, device_id, user_id, ranges: JSON.stringify(Array(count).fill(range)), changed_time }
  }
  const rows = [kept(await makeDevice(server), 2, 1), kept(await makeDevice(server), LIMITS.savedRanges - 1, 2)]
  await server.db.system((q) => q.insertInto('curve_range').values(rows).execute())
  await granted(server.call('manager', 'PUT', '/yun/dev/his/ranges', { sn_code, ranges: [range] }))
  const left = await server.db.system((q) =>
    q.selectFrom('curve_range').select('ranges').where('user_id', '=', user_id).orderBy('changed_time').execute(),
  )
  expect(left.map(({ ranges }) => (ranges as unknown[]).length)).toEqual([LIMITS.savedRanges - 1, 1])
})

test("ranges of another tenant's device are refused", async () => {
  const foreign = { sn_code, ranges: [] }
  expect((await server.call('rival', 'PUT', '/yun/dev/his/ranges', foreign)).meta.code).toBe('110509')
  expect((await server.call('rival', 'GET', '/yun/dev/his/ranges', { sn_code })).meta.code).toBe('110509')
})

describe('a track', () => {
  test('a track has the complete fixes, and marks a stop of more than 5 minutes', async () => {
    const points = ['lat', 'lng', 'speed'].map((key) => ({ key, name: key, data_type: 'number' }))
    await admin('POST', '/dev/points', { sn_code, points })
    const times = Array.from({ length: 20 }, (_, i) => start + i * MINUTE_MS)
    // It drives for 5 minutes, stands for 9, and drives on.
    const at = times.map((_, i) => 31 + (i < 5 ? i : i < 15 ? 5 : i - 9) / 100)
    await load([
      { key: 'lat', times, values: at },
      { key: 'lng', times: times.slice(1), values: at.slice(1).map(() => 121.5) },
      { key: 'speed', times, values: at.map(() => 60) },
    ])
    const { data } = await admin('GET', '/dev/gps/history', { sn_code, start, end: start + HOUR_MS })
    expect([data.of, data.gaps]).toEqual([19, []])
    expect(data.fixes.map(([time]: [number]) => time)).toEqual([times[1], times[5], times[14], times[19]])
    expect(data.fixes[0]).toEqual([start + 60_000, 31.01, 121.5, 60])
    expect(data.stops).toEqual([{ lat: 31.05, lng: 121.5, start_time: times[5], end_time: times[14] }])
  })

  test('a track of a device without GPS is refused', async () => {
    const reply = await server.call('rival', 'GET', '/dev/gps/history', { sn_code: 'RV0001', start, end: start + 1 })
    expect(reply.meta.code).toBe('118901')
  })

  test('a track of many fixes keeps its ends and its corners, and says how exact it is', async () => {
    const count = 210_000
    const device = server.fleet.get('RV0001')
    if (!device) throw new Error('the rival has no device')
    const points = ['lat', 'lng'].map((key) => ({ key, name: key, data_type: 'number' }))
    await server.call('rival', 'POST', '/dev/points', { sn_code: 'RV0001', points })
    const first = start - count * 1000
    // North for an hour, east for an hour, at 10 m a second.
    const legs = (i: number, parity: number) => {
      const [whole, part] = [Math.floor(i / (2 * HOUR_S)), i % (2 * HOUR_S)]
      return (whole * HOUR_S + Math.max(0, Math.min(HOUR_S, part - parity * HOUR_S))) / 10_000
    }
    for (const [parity, key] of ['lat', 'lng'].entries()) {
      const { point_id } = device.points.get(key) as { point_id: number }
      const sample = (i: number) => ({
        point_id,
        data_time: first + i * 1000,
        value: 20 + legs(i, parity),
        quality: 0 as const,
      })
      await server.telemetry.load(Array.from({ length: count }, (_, i) => sample(i)))
    }
    const range = { sn_code: 'RV0001', start: first, end: start }
    const { data } = await server.call('rival', 'GET', '/dev/gps/history', range)
    const times: number[] = data.fixes.map(([time]: [number]) => time)
    expect([data.of, times[0], times.at(-1), data.gaps]).toEqual([count, first, start - 1000, []])
    expect(times.length).toBeLessThan(300)
    expect(data.tolerance_m).toBeLessThan(10)
    const corners = Array.from({ length: 58 }, (_, i) => first + i * HOUR_MS)
    expect(corners.filter((corner) => !times.some((time) => Math.abs(time - corner) <= 1000))).toEqual([])
  })

  test('a track across the date line has no jump, and 5 minutes are no stop', () => {
    const west = [0, 0, 179.9999, null] as [number, number, number, null]
    expect(stopsOf([west, [400_000, 0, -179.9999, null]])).toHaveLength(1)
    expect(stopsOf([west, [300_000, 0, 179.9999, null]])).toEqual([])
    expect(stopsOf([])).toEqual([])
    // Of more than 5,000 the longest are shown, in their order.
    const many = Array.from({ length: 6000 }, (_, i): Fix[] => {
      const at = i * 10_000_000
      const length = i < 1000 ? 400_000 : 500_000
      return [
        [at, i % 2, 0, null],
        [at + length, i % 2, 0, null],
      ]
    }).flat()
    const shown = stopsOf(many)
    expect(shown.map(({ start_time }) => start_time)).toEqual(
      Array.from({ length: 5000 }, (_, i) => (i + 1000) * 10_000_000),
    )
  })
})

test('a wall clock follows its zone over a change of the clocks', () => {
  const toWall = wallClock('Europe/Berlin')
  const shown = (text: string) => new Date(toWall(Date.parse(text))).toISOString().slice(11, 19)
  expect(shown('2026-10-25T00:59:59Z')).toBe('02:59:59')
  expect(shown('2026-10-25T01:00:00Z')).toBe('02:00:00')
  expect(new Date(wallClock('Asia/Kathmandu')(0)).toISOString()).toBe('1970-01-01T05:30:00.000Z')
})
