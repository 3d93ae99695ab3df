import type { Kysely } from 'kysely'
import type { Alarm } from '../../core/contract/alarm.ts'
import { ApiError } from '../../core/contract/api-error.ts'
import { type AlarmRow, asAlarm, type RuleRow, readOpen, readRules } from './alarms/rows.ts'
import { comparable, stands, wordsOf } from './alarms/rule-state.ts'
import type { Db } from './db/db.ts'
import type { Schema } from './db/schema.ts'
import type { Fleet, JudgedReading, LiveDevice } from './fleet.ts'
import type { Metrics } from './metrics.ts'

/** Asks the rules of each device's template, and its own, about what it reports. */
export interface Alarms {
  /**
   * Judges readings that are newer than the last judged, oldest first; values that are bad or no numbers are not judged.
   * Resolves when the events are durable.
   */
  judge(device: LiveDevice, readings: readonly JudgedReading[]): Promise<void>
  /**
   * Marks an alarm as seen. The caller has checked that the user may see its device. Throws an ApiError: 110526 when it
   * is confirmed already, 100002 when the tenant has no such alarm.
   */
  confirm(
    tenant_id: number,
    alarm_id: string,
    /** `by_user_id`: who acts as that user, in a simulated session. */
    user: { user_id: number; user_name: string; by_user_id?: number | null },
    alarm_note?: string,
  ): Promise<Alarm>
  close(): Promise<void>
}

export interface AlarmParts {
  db: Db
  fleet: Fleet
  metrics: Metrics
  report: (error: unknown) => void
}

/** A rule at a device. `stands` is what the readings say; `alarm` is the row of it in SQL. */
interface RuleAtDevice {
  device: LiveDevice
  rule: RuleRow
  stands: boolean
  alarm: AlarmRow | null
  judged_time: number
}

interface Change {
  at: RuleAtDevice
  isProduced: boolean
  time: number
  value: number
  words: string
}

const RETRY_MS = 1000
const BATCH = 500

