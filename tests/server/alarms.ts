import { sql } from 'kysely'
import { afterAll, expect, vi } from 'vitest'
import type { Alarm } from '../../core/contract/alarm.ts'
import { topics } from '../../core/contract/telemetry.ts'
import type { Db } from '../../demo/server/db/db.ts'
import { openDb } from '../../demo/server/db/open.ts'
import type { AlarmEventName } from '../../demo/server/fleet/fleet.ts'
import { type Caller, NOBODY } from '../../demo/server/http/caller.ts'
import { makeDevice, openTestSide, type TestSide, type TestSideOptions } from './devices.ts'
import { startEmbedded } from './stores.ts'

/** A store, and the devices' side of a server on it, for all tests of a file; nothing may fail in it. */
export async function openAlarmSide(options: TestSideOptions = {}) {
  const store = await startEmbedded()
  const db = await openDb(store.place)
  const side = await openTestSide(db, options)
  afterAll(async () => {
    expect(side.errors).toEqual([])
    await side.close()
    await db.close()
    await store.stop()
  })
  return { db, side }
}

type Rules = NonNullable<Parameters<typeof makeDevice>[2]>['rules']

/** Somebody of the first tenant who may do everything. */
export const OPERATOR: Caller = {
  ...NOBODY,
  tenant_id: 1,
  user_id: 7,
  user_name: 'operator',
  may_see: 'all',
  may_write: 'all',
}
export const BY = { user_id: 7, user_name: 'operator' }

let count = 0

/** A device with a temperature, a level, a switch and a text, and rules of its own. */
export async function newDevice(db: Db, side: TestSide, rules: Rules): Promise<string> {
  const sn = `E${Date.now().toString(36)}${++count}`
  await makeDevice(db, sn, {
    points: [
      { key: 'temperature', data_type: 'number', unit: '°C', name: '温度', name_en: 'Temperature' },
      { key: 'level', data_type: 'number', unit: '%' },
      { key: 'running', data_type: 'boolean' },
      { key: 'mode', data_type: 'string' },
      { key: 'fleeting', data_type: 'number', keep_history: false },
    ],
    rules: rules ?? [],
  })
  await side.fleet.reload(sn)
  return sn
}

export const HIGH = {
  key: 'temperature',
  alarm_name: 'high',
  alarm_level: 4,
  condition: 'above',
  threshold: 90,
} as const

type Reading = readonly [time: number, values: object]

/** Publishes one message of readings, each with its time; resolves when it is acknowledged. */
export const send = (side: TestSide, sn: string, readings: readonly Reading[]) => sendEach(side, sn, [readings])

/** The same, of several messages one after another. */
export async function sendEach(side: TestSide, sn: string, messages: readonly (readonly Reading[])[]) {
  const client = await side.connect(sn)
  for (const readings of messages) {
    const message = readings.map(([ts, values]) => ({ ts, values }))
    await client.publishAsync(topics.telemetry(sn), JSON.stringify(message), { qos: 1 })
  }
  await client.endAsync()
}

export const heat = (time: number, temperature: number): Reading => [time, { temperature }]

/** Events of a device's alarms, as they happen. */
export function listen(side: TestSide, sn: string) {
  const heard: { event: AlarmEventName; alarm: Alarm; isReleased: boolean }[] = []
  side.fleet.on('alarm', ({ alarm, event, isReleased }) => {
    if (alarm.sn_code === sn) heard.push({ event, alarm, isReleased })
  })
  return {
    heard,
    events: () => heard.map(({ event }) => event),
    last: () => heard.at(-1)?.alarm as Alarm,
    until: (...events: AlarmEventName[]) => vi.waitFor(() => expect(heard.map(({ event }) => event)).toEqual(events)),
  }
}

export const rowsOf = (db: Db, sn: string) =>
  db.system((q) =>
    q.selectFrom('alarm').selectAll().where('sn_code', '=', sn).orderBy('alarm_time').orderBy('alarm_id').execute(),
  )

/** When the device's alarms stood, and which of them were read from late readings. */
export const spansOf = async (db: Db, sn: string, from = 0) =>
  (await rowsOf(db, sn)).map((row) => [
    row.alarm_time - from,
    row.recover_time === null ? null : row.recover_time - from,
    ...(row.is_late ? ['late'] : []),
  ])

export const eventsOf = async (db: Db, sn: string): Promise<number[]> => {
  const rows = await db.system((q) =>
    q
      .selectFrom('alarm_event as e')
      .innerJoin('device as d', 'd.device_id', 'e.device_id')
      .select('e.alarm_type')
      .where('d.sn_code', '=', sn)
      .orderBy('e.event_id')
      .execute(),
  )
  return rows.map(({ alarm_type }) => alarm_type)
}

/** A rule of a device, as those who hold it name it. */
export async function placeOf(db: Db, side: TestSide, sn: string, alarm_name = 'high') {
  const { device_id } = side.device(sn)
  const { rule_id } = await db.system((q) =>
    q
      .selectFrom('alarm_rule')
      .select('rule_id')
      .where('device_id', '=', device_id)
      .where('alarm_name', '=', alarm_name)
      .executeTakeFirstOrThrow(),
  )
  return { device_id, rule_id }
}

/** From now on the store refuses something to be written, as `update of alarm_note on alarm`; until the result is called. */
export async function refuse(db: Db, written: string): Promise<() => Promise<void>> {
  const table = written.split(' ').at(-1) ?? ''
  await db.system(async (q) => {
    await sql`create or replace function refuse_test() returns trigger language plpgsql as
      $$ begin raise 'refused' using errcode = '57014'; end $$`.execute(q)
    await sql`create trigger refuse_test before ${sql.raw(written)} for each row execute function refuse_test()`.execute(
      q,
    )
  })
  return () => db.system(async (q) => void (await sql`drop trigger refuse_test on ${sql.table(table)}`.execute(q)))
}
