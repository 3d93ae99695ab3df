import { type Kysely, sql } from 'kysely'
import { ROOMS, type Room } from '../../../core/catalogue/quotas.ts'
import type { Schema } from '../db/schema.ts'
import { WrongField } from '../http/field-errors.ts'

interface Taken {
  rows: number
  bytes: number
  rows_before: number
  bytes_before: number
}

/**
 * Throws 100019 at `field` where this transaction made more of what an organisation has a room for than fits into it. Stands
 * behind every statement that adds some: until its transaction ends nobody else of the organisation adds any.
 */
export async function requireRoomFor(q: Kysely<Schema>, tenant_id: number, room: Room, field: string): Promise<void> {
  const { rows } = await sql<Taken>`
    select rows, bytes, rows_before, bytes_before from room_taken
      where tenant_id = ${tenant_id} and room = ${room} and changed_by = pg_current_xact_id_if_assigned()`.execute(q)
  const [taken] = rows
  if (!taken) return
  const { zh, en, rows: most, bytes } = ROOMS[room]
  if (taken.rows > most && taken.rows > taken.rows_before)
    throw new WrongField(
      field,
      { zh: `组织的${zh}合计最多 ${most} 个`, en: `the organisation may have at most ${most} ${en} in all` },
      '100019',
    )
  if (taken.bytes > bytes && taken.bytes > taken.bytes_before) {
    const mb = bytes / 1024 ** 2
    throw new WrongField(
      field,
      { zh: `组织的${zh}合计最多 ${mb} MB`, en: `the ${en} of the organisation may have ${mb} MB at most in all` },
      '100019',
    )
  }
}