/** Opens the rules of the fleet, each as it stood. */
export async function openAlarms({ db, fleet, metrics, report }: AlarmParts): Promise<Alarms> {
  const rules = new WeakMap<LiveDevice, Map<string, RuleAtDevice[]>>()
  const reading = new Map<LiveDevice, Promise<void>>()
  let waiting: Change[] = []
  let written: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined

  /** What was judged of a rule before goes on; of a new one, or at a start, the newest known values are judged already. */
  const place = (device: LiveDevice, its: readonly RuleRow[], open: readonly AlarmRow[], isStart: boolean) => {
    const before = [...(rules.get(device)?.values() ?? [])].flat()
    const byKey = new Map<string, RuleAtDevice[]>()
    for (const rule of its) {
      const known = before.find((old) => old.rule.rule_id === rule.rule_id)
      const alarm = open.find(({ rule_id, device_id }) => rule_id === rule.rule_id && device_id === device.device_id)
      const fresh = { device, alarm: alarm ?? null, stands: alarm !== undefined, judged_time: alarm?.alarm_time ?? 0 }
      if (isStart) fresh.judged_time = Math.max(fresh.judged_time, device.points.get(rule.key)?.data_time ?? 0)
      const at = Object.assign(known ?? fresh, { rule })
      byKey.set(rule.key, [...(byKey.get(rule.key) ?? []), at])
    }
    rules.set(device, byKey)
  }

  const tell = (device: LiveDevice, alarm: AlarmRow, event: string) => {
    metrics.alarms.inc({ event })
    const { tenant_id, group_id } = device
    fleet.emit('alarm', { tenant_id, group_id, alarm: asAlarm(alarm, device.dev_alias) })
  }

  const count = (device: LiveDevice) => {
    const open = [...(rules.get(device)?.values() ?? [])].flat().flatMap(({ alarm }) => alarm ?? [])
    fleet.setAlarms(device, open.length, Math.max(0, ...open.map(({ alarm_level }) => alarm_level)), Date.now())
  }

  const readAgain = (device: LiveDevice): Promise<void> => {
    // What is judged by the old rules is written first, so that no alarm of theirs is left open.
    const read = (written ?? Promise.resolve())
      .catch(() => {})
      .then(() => db.system(async (q) => await readOf(q, device), 'ingest'))
      .then(({ its, open, over }) => {
        place(device, its, open, false)
        for (const row of over) tell(device, row, 'recovered')
        count(device)
      })
      .finally(() => reading.get(device) === read && reading.delete(device))
    reading.set(device, read)
    return read
  }

  const [allRules, allOpen] = await db.system(async (q) => [await readRules(q), await readOpen(q)] as const)
  for (const device of fleet.all()) {
    const its = allRules.filter((rule) => isFor(rule, device))
    place(device, its, allOpen, true)
    const mayBeOver = allOpen.some((alarm) => alarm.device_id === device.device_id && !hasRule(alarm, its))
    if (mayBeOver) await readAgain(device)
  }
  // Whoever reloads a device does not wait for its rules; the next reading does, and tells when they cannot be read.
  const stop = fleet.on('reloaded', (device) => void readAgain(device).catch(() => rules.delete(device)))

  const write = async (): Promise<void> => {
    const changes = waiting.slice(0, BATCH)
    const rows = await db.system((q) => writeChanges(q, changes), 'ingest')
    waiting = waiting.slice(changes.length)
    for (const [i, { at, isProduced }] of changes.entries()) {
      const row = rows[i]
      if (!row) continue
      at.alarm = isProduced ? row : null
      tell(at.device, row, isProduced ? 'produced' : 'recovered')
    }
    for (const device of new Set(changes.map(({ at }) => at.device))) count(device)
    if (waiting.length > 0) await write()
  }

  /** One transaction at a time; what cannot be written now is tried again until it can. */
  const persist = (): Promise<void> => {
    clearTimeout(retry)
    written = (written ?? Promise.resolve())
      .catch(() => {})
      .then(() => (waiting.length > 0 ? write() : undefined))
      .catch((error) => {
        retry = setTimeout(() => persist().catch(report), RETRY_MS)
        throw error
      })
    return written
  }

  const judgeNow = (device: LiveDevice, readings: readonly JudgedReading[]): boolean => {
    const byKey = rules.get(device)
    if (!byKey || byKey.size === 0) return false
    const before = waiting.length
    for (const { data_time, values } of readings) {
      for (const { point, value, quality } of values) {
        const compared = quality === 'bad' || !point.is_added ? null : comparable(value)
        if (compared === null) continue
        for (const at of byKey.get(point.key) ?? []) {
          if (data_time <= at.judged_time) continue
          at.judged_time = data_time
          const isProduced = stands(at.rule, compared, at.stands)
          if (isProduced === at.stands) continue
          at.stands = isProduced
          waiting.push({
            at,
            isProduced,
            time: data_time,
            value: compared,
            words: wordsOf(at.rule, compared, point),
          })
        }
      }
    }
    return waiting.length > before
  }

  return {
    judge: async (device, readings) => {
      if (!rules.has(device) || reading.has(device)) await (reading.get(device) ?? readAgain(device))
      if (judgeNow(device, readings)) await persist()
    },

    confirm: async (tenant_id, alarm_id, { user_id, user_name, by_user_id = null }, alarm_note) => {
      const confirm_time = Date.now()
      const row = await db.tenant(tenant_id, async (q) => {
        const confirmed = await q
          .updateTable('alarm')
          .set({
            ...{ confirm_time, confirm_user_id: user_id, confirm_userName: user_name, confirm_by_user_id: by_user_id },
            alarm_note: alarm_note ?? null,
          })
          .where('alarm_id', '=', Number(alarm_id))
          .where('confirm_time', 'is', null)
          .returningAll()
          .executeTakeFirst()
        if (confirmed) await writeEvent(q, confirmed, confirm_time, 3, { user_id, by_user_id })
        const isThere =
          confirmed ??
          (await q.selectFrom('alarm').select('alarm_id').where('alarm_id', '=', Number(alarm_id)).executeTakeFirst())
        if (!isThere) throw new ApiError('100002')
        return confirmed
      })
      if (!row) throw new ApiError('110526')
      const device = fleet.get(row.sn_code)
      const at =
        device && [...(rules.get(device)?.values() ?? [])].flat().find(({ alarm }) => alarm?.alarm_id === row.alarm_id)
      if (at) at.alarm = row
      if (device) tell(device, row, 'confirmed')
      return asAlarm(row, device?.dev_alias ?? row.sn_code)
    },

    close: async () => {
      stop()
      clearTimeout(retry)
      await written?.catch(() => {})
    },
  }
}

