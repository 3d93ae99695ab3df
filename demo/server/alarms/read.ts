import type { Kysely } from 'kysely'
import { insertEvents, updateAlarms } from '../db/alarm-writes.ts'
import { findByKeys } from '../db/find-by-keys.ts'
import type { Schema } from '../db/schema.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { NoteCode } from './notes.ts'
import { type Found, isFor } from './placed.ts'
import {
  type HoldRow,
  type OfDevices,
  type RuleRow,
  readAllHolds,
  readAllUnended,
  readHolds,
  readLastTimes,
  readRules,
  readUnended,
  type StandingRow,
} from './rows.ts'

const FALLBACK_ZONE = 'Asia/Shanghai'

/** Why nothing would ever end it. */
const reasonOf = ({ key }: StandingRow, { points }: LiveDevice): NoteCode =>
  points.get(key)?.is_removed ? 'point-removed' : 'without-rule'

const isWithoutRule = (row: StandingRow, { rules }: Pick<Found, 'rules'>) =>
  row.recover_time === null && !rules.some(({ rule_id }) => rule_id === row.rule_id)

/**
 * What concerns some devices of one organisation; alarms without a rule, which nothing would ever end, are over now
 * (`over`).
 */
export async function readOf(q: Kysely<Schema>, devices: readonly LiveDevice[]) {
  const found = await arrange(
    q,
    await readRules(q, devices),
    await readUnended(q, devices),
    await readHolds(q, devices),
    devices,
  )
  const ended = devices.flatMap((device) => {
    const its = found.of(device)
    return its.alarms.flatMap((row) => (isWithoutRule(row, its) ? { row, reason: reasonOf(row, device) } : []))
  })
  const over = await updateAlarms(
    q,
    ended.map(({ row, reason }) => ({ row: endedNow(row, reason), isUnconfirmed: false, isNew: false })),
  )
  const reasons = new Map(ended.map(({ row, reason }) => [row.alarm_id, reason]))
  await insertEvents(
    q,
    over.map((row) => endEvent(row, reasons.get(row.alarm_id))),
  )
  return { of: found.of, over }
}

const endedNow = (row: StandingRow, reason: NoteCode): StandingRow => ({
  ...row,
  recover_time: Math.max(Date.now(), row.alarm_time),
  note_code: row.note_code ?? reason,
})

function endEvent(
  { tenant_id, alarm_id, rule_id, device_id, recover_time }: StandingRow,
  note_code: NoteCode = 'without-rule',
) {
  const who = { user_id: null, user_name: null, by_user_id: null, note_code }
  return { tenant_id, alarm_id, rule_id, device_id, event_time: recover_time ?? 0, alarm_type: 2, ...who }
}

/** What concerns each device, and whether any alarm of it is without a rule. */
export async function readAll(q: Kysely<Schema>) {
  await findByKeys(q)
  const found = await arrange(q, await readRules(q), await readAllUnended(q), await readAllHolds(q))
  // When each rule came or was over last at a device.
  return { ...found, lastTimes: await readLastTimes(q) }
}

/** By device: of all, or of some of one organisation. */
async function arrange(
  q: Kysely<Schema>,
  rules: readonly RuleRow[],
  alarms: readonly StandingRow[],
  holds: readonly HoldRow[],
  devices?: OfDevices,
) {
  const zones = await q
    .selectFrom('tenant')
    .select(['tenant_id', 'timezone'])
    .$if(devices !== undefined, (some) => some.where('tenant_id', '=', devices?.[0]?.tenant_id ?? 0))
    .execute()
  const timezones = new Map(zones.map(({ tenant_id, timezone }) => [tenant_id, timezone]))
  const alarmsOf = byOwner(alarms, 'device_id')
  const holdsOf = byOwner(holds, 'device_id')
  const ownOf = byOwner(rules, 'device_id')
  const ofTemplate = byOwner(rules, 'template_id')
  return {
    holds,
    of(device: LiveDevice): Found & { isOrphaned: boolean } {
      const { device_id, template_id } = device
      const its = [...(ofTemplate.get(template_id ?? 0) ?? []), ...(ownOf.get(device_id) ?? [])]
        .filter((rule) => isFor(rule, device) && !device.points.get(rule.key)?.is_removed)
        .sort((a, b) => a.rule_id - b.rule_id)
      const open = (alarmsOf.get(device_id) ?? []).toSorted(
        (a, b) => a.alarm_time - b.alarm_time || a.alarm_id - b.alarm_id,
      )
      const timezone = timezones.get(device.tenant_id) ?? FALLBACK_ZONE
      const isOrphaned = open.some((row) => isWithoutRule(row, { rules: its }))
      return { rules: its, alarms: open, holds: holdsOf.get(device_id) ?? [], timezone, isOrphaned }
    },
  }
}

/** Rows by the device, or the template, that they are of. */
function byOwner<Field extends string, T extends Record<Field, number | null>>(rows: readonly T[], field: Field) {
  const of = new Map<number, T[]>()
  for (const row of rows) {
    const owner = row[field]
    if (owner === null) continue
    const its = of.get(owner)
    if (its) its.push(row)
    else of.set(owner, [row])
  }
  return of
}
