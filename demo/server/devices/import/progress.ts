import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import type { Db } from '../../db/db.ts'
import type { Schema } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { POINTS_AT_ONCE, pointCounts } from '../../templates/index.ts'
import type { AddedDevice } from '../add-devices.ts'
import type { OpenRow } from './hashes.ts'
import { portionOf } from './portion.ts'
import type { ImportId } from './seal.ts'

/** Rows of a transaction, which adds `POINTS_AT_ONCE` at most: others have their turn between. */
const ROWS_AT_ONCE = 50
/** Rows of which the same is written down in one transaction. */
const ROWS_NOTED = 1000
/** Rows whose passwords are hashed while others are written. */
const ROWS_AHEAD = 200
/** A server that has not said for so long that it is at an import is not. */
const CLAIMED_MS = MINUTE_MS

type Outcome = 'created' | 'updated' | 'same' | 'wrong'

/** Who started an import, as records keep it. */
export type Actor = Pick<Caller, 'user_name' | 'full_name' | 'by' | 'address' | 'from' | 'lang'>

/** It was cancelled, or another server is at it. */
export class NotOurs extends Error {}

/**
 * What SQL has of imports: whose each is, what is left of it, and what became of its rows. All in the organisation's backlog:
 * an import waits for as long as it has to, and is no call's.
 */
export function createProgress(db: Db, now: () => number) {
  const node = randomUUID()

  /** Takes an import, or goes on with it; undefined where it is over or another's. */
  async function claim({ tenant_id, import_id }: ImportId) {
    const time = now()
    const row = await db.tenant(
      tenant_id,
      (q) =>
        q
          .updateTable('device_import')
          .set({ claimed_by: node, claimed_until: time + CLAIMED_MS })
          .where('import_id', '=', import_id)
          .where('state', '=', 'running')
          // The embedded store has one server: whoever was at it has ended.
          .where((on) =>
            on.or([on('claimed_by', '=', node), on('claimed_until', '<', time), on.val(db.kind === 'embedded')]),
          )
          .returning(['user_id', 'actor'])
          .executeTakeFirst(),
      'backlog',
    )
    return row && { user_id: row.user_id, actor: row.actor as Actor }
  }

  /** Rows that are to be done next. */
  const nextRows = ({ tenant_id, import_id }: ImportId): Promise<OpenRow[]> =>
    db.tenant(
      tenant_id,
      async (q) => {
        const rows = await q
          .selectFrom('device_import_row')
          .select(['row_no', 'input'])
          .where('import_id', '=', import_id)
          .where('outcome', 'is', null)
          // Of one that is cancelled meanwhile nothing is left to do.
          .where('input', 'is not', null)
          .orderBy('row_no')
          .limit(ROWS_AHEAD)
          .execute()
        return rows as OpenRow[]
      },
      'backlog',
    )

  /** Of these rows those that are done in one transaction, by the points that their templates have now. */
  async function nextPortion({ tenant_id }: ImportId, rows: readonly OpenRow[]): Promise<OpenRow[]> {
    const some = rows.slice(0, ROWS_AT_ONCE)
    const templateOf = ({ input: { act, set } }: OpenRow) =>
      act === 'create' ? (set as Pick<AddedDevice, 'template_id'>).template_id : undefined
    const templates = some.flatMap((row) => templateOf(row) ?? [])
    const points = await db.tenant(tenant_id, (q) => pointCounts(q, templates), 'backlog')
    return portionOf(some, (row) => points.get(templateOf(row) ?? 0) ?? 0, POINTS_AT_ONCE)
  }

  /** Writes down what became of rows. */
  async function note(
    q: Kysely<Schema>,
    { import_id }: ImportId,
    done: readonly { row_no: number; outcome: Outcome; message?: string }[],
  ) {
    const sent = JSON.stringify(done)
    await sql`
      update device_import_row r set outcome = n.outcome, message = coalesce(n.message, ''), input = null
        from jsonb_to_recordset(${sent}::jsonb) as n(row_no int, outcome text, message text)
        where r.import_id = ${import_id} and r.row_no = n.row_no and r.outcome is null`.execute(q)
    const count = (wanted: Outcome) => done.filter(({ outcome }) => outcome === wanted).length
    await sql`
      update device_import set done = done + ${done.length}, created = created + ${count('created')},
          updated = updated + ${count('updated')}, same = same + ${count('same')}, wrong = wrong + ${count('wrong')},
          claimed_until = ${now() + CLAIMED_MS}
        where import_id = ${import_id}`.execute(q)
  }

  /** Writes down the same of some rows that are left, of those that do the same with the same template; how many they are. */
  async function noteAlike(
    q: Kysely<Schema>,
    { import_id }: ImportId,
    { act, template_id }: { act: string; template_id: number | null },
    message: string,
  ): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      with alike as (
        select row_no from device_import_row
          where import_id = ${import_id} and outcome is null and input ->> 'act' = ${act}
            and (input -> 'set' ->> 'template_id')::bigint is not distinct from ${template_id}::bigint
          limit ${ROWS_NOTED}
      ), noted as (
        update device_import_row r set outcome = 'wrong', message = ${message}, input = null
          from alike where r.import_id = ${import_id} and r.row_no = alike.row_no returning 1
      )
      select count(*)::int as count from noted`.execute(q)
    const { count = 0 } = rows[0] ?? {}
    await sql`update device_import set done = done + ${count}, wrong = wrong + ${count},
        claimed_until = ${now() + CLAIMED_MS} where import_id = ${import_id}`.execute(q)
    return count
  }

  /** Throws NotOurs where somebody has ended it meanwhile; nobody does until this transaction ends. */
  async function requireOurs(q: Kysely<Schema>, { import_id }: ImportId): Promise<void> {
    const row = await q
      .selectFrom('device_import')
      .select(['state', 'claimed_by'])
      .where('import_id', '=', import_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row?.state !== 'running' || row.claimed_by !== node) throw new NotOurs()
  }

  const end = ({ tenant_id, import_id }: ImportId, state: 'done' | 'failed') =>
    db.tenant(
      tenant_id,
      async (q) => {
        await q
          .updateTable('device_import')
          .set({ state, end_time: now() })
          .where('import_id', '=', import_id)
          .where('state', '=', 'running')
          .execute()
        await forgetInputs(q, import_id)
      },
      'backlog',
    )

  return { claim, nextRows, nextPortion, note, noteAlike, requireOurs, end }
}

export type Progress = ReturnType<typeof createProgress>

/** Of rows that are never done nothing is kept but what the file said: passwords are forgotten. */
export const forgetInputs = (q: Kysely<Schema>, import_id: number) =>
  q
    .updateTable('device_import_row')
    .set({ input: null })
    .where('import_id', '=', import_id)
    .where('outcome', 'is', null)
    .execute()
