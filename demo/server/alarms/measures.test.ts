import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../core/catalogue/durations.ts'
import type { AlarmMeasures } from '../../../core/contract/alarm-measure.ts'
import { type RawEvent, referenceMeasures } from '../../../core/rules/alarm-measure/test-reference.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

/** The server's clock stands here. */
const NOW = Date.parse('2026-11-20T16:20:00Z')
const PATH = '/rAlarmDev/measures'

let server: TestServer
const registered = (time: number) =>
  server.db.system((q) => q.updateTable('device').set({ registered_time: time, created_time: time }).execute())
const ask = async (user: string, input: object): Promise<AlarmMeasures> => {
  const reply = await server.call(user, 'GET', PATH, input)
  expect(reply.meta.code).toBe('100001')
  return reply.data
}

interface Made {
  sn_code: string
  rule_id: number
  alarm_time: number
  lasts: number | null
  confirmedAfter?: number
  alarm_level?: number
  is_late?: boolean
}

/** Alarms and their events as the engine writes them. */
async function make(alarms: readonly Made[]): Promise<void> {
  await server.db.system(async (q) => {
    for (const { sn_code, rule_id, alarm_time, lasts, confirmedAfter, alarm_level = 2, is_late = false } of alarms) {
      const { device_id, tenant_id } = server.fleet.get(sn_code) ?? { device_id: 0, tenant_id: 0 }
      const recover_time = lasts === null ? null : alarm_time + lasts
      const confirm_time = confirmedAfter === undefined ? null : alarm_time + confirmedAfter
      const of = { tenant_id, device_id, rule_id }
      const { alarm_id } = await q
        .insertInto('alarm')
        .values({
          ...of,
          sn_code,
          key: 'temperature',
          alarm_level,
          is_late,
          alarm_name: `规则 ${rule_id}`,
          alarm_name_en: `Rule ${rule_id}`,
          alarm_time,
          recover_time,
          confirm_time,
        })
        .returning('alarm_id')
        .executeTakeFirstOrThrow()
      const times: [number, number | null][] = [
        [1, alarm_time],
        [2, recover_time],
        [3, confirm_time],
      ]
      for (const [alarm_type, event_time] of times)
        if (event_time !== null)
          await q
            .insertInto('alarm_event')
            .values({ ...of, alarm_id, event_time, alarm_type })
            .execute()
    }
  })
}

const rawEvents = (): Promise<RawEvent[]> =>
  server.db.system(async (q) => {
    const rows = await q
      .selectFrom('alarm_event as e')
      .leftJoin('alarm as a', 'a.alarm_id', 'e.alarm_id')
      .select(['e.event_time', 'e.alarm_type', 'e.alarm_id', 'e.rule_id', 'e.device_id'])
      .select(['a.alarm_level', 'a.is_late'])
      .where('e.tenant_id', '=', 1)
      .orderBy('e.event_time')
      .orderBy('e.event_id')
      .execute()
    return rows.map((row) => ({
      ...row,
      alarm_id: row.alarm_id === null ? null : String(row.alarm_id),
      alarm_level: row.alarm_level ?? 0,
      is_late: row.is_late ?? false,
    }))
  })

/** The operator sees the first of these groups, and not the second. */
const PLACED = { 水务: ['WW0001', 'WW0002'], 暖通: ['CR0001', 'BH0001'] }

beforeAll(async () => {
  server = await openTestServer({}, () => NOW)
  for (const [group_name, devices] of Object.entries(PLACED)) {
    for (const sn_code of devices) {
      await makeDevice(server.db, sn_code)
      await server.db.system(async (q) => {
        const { group_id } = await q
          .selectFrom('device_group')
          .select('group_id')
          .where('group_name', '=', group_name)
          .executeTakeFirstOrThrow()
        await q.updateTable('device').set({ group_id }).where('sn_code', '=', sn_code).execute()
      })
      await server.fleet.reload(sn_code)
    }
  }
  const night = NOW - 10 * HOUR_MS
  const flood = Array.from({ length: 40 }, (_, i) => ({
    sn_code: i % 2 ? 'WW0001' : 'CR0001',
    rule_id: 9000 + (i % 13),
    alarm_level: 1 + (i % 5),
    alarm_time: night + i * 15_000,
    lasts: (i % 4) * 6000,
    ...(i % 3 === 0 && { confirmedAfter: i * 5000 }),
  }))
  const chatter = Array.from({ length: 8 }, (_, i) => ({
    sn_code: 'WW0002',
    rule_id: 9100,
    alarm_time: NOW - 3 * HOUR_MS + i * 12_000,
    lasts: 5000,
  }))
  await make([
    ...flood,
    ...chatter,
    { sn_code: 'BH0001', rule_id: 9200, alarm_time: NOW - 3 * DAY_MS, lasts: null, alarm_level: 5 },
    { sn_code: 'BH0001', rule_id: 9201, alarm_time: NOW - 2 * DAY_MS, lasts: DAY_MS + HOUR_MS, alarm_level: 3 },
    { sn_code: 'TS0001', rule_id: 9300, alarm_time: NOW - 5 * HOUR_MS, lasts: HOUR_MS, is_late: true },
    { sn_code: 'RV0001', rule_id: 9400, alarm_time: NOW - 60 * DAY_MS, lasts: null },
  ])
  // The chattering one is shelved for its last alarms.
  await server.db.system(async (q) => {
    const { device_id, tenant_id } = server.fleet.get('WW0002') ?? { device_id: 0, tenant_id: 0 }
    const hold = { tenant_id, device_id, rule_id: 9100, alarm_id: null }
    const from = NOW - 3 * HOUR_MS + 70_000
    await q
      .insertInto('alarm_event')
      .values([
        { ...hold, event_time: from, alarm_type: 4 },
        { ...hold, event_time: from + HOUR_MS, alarm_type: 5 },
      ])
      .execute()
  })
  await registered(NOW)
})
afterAll(() => server.close())

