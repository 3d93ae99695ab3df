import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '../../../../core/catalogue/words.ts'
import { countAlone } from '../../db/count-alone.ts'
import type { Db } from '../../db/db.ts'
import { hashRandomPassword } from '../../db/passwords.ts'
import type { Caller } from '../../http/caller.ts'
import { requireRoom } from '../../quotas/index.ts'
import { passwordOf } from '../password.ts'
import type { DeviceImports } from './imports.ts'
import { makingRoom } from './kept.ts'
import { countOf, type Plan, type PlannedRow, wrongLine } from './plan.ts'
import { portionOf } from './portion.ts'
import type { Actor } from './progress.ts'
import type { ImportId } from './seal.ts'

export interface PlanWriterParts {
  db: Db
  imports: Pick<DeviceImports, 'seal'>
  now: () => number
}

/** Rows that are written down at a time, and their bytes: others have the store between. */
const ROWS_AT_ONCE = 500
const BYTES_AT_ONCE = 256 * 1024

export const hashOfKey = (key: string) => createHash('sha256').update(key).digest()

/** Writes down what a file says, for imports to do it; of passwords that the server makes whoever has the key knows them. */
export function createPlanWriter({ db, imports, now }: PlanWriterParts) {
  /** What a row is written down as; passwords that the server makes are known by the key alone. */
  async function stored(one: ImportId, { row, cells, wrong, input }: PlannedRow, key: string, lang: Language) {
    const outcome = wrong.length > 0 ? 'wrong' : input ? null : 'same'
    const { password, ...kept } = input ?? {}
    const isMade = input?.act === 'create' && password === undefined
    const made = isMade && { password_hash: await hashRandomPassword(passwordOf(key, input.sn_code)) }
    return {
      row_no: row,
      cells,
      outcome,
      message: wrongLine(wrong, lang),
      made_for: isMade ? input.sn_code : null,
      input: input ? { ...kept, ...made, ...(password && { sealed: imports.seal(one, row, password) }) } : null,
    }
  }

  async function writeRows(caller: Caller, import_id: number, rows: readonly PlannedRow[], key: string): Promise<void> {
    const { tenant_id } = caller
    for (let at = 0; at < rows.length; ) {
      const some = portionOf(rows.slice(at, at + ROWS_AT_ONCE), ({ bytes }) => bytes, BYTES_AT_ONCE)
      const part = await Promise.all(some.map((row) => stored({ tenant_id, import_id }, row, key, caller.lang)))
      at += some.length
      const sent = JSON.stringify(part)
      await db.tenant(tenant_id, (q) =>
        sql`
          insert into device_import_row (tenant_id, import_id, row_no, cells, input, made_for, outcome, message)
          select ${tenant_id}, ${import_id}, row_no, cells, nullif(input, 'null'::jsonb), made_for, outcome, message
          from jsonb_to_recordset(${sent}::jsonb) as
            r(row_no int, cells jsonb, input jsonb, made_for text, outcome text, message text)`.execute(q),
      )
    }
  }

  /** Makes room among those that are kept, and writes the import down. */
  async function insertImport(caller: Caller, plan: Plan, file_name: string, key: string): Promise<number> {
    const { tenant_id, user_id, user_name, full_name, by, address, from, lang } = caller
    const actor: Actor = { user_name, full_name, by, address, from, lang }
    const { create, wrong, same } = countOf(plan.rows)
    return db.tenant(tenant_id, async (q) => {
      await requireRoom(q, 'devices', create)
      const all = await countAlone(q, 'imports', () =>
        q.selectFrom('device_import').select(['import_id', 'state', 'user_id', 'bytes']).orderBy('import_id').execute(),
      )
      const gone = makingRoom(all, user_id, plan.bytes)
      if (gone.length > 0) await q.deleteFrom('device_import').where('import_id', 'in', gone).execute()
      const row = { tenant_id, user_id, actor: JSON.stringify(actor), file_name, heading: JSON.stringify(plan.heading) }
      const counts = { rows: plan.rows.length, bytes: plan.bytes, done: wrong + same, wrong, same }
      const { import_id } = await q
        .insertInto('device_import')
        .values({ ...row, ...counts, state: 'preparing', key_hash: hashOfKey(key), created_time: now() })
        .returning('import_id')
        .executeTakeFirstOrThrow()
      return import_id
    })
  }

  return { insertImport, writeRows }
}
