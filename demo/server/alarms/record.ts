import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { MarkedPoint } from '../../../core/contract/alarm-record.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { calendarOf, placeOf } from '../../../core/rules/alarm-measure/calendar.ts'
import type { Db } from '../db/db.ts'
import { type Ask, TEXTS } from '../db/find-in-pieces.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { alarmsKept } from '../quotas/index.ts'
import { requestedDevices } from './devices-of.ts'
import { alarmsOf, type FoundAlarms, UNENDED } from './list.ts'

export interface AlarmRecordParts {
  db: Db
  fleet: Fleet
  now?: () => number
}

const MOST_DAYS = { hour: LIMITS.hourlyDays, day: LIMITS.historyDays } as const
/** In whichever time zone, hours begin at whole quarters: alarms of one are counted at once. */
const QUARTER_MS = 900_000

/** Points of all devices that are marked one by one. */
const MOST_POINTS = 5000
/** By what they ask of the operator. */
const RANKED = ['ACKED', 'RTNUN', 'UNACK'] as const
/** The level of the worst alarm and the rank of its state, in one number that a maximum can be taken of. */
const WORST = sql<number>`max(a.alarm_level * 4
  + case when a.confirm_time is not null then 0 when a.recover_time is not null then 1 else 2 end)`

const begunByQuarter = (found: FoundAlarms) =>
  found
    .select((on) => [
      sql<number>`a.alarm_time / ${sql.lit(QUARTER_MS)}`.as('quarter'),
      'a.alarm_level',
      on.fn.countAll<number>().as('count'),
    ])
    .groupBy(['quarter', 'a.alarm_level'])
    .execute()

/** Where a range of time ends that has some thousand alarms, whatever their devices: each is counted in a statement of its own. */
async function pieceEnd(q: Kysely<Schema>, from: number, end: number): Promise<number> {
  const behind = await q
    .selectFrom('alarm')
    .select('alarm_time')
    .where('alarm_time', '>=', from)
    .where('alarm_time', '<', end)
    .orderBy('alarm_time')
    .orderBy('alarm_id')
    .offset(TEXTS)
    .limit(1)
    .executeTakeFirst()
  return behind ? behind.alarm_time + 1 : end
}

export function alarmRecordAnswers(parts: AlarmRecordParts): Answers<Contract['alarmRecord'], Caller> {
  const { db, fleet, now = Date.now } = parts
  return {
    async perTime({ step, start, end, ...filter }, caller) {
      if (end <= start || end - start > MOST_DAYS[step] * DAY_MS) throw new ApiError('110542')
      const devices = await requestedDevices(parts, caller, filter)
      const ask: Ask = (work) => db.tenant(caller.tenant_id, work)
      const { timezone, week_start } = await ask((q) =>
        q.selectFrom('tenant').select(['timezone', 'week_start']).executeTakeFirstOrThrow(),
      )
      const edges = calendarOf(timezone, week_start).buckets(start, end, step)
      const bars = edges.slice(1).map((end_time, i) => ({
        start_time: edges[i] ?? end_time,
        end_time,
        levels: [0, 0, 0, 0, 0],
      }))
      for (let from = start; from < end; ) {
        const { until, rows } = await ask(async (q) => {
          const until = await pieceEnd(q, from, end)
          const found = alarmsOf(q, { ...filter, start: from, end: until, devices }, now())
          return { until, rows: await begunByQuarter(found) }
        })
        for (const { quarter, alarm_level, count } of rows) {
          const levels = bars[placeOf(edges, quarter * QUARTER_MS)]?.levels
          if (levels) levels[alarm_level - 1] = (levels[alarm_level - 1] ?? 0) + count
        }
        from = until
      }
      return bars
    },

    async marks(filter, caller) {
      const devices = await requestedDevices(parts, caller, filter)
      const [rows, found] = await db.tenant(caller.tenant_id, async (q) => {
        const shown = alarmsOf(q, { devices }, now()).where(UNENDED).where('a.held', 'is', null)
        const ofDevices = await shown
          .select((on) => [
            'a.sn_code',
            on.fn.countAll<number>().as('open'),
            sql<number>`count(*) filter (where a.confirm_time is null)`.as('unconfirmed'),
            on.fn.max('a.alarm_level').as('alarm_level'),
          ])
          .groupBy('a.sn_code')
          .orderBy('a.sn_code')
          .execute()
        const ofPoints = await shown
          .select((on) => ['a.sn_code', 'a.key', on.fn.countAll<number>().as('open'), WORST.as('worst')])
          .groupBy(['a.sn_code', 'a.key'])
          .orderBy('worst', 'desc')
          .orderBy('a.sn_code')
          .orderBy('a.key')
          .limit(MOST_POINTS)
          .execute()
        return [ofDevices, ofPoints] as const
      })
      const points = new Map<string, MarkedPoint[]>()
      for (const { sn_code, key, open, worst } of found) {
        const mark = { key, open, alarm_level: Math.floor(worst / 4), state: RANKED[worst % 4] ?? 'ACKED' }
        const known = points.get(sn_code)
        if (known) known.push(mark)
        else points.set(sn_code, [mark])
      }
      return rows.map((row) => ({
        ...row,
        group_id: fleet.get(row.sn_code)?.group_id ?? null,
        points: points.get(row.sn_code) ?? [],
      }))
    },

    async kept(_input, caller) {
      const devices = await requestedDevices(parts, caller, {})
      return db.systemFor(caller.tenant_id, (q) => alarmsKept(q, caller.tenant_id, devices))
    },
  }
}
