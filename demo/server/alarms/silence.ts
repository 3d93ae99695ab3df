import { type Kysely, sql } from 'kysely'
import { runTimeline, type TimelineSample } from '../../../core/rules/alarm-timeline.ts'
import type { Schema } from '../db/schema.ts'
import type { Change } from './changeset.ts'
import type { LateTimes } from './late-times.ts'
import type { NoteCode } from './notes.ts'
import type { RuleAtDevice } from './place.ts'
import { type AlarmRow, readSince } from './rows.ts'

const NOT_SILENT: NoteCode = 'not-silent'

/** Silences that are over, and of which readings that came late may show that they were none. */
export async function doubtfulSilences(q: Kysely<Schema>, at: RuleAtDevice, times: LateTimes): Promise<AlarmRow[]> {
  const rows = await readSince(q, at, times.first)
  const noted = await q
    .selectFrom('alarm_event')
    .select('alarm_id')
    .where('tenant_id', '=', at.device.tenant_id)
    .where(sql<boolean>`alarm_id = any(${rows.map(({ alarm_id }) => alarm_id)}::bigint[])`)
    .where('note_code', '=', NOT_SILENT)
    .execute()
  const isNoted = new Set(noted.map(({ alarm_id }) => alarm_id))
  return rows.filter(
    (row) =>
      row.recover_time !== null &&
      !isNoted.has(row.alarm_id) &&
      times.isAnyIn(beginOf(at, row) + 1, row.recover_time - 1),
  )
}

/** The notes of those that were none by what is stored now. */
export async function notSilent(
  at: RuleAtDevice,
  rows: readonly AlarmRow[],
  samplesOf: (from: number, to: number) => Promise<readonly TimelineSample[]>,
): Promise<Change[]> {
  const changes: Change[] = []
  for (const row of rows) {
    const [from, to] = [beginOf(at, row), row.recover_time ?? 0]
    const samples = await samplesOf(from, to)
    const { occurrences } = runTimeline(at.rule, samples, { from, to })
    const wasSilent = occurrences.some(({ alarm_time }) => alarm_time < to)
    // Of a point without history nothing shows.
    if (!wasSilent && samples.length > 0) changes.push({ is: 'noted', at, row, note_code: NOT_SILENT })
  }
  return changes
}

/** The last reading before it. */
const beginOf = ({ rule: { no_data_s, on_delay_s } }: RuleAtDevice, { alarm_time }: AlarmRow): number =>
  alarm_time - Math.round(((no_data_s ?? 0) + on_delay_s) * 1000)
