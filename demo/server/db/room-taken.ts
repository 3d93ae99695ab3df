import { type Kysely, sql } from 'kysely'
import { ROOMS, type Room } from '../../../core/catalogue/quotas.ts'
import type { Schema } from './schema.ts'

interface Taken {
  rows: number
  bytes: number
  rows_before: number
  bytes_before: number
}

/**
 * Of what this transaction made more of what an organisation has a room for than fits into it; null where it fits. Stands
 * behind every statement that adds some: until its transaction ends nobody else of the organisation adds any.
 */
export async function beyondRoom(q: Kysely<Schema>, tenant_id: number, room: Room): Promise<'rows' | 'bytes' | null> {
  const { rows } = await sql<Taken>`
    select rows, bytes, rows_before, bytes_before from room_taken
      where tenant_id = ${tenant_id} and room = ${room} and changed_by = pg_current_xact_id_if_assigned()`.execute(q)
  const [taken] = rows
  if (!taken) return null
  const most = ROOMS[room]
  if (taken.rows > most.rows && taken.rows > taken.rows_before) return 'rows'
  return taken.bytes > most.bytes && taken.bytes > taken.bytes_before ? 'bytes' : null
}
