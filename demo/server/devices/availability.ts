import { type Kysely, sql } from 'kysely'
import { MINUTE_MS, WEEK_MS } from '../../../core/catalogue/durations.ts'
import type { DeviceAvailability } from '../../../core/contract/statistics.ts'
import { outagesOf } from '../../../core/rules/outages.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, canSee } from '../http/caller.ts'
import { forAll } from '../limits/call-now.ts'
import { openFairTurns } from '../limits/fair-turns.ts'
import { type Run, runsWithin, spansFrom } from './state-spans.ts'

/** So long what was worked out for an organisation is shown. */
const KEPT_MS = 5 * MINUTE_MS
/** Devices whose changes are read at once: others have their turn in between. */
const PIECE = 500
/** Of one device in a week: one that comes and goes more often is measured by the newest of these. */
const MOST_CHANGES = 500

interface Availability {
  device_id: number
  sn_code: string
  online: number
  known: number
  outages: number
}

interface Worked {
  start: number
  end: number
  /** Those that were not always online, the worst first. */
  rows: Availability[]
}

type Changes = [device_id: number, sn_code: string, changes: [since_time: number, dev_state: number][]]

/** The next devices that were not always online since `start`, each with its changes. */
async function nextDevices(
  q: Kysely<Schema>,
  tenant_id: number,
  { start, end }: { start: number; end: number },
  after: number,
) {
  const { rows } = await sql<{ found: Changes[] }>`
    select coalesce(jsonb_agg(jsonb_build_array(d.device_id, d.sn_code, (
      select coalesce(jsonb_agg(jsonb_build_array(since_time, dev_state) order by since_time), '[]') from (
        select since_time, dev_state from device_state s
          where s.tenant_id = d.tenant_id and s.device_id = d.device_id and s.since_time < ${end}
            and s.since_time >= coalesce((select max(since_time) from device_state b where b.tenant_id = d.tenant_id
              and b.device_id = d.device_id and b.since_time <= ${start}), ${start})
          order by since_time desc limit ${MOST_CHANGES}) newest)) order by d.device_id), '[]') as found from (
      select tenant_id, device_id, sn_code from device
        where tenant_id = ${tenant_id} and device_id > ${after} and deregistered_time is null
          and (state_time > ${start} or dev_state <> 1)
        order by device_id limit ${PIECE}) d`.execute(q)
  return rows[0]?.found ?? []
}

const shareOf = ({ online, known }: Pick<Availability, 'online' | 'known'>) => online / known

/** Which devices were online least in the last seven days: of a whole organisation at a time, for all who ask within some minutes. */
export function openAvailability({ db, fleet, now = Date.now }: { db: Db; fleet: Fleet; now?: () => number }) {
  const kept = new Map<number, { until: number; worked: Promise<Worked> }>()
  const turns = openFairTurns({ atOnce: 2, ofOne: 1, waitingOfOne: 1, waiting: 100 })

  async function work(tenant_id: number): Promise<Worked> {
    const end = now()
    const start = end - WEEK_MS
    const runs: Run[] = await db.systemFor(tenant_id, (q) => runsWithin(q, start, end))
    const rows: Availability[] = []
    for (let after = 0; ; ) {
      const found = await db.tenant(tenant_id, (q) => nextDevices(q, tenant_id, { start, end }, after), 'reports')
      for (const [device_id, sn_code, changes] of found) {
        const its = spansFrom(changes, { start, until: end, runs, most: MOST_CHANGES })
        const known = its.online + its.offline + its.faulty
        if (its.online < known)
          rows.push({ device_id, sn_code, online: its.online, known, outages: outagesOf(its.spans).count })
      }
      const last = found.at(-1)
      if (!last || found.length < PIECE) break
      after = last[0]
    }
    return { start, end, rows: rows.sort((a, b) => shareOf(a) - shareOf(b) || b.outages - a.outages) }
  }

  function workedFor(tenant_id: number): Promise<Worked> {
    for (const [id, { until }] of kept) if (until <= now()) kept.delete(id)
    const before = kept.get(tenant_id)
    if (before) return before.worked
    const worked = forAll(() => turns.run(tenant_id, () => work(tenant_id)))
    kept.set(tenant_id, { until: now() + KEPT_MS, worked })
    worked.catch(() => kept.delete(tenant_id))
    return worked
  }

  return async (caller: Caller, most: number): Promise<{ start: number; end: number; rows: DeviceAvailability[] }> => {
    const { start, end, rows } = await workedFor(caller.tenant_id)
    const seen: DeviceAvailability[] = []
    for (const { device_id, ...row } of rows) {
      if (seen.length === most) break
      const device = fleet.of({ sn_code: row.sn_code, device_id })
      if (device && canSee(caller, device)) seen.push({ ...row, dev_alias: device.dev_alias })
    }
    return { start, end, rows: seen }
  }
}