describe('the measures of alarms', () => {
  test.each([
    { bucket: 'hour', days: 1, positions: 1 },
    { bucket: 'day', days: 7, positions: 2 },
    { bucket: 'week', days: 30, positions: 1 },
  ] as const)(
    'the alarm measures of $days days by the $bucket are those of the raw events',
    async ({ bucket, days, positions }) => {
      const window = { start: NOW - days * DAY_MS, end: NOW, bucket, positions }
      const found = await ask('admin', window)
      const wanted = referenceMeasures({ ...window, events: await rawEvents(), timeZone: found.timezone })
      expect(found).toMatchObject({
        produced: wanted.produced,
        held: wanted.held,
        late: 1,
        annunciated: wanted.annunciated,
        rate: { peak: wanted.peak, hour_peak: wanted.hour_peak, busy_periods: wanted.busy_periods },
        floods: { rows: wanted.floods.toReversed(), time_ms: wanted.flood_ms },
        top: { distinct: wanted.distinct },
        chattering: { count: wanted.chattering.length },
        fleeting: { count: wanted.fleeting },
        stale: { now: wanted.stale_now, count: wanted.stale.length, most_a_day: wanted.stale_most_a_day },
        standing: { now: wanted.standing },
        times: wanted.times,
        heat: wanted.heat,
      })
      expect(wanted.floods).toHaveLength(1)
      expect(found.series.map(({ start_time: _start, end_time: _end, ...row }) => row)).toEqual(wanted.series)
    },
  )

  test('the alarm measures name the alarms to be corrected', async () => {
    const { top, chattering, stale } = await ask('admin', { start: NOW - DAY_MS })
    expect(top.rows).toHaveLength(10)
    expect(chattering.rows).toEqual([
      {
        rule_id: '9100',
        sn_code: 'WW0002',
        dev_alias: expect.any(String),
        alarm_level: 2,
        alarm_name: '规则 9100',
        alarm_name_en: 'Rule 9100',
        worst: 5,
        count: 6,
        worst_time: NOW - 3 * HOUR_MS + 48_000,
      },
    ])
    expect(stale.rows.map(({ rule_id, alarm_time }) => [rule_id, alarm_time])).toEqual([
      ['9200', NOW - 3 * DAY_MS],
      ['9201', NOW - 2 * DAY_MS],
    ])
  })

  test('the alarm measures end now by default, and never later', async () => {
    expect((await ask('admin', { start: NOW - DAY_MS })).end).toBe(NOW)
    expect((await ask('admin', { start: NOW - DAY_MS, end: NOW + DAY_MS })).end).toBe(NOW)
  })

  test('the alarm measures have no verdict where the data does not reach back', async () => {
    const { since_time, verdicts } = await ask('admin', { start: NOW - 30 * DAY_MS, bucket: 'week' })
    expect(since_time).toBe(NOW - 3 * DAY_MS)
    const open = verdicts.filter(({ verdict }) => verdict === 'short').map(({ measure }) => measure)
    expect(open).toEqual(expect.arrayContaining(['rate', 'flood', 'mix']))
  })

  test('the alarm measures count the time without alarms too, from when the devices are watched', async () => {
    await registered(NOW - 40 * DAY_MS)
    const { since_time, verdicts } = await ask('admin', { start: NOW - 30 * DAY_MS, bucket: 'week' })
    await registered(NOW)
    expect(since_time).toBe(NOW - 40 * DAY_MS)
    expect(verdicts.find(({ measure }) => measure === 'rate')?.verdict).toBe('within')
  })

  test('the alarm measures of one device count its alarms alone', async () => {
    expect(await ask('admin', { start: NOW - DAY_MS, sn_code: 'WW0002' })).toMatchObject({ produced: 8, held: 2 })
  })

  test('the alarm measures of a group count the devices of it and below', async () => {
    const device = server.fleet.get('WW0001')
    const one = await ask('admin', { start: NOW - DAY_MS, group_id: device?.group_id })
    const all = await ask('admin', { start: NOW - DAY_MS })
    expect(one.produced).toBeGreaterThan(0)
    expect(one.produced).toBeLessThan(all.produced)
    expect((await ask('admin', { start: NOW - DAY_MS, group_id: 999_999 })).produced).toBe(0)
  })

  test('the alarm measures include no device that the caller does not see', async () => {
    const [all, own] = [await ask('admin', { start: NOW - WEEK_MS }), await ask('operator', { start: NOW - WEEK_MS })]
    expect(own.produced).toBeLessThan(all.produced)
    const rival = await ask('rival', { start: NOW - 90 * DAY_MS })
    expect(rival).toMatchObject({ produced: 1, since_time: NOW - 60 * DAY_MS })
    const refused = await server.call('rival', 'GET', PATH, { start: NOW - DAY_MS, sn_code: 'WW0001' })
    expect(refused.meta.code).toBe('110509')
  })

  test.each([
    ['that ends before it begins', { start: NOW + 1 }, '110542'],
    ['of more than 400 days', { start: NOW - 401 * DAY_MS }, '100006'],
    ['of more than 32 days by the hour', { start: NOW - 33 * DAY_MS, bucket: 'hour' }, '100006'],
  ])('the alarm measures refuse a window %s', async (_name, input, code) => {
    expect((await server.call('admin', 'GET', PATH, input)).meta.code).toBe(code)
  })
})