const isFor = (rule: RuleRow, { tenant_id, device_id, template_id }: LiveDevice): boolean =>
  rule.tenant_id === tenant_id &&
  (rule.device_id === device_id || (rule.template_id !== null && rule.template_id === template_id))

const hasRule = ({ rule_id }: AlarmRow, its: readonly RuleRow[]): boolean =>
  its.some((rule) => rule.rule_id === rule_id)

/** What is left to say of an alarm that nothing will ever end. */
const WITHOUT_RULE = '规则已停用、删除或不再适用 · The rule was disabled, deleted or no longer applies'

/** The rules and open alarms of a device; alarms without a rule, which nothing would ever end, are over now. */
async function readOf(q: Kysely<Schema>, device: LiveDevice) {
  const its = await readRules(q, device)
  const open = await readOpen(q, device.device_id)
  const over: AlarmRow[] = []
  for (const alarm of open.filter((row) => !hasRule(row, its))) {
    const time = Math.max(Date.now(), alarm.alarm_time)
    const row = await recover(q, alarm, time, WITHOUT_RULE)
    if (row) await writeEvent(q, row, time, 2, null)
    if (row) over.push(row)
  }
  return { its, open: open.filter((row) => hasRule(row, its)), over }
}

/** Null where an alarm is gone, with its device. */
async function writeChanges(q: Kysely<Schema>, changes: readonly Change[]): Promise<(AlarmRow | null)[]> {
  const rows: (AlarmRow | null)[] = []
  const ids = [...new Set(changes.map(({ at }) => at.device.device_id))]
  const there = await q.selectFrom('device').select('device_id').where('device_id', 'in', ids).execute()
  const isThere = new Set(there.map(({ device_id }) => device_id))
  /** Alarms of this batch may recover in it. */
  const produced = new Map<RuleAtDevice, AlarmRow>()
  for (const change of changes) {
    const { at, isProduced, time } = change
    const open = produced.get(at) ?? at.alarm
    const row = isProduced
      ? isThere.has(at.device.device_id) && (await produce(q, change))
      : open && (await recover(q, open, time))
    if (row) await writeEvent(q, row, time, isProduced ? 1 : 2, null)
    if (row && isProduced) produced.set(at, row)
    rows.push(row || null)
  }
  return rows
}

const produce = (q: Kysely<Schema>, { at: { device, rule }, time, value, words }: Change) =>
  q
    .insertInto('alarm')
    .values({
      tenant_id: device.tenant_id,
      device_id: device.device_id,
      sn_code: device.sn_code,
      rule_id: rule.rule_id,
      key: rule.key,
      alarm_level: rule.alarm_level,
      alarm_name: rule.alarm_name,
      alarm_name_en: rule.alarm_name_en,
      alarm_info: words,
      alarm_time: time,
      alarm_value: value,
    })
    .returningAll()
    .executeTakeFirst()

/** A note of who confirmed it stays. */
const recover = (
  q: Kysely<Schema>,
  { tenant_id, alarm_id, alarm_note }: AlarmRow,
  recover_time: number,
  why: string | null = null,
) =>
  q
    .updateTable('alarm')
    .set({ recover_time, ...(why !== null && { alarm_note: alarm_note ?? why }) })
    .where('tenant_id', '=', tenant_id)
    .where('alarm_id', '=', alarm_id)
    .returningAll()
    .executeTakeFirst()

const writeEvent = (
  q: Kysely<Schema>,
  { tenant_id, alarm_id }: AlarmRow,
  event_time: number,
  alarm_type: 1 | 2 | 3,
  by: { user_id: number; by_user_id: number | null } | null,
) =>
  q
    .insertInto('alarm_event')
    .values({ tenant_id, alarm_id, event_time, alarm_type, ...by })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
