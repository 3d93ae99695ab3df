import type { Kysely } from 'kysely'
import { fullRoom, type Room } from '../../../core/catalogue/quotas.ts'
import { beyondRoom } from '../db/room-taken.ts'
import type { Schema } from '../db/schema.ts'
import { WrongField } from '../http/field-errors.ts'

/** Throws 100019 at `field` where this transaction made more of what an organisation has a room for than fits into it. */
export async function requireRoomFor(q: Kysely<Schema>, tenant_id: number, room: Room, field: string): Promise<void> {
  const beyond = await beyondRoom(q, tenant_id, room)
  if (beyond) throw new WrongField(field, fullRoom(room, beyond), '100019')
}
