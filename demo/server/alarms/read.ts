import type { Kysely } from 'kysely'
import { insertEvents, updateAlarms } from '../db/alarm-writes.ts'
import type { Schema } from '../db/schema.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { NoteCode } from './notes.ts'
import { type Found, isFor } from './placed.ts'
import { type AlarmRow, readHolds, readLastTimes, readRules, readUnended } from './rows.ts'

const FALLBACK_ZONE = 'Asia/Shanghai'
const WITHOUT_RULE: NoteCode = 'without-rule'

const isWithoutRule = (row: AlarmRow, { rules }: Pick<Found, 'rules'>) =>
  row.recover_time === null && !rules.some(({ rule_id }) => rule_id === row.rule_id)

/** What concerns a device; alarms without a rule, which nothing would ever end, are over now (`over`). */
export async function readOf(q: Kysely<Schema>, device: LiveDevice): Promise<Found & { over: AlarmRow[] }> {
  const rules = await readRules(q, device)
  const alarms = await readUnended(q, device)
  const holds = await readHolds(q, device)
  const tenant = await q
    .selectFrom('tenant')
    .select('timezone')
    .where('tenant_id', '=', device.tenant_id)
    .executeTakeFirst()
  const ended = alarms.filter((row) => isWithoutRule(row, { rules })).map(endedNow)
  const over = await updateAlarms(
    q,
    ended.map((row) => ({ row, isUnconfirmed: false })),
  )
  await insertEvents(q, over.map(endEvent))
  return { rules, alarms, holds, timezone: tenant?.timezone ?? FALLBACK_ZONE, over }
}

const endedNow = (row: AlarmRow): AlarmRow => ({
  ...row,
  recover_time: Math.max(Date.now(), row.alarm_time),
  note_code: row.note_code ?? WITHOUT_RULE,
})

function endEvent({ tenant_id, alarm_id, rule_id, device_id, recover_time }: AlarmRow) {
  const who = { user_id: null, user_name: null, by_user_id: null, note_code: WITHOUT_RULE }
  return { tenant_id, alarm_id, rule_id, device_id, event_time: recover_time ?? 0, alarm_type: 2, ...who }
}

/** What concerns each device, and whether any alarm of it is without a rule. */
export async function readAll(q: Kysely<Schema>) {
  const [rules, alarms, holds] = [await readRules(q), await readUnended(q), await readHolds(q)]
  const zones = await q.selectFrom('tenant').select(['tenant_id', 'timezone']).execute()
  const timezones = new Map(zones.map(({ tenant_id, timezone }) => [tenant_id, timezone]))
  const alarmsOf = byDevice(alarms)
  const holdsOf = byDevice(holds)
  const rulesOf = new Map<number, typeof rules>()
  for (const rule of rules) rulesOf.set(rule.tenant_id, [...(rulesOf.get(rule.tenant_id) ?? []), rule])
  return {
    holds,
    /** When each rule came or was over last at a device. */
    lastTimes: await readLastTimes(q),
    of(device: LiveDevice): Found & { isOrphaned: boolean } {
      const its = (rulesOf.get(device.tenant_id) ?? []).filter((rule) => isFor(rule, device))
      const open = alarmsOf.get(device.device_id) ?? []
      const timezone = timezones.get(device.tenant_id) ?? FALLBACK_ZONE
      const isOrphaned = open.some((row) => isWithoutRule(row, { rules: its }))
      return { rules: its, alarms: open, holds: holdsOf.get(device.device_id) ?? [], timezone, isOrphaned }
    },
  }
}

function byDevice<T extends { device_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const of = new Map<number, T[]>()
  for (const row of rows) {
    const its = of.get(row.device_id)
    if (its) its.push(row)
    else of.set(row.device_id, [row])
  }
  return of
}
