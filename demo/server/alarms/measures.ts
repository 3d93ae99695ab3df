import type { Kysely } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { AlarmMeasures, AlarmOf } from '../../../core/contract/alarm-measure.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { type MeasureInput, type Measures, measuring } from '../../../core/rules/alarm-measure/measure.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { groupsBelow } from '../fleet/group-tree.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, canSee } from '../http/caller.ts'
import { openCallerTurns, turnHolderOf } from '../http/caller-turns.ts'
import { WrongField } from '../http/field-errors.ts'
import { openTurns } from '../limits/turns.ts'
import { holdEvents, knownSince, measuredAlarms, type Numbered, namesOf, numbered } from './measure-rows.ts'

export interface AlarmMeasureParts {
  db: Db
  fleet: Fleet
  now?: () => number
  /** The most alarms, and events of holds, that are counted at once. */
  most?: number
}

const MOST_ALARMS = 200_000
const MOST_LISTED = 100
const MOST_FLOODS = 500
/** Reading and measuring so many takes as long as a call does. */
const ALARMS_OF_CALL = 2000
const NODE = ['group_id', 'parent_id'] as const

export function alarmMeasureAnswers({
  db,
  fleet,
  now = Date.now,
  most = MOST_ALARMS,
}: AlarmMeasureParts): Answers<Contract['alarmMeasure'], Caller> {
  /** Few at once: each has all its alarms in memory. */
  const queue = openCallerTurns({ atOnce: 2, ofOrganisation: 1, ofOne: 1, waitingOfOne: 10, waiting: 20 })

  const measureAnswer: Answers<Contract['alarmMeasure'], Caller>['measure'] = async (
    { sn_code, group_id, start, end: until, positions, bucket },
    caller,
  ): Promise<AlarmMeasures> => {
    const end = Math.min(until ?? Number.POSITIVE_INFINITY, now())
    requireWindow(start, end, bucket)
    const one = sn_code === undefined ? null : seenDevice(fleet, caller, sn_code)
    const read = <T>(work: (q: Kysely<Schema>) => Promise<T>) => db.tenant(caller.tenant_id, work, 'reports')
    const seen = Array.from(fleet.devices(caller.tenant_id)).filter((device) => canSee(caller, device))
    const idsOf = (devices: typeof seen) => devices.map(({ device_id }) => device_id)
    const all = caller.may_see === 'all' ? null : idsOf(seen)

    const { timezone, week_start, alarms_dropped_time, groups, since_time } = await read(async (q) => ({
      ...(await q
        .selectFrom('tenant')
        .select(['timezone', 'week_start', 'alarms_dropped_time'])
        .executeTakeFirstOrThrow()),
      groups: group_id === undefined ? [] : await q.selectFrom('device_group').select(NODE).execute(),
      since_time: await knownSince(q, all),
    }))
    const below = group_id === undefined ? null : groupsBelow(groups, [group_id])
    const isChosen = (device: (typeof seen)[number]) =>
      (!one || device.device_id === one.device_id) &&
      (!below || (device.group_id !== null && below.has(device.group_id)))
    const window = { start, end, devices: one || below ? idsOf(seen.filter(isChosen)) : all }

    const numbers = numbered()
    const alarms = await measuredAlarms(read, window, most + 1, numbers)
    const holds = await read((q) => holdEvents(q, window, most + 1, numbers))
    if (alarms.length > most || holds.length > most)
      throw new WrongField('start', {
        zh: `时间范围内超过 ${most} 条报警`,
        en: `reaches over more than ${most} alarms`,
      })

    caller.spend?.(Math.floor((alarms.length + holds.length) / ALARMS_OF_CALL))
    const measures = await measuredInTurns({
      alarms,
      holds,
      start,
      end,
      since_time,
      dropped_time: alarms_dropped_time,
      positions,
      bucket,
      timeZone: timezone,
      weekStart: week_start,
    })
    const { floods, top, chattering, stale } = measures
    const worst = chattering.rows.slice(0, MOST_LISTED)
    const longest = stale.rows.slice(0, MOST_LISTED)
    const wanted = new Set([...top.rows, ...worst, ...longest].map(({ alarm }) => alarm))
    const names = await read((q) => namesOf(q, Array.from(wanted, numbers.named)))
    const named = namedBy(names, numbers)
    return {
      ...measures,
      timezone,
      positions,
      bucket,
      floods: { ...floods, rows: floods.rows.slice(0, MOST_FLOODS) },
      top: { ...top, rows: named(top.rows) },
      chattering: { ...chattering, rows: named(worst) },
      stale: { ...stale, rows: named(longest) },
    }
  }

  return {
    measure: (input, caller) => queue.run(turnHolderOf(caller), () => measureAnswer(input, caller), caller.gone),
  }
}

async function measuredInTurns(input: MeasureInput): Promise<Measures> {
  const turns = openTurns(Number.POSITIVE_INFINITY)
  const steps = measuring(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await turns.pause()
  }
}

function requireWindow(start: number, end: number, bucket: AlarmMeasures['bucket']): void {
  if (end <= start) throw new ApiError('110542')
  if (end - start > LIMITS.historyDays * DAY_MS)
    throw new WrongField('start', {
      zh: `时间范围最长 ${LIMITS.historyDays} 天`,
      en: `may lie ${LIMITS.historyDays} days back at most`,
    })
  if (bucket === 'hour' && end - start > LIMITS.hourlyDays * DAY_MS)
    throw new WrongField('bucket', {
      zh: `按小时统计最长 ${LIMITS.hourlyDays} 天`,
      en: `may be hour for ${LIMITS.hourlyDays} days at most`,
    })
}

/** Puts what people call it in the place of an alarm's number; of a device that is gone by now, nothing is said. */
function namedBy(names: readonly (AlarmOf & { device_id: number })[], numbers: Numbered) {
  const byNumber = new Map(
    names.map(({ device_id, ...name }) => [numbers.of(Number(name.rule_id), device_id), name] as const),
  )
  return <Row extends { alarm: number }>(rows: readonly Row[]): (Omit<Row, 'alarm'> & AlarmOf)[] =>
    rows.flatMap(({ alarm, ...row }) => {
      const name = byNumber.get(alarm)
      return name ? [{ ...row, ...name }] : []
    })
}
