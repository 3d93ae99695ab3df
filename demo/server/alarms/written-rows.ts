import type { Kysely } from 'kysely'
import { alarmsOf } from '../db/alarm-writes.ts'
import type { Schema } from '../db/schema.ts'
import type { AlarmRow, StandingRow } from './rows.ts'

interface Drawn {
  /** What was to be inserted and updated, by `alarm_id`. */
  inserted: ReadonlyMap<number, AlarmRow>
  updated: ReadonlyMap<number, unknown>
  gone: readonly AlarmRow[]
  notices: readonly { row: StandingRow }[]
}

/** What became of alarms in a transaction: of one that another node confirmed, or that is gone, SQL knows better. */
export async function writtenRows(
  q: Kysely<Schema>,
  drawn: Drawn,
  { inserted, updated }: { inserted: ReadonlySet<number>; updated: ReadonlyMap<number, AlarmRow> },
) {
  const gone = new Map(drawn.gone.map((row) => [row.alarm_id, row]))
  const isWritten = (alarm_id: number) => drawn.inserted.has(alarm_id) || drawn.updated.has(alarm_id)
  const others = drawn.notices.flatMap(({ row }) => (isWritten(row.alarm_id) || gone.has(row.alarm_id) ? [] : row))
  const unchanged = new Map((await alarmsOf(q, others)).map((row) => [row.alarm_id, row]))
  return {
    asWritten(row: StandingRow): StandingRow | null {
      const { alarm_id } = row
      if (gone.has(alarm_id) || inserted.has(alarm_id) || !isWritten(alarm_id)) return row
      return updated.get(alarm_id) ?? null
    },
    /** With its texts, in the state that it had when its notice was made, whatever became of it in the same transaction. */
    announced(row: StandingRow): AlarmRow | null {
      const { alarm_id, recover_time, held, repeats } = row
      const made = inserted.has(alarm_id) ? drawn.inserted.get(alarm_id) : undefined
      const whole = gone.get(alarm_id) ?? made ?? unchanged.get(alarm_id)
      if (whole) return { ...whole, ...row }
      const changed = updated.get(alarm_id)
      return changed ? { ...changed, recover_time, held, repeats } : null
    },
  }
}
