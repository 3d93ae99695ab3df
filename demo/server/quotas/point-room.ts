import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Schema } from '../db/schema.ts'
import { WrongField } from '../http/field-errors.ts'
import { notifyQuotaNear } from '../messages/index.ts'
import { keptBy } from './kept-by.ts'

const tooMany = (field: string, kept: number) =>
  new WrongField(
    field,
    { zh: `组织的数据项合计最多 ${kept} 个`, en: `the organisation may have at most ${kept} points in all` },
    '100019',
  )

interface Room {
  points: number
  kept: number | null
  isChanged: boolean
}

async function roomOf(q: Kysely<Schema>, tenant_id: number): Promise<Room> {
  const { rows } = await sql<Room>`
    select coalesce(c.points, 0)::bigint as points, k.kept,
      coalesce(c.xmin = pg_current_xact_id_if_assigned()::xid, false) as "isChanged"
    from (${keptBy('points')}) k left join point_count c on c.tenant_id = k.tenant_id
    where k.tenant_id = ${tenant_id}`.execute(q)
  return rows[0] ?? { points: 0, kept: null, isChanged: false }
}

/**
 * Throws 100019 at `field` where this transaction added points and the organisation has more of them now than it may have.
 * Stands behind every statement that adds points: until its transaction ends nobody else of the organisation adds any.
 */
export async function requirePointRoom(q: Kysely<Schema>, tenant_id: number, field: string = 'points'): Promise<void> {
  const { points, kept, isChanged } = await roomOf(q, tenant_id)
  if (kept !== null && isChanged && points > kept) throw tooMany(field, kept)
}

/** Throws the same where devices that get the points of a template afterwards would be too many. */
export async function requireRoomForTemplate(
  q: Kysely<Schema>,
  { tenant_id, template_id }: { tenant_id: number; template_id: number },
  device_ids: readonly number[],
  field: string,
): Promise<void> {
  const { points, kept } = await roomOf(q, tenant_id)
  if (kept === null) return
  const given = q.selectFrom('template_point as p').where('p.template_id', '=', template_id)
  const { count } = await given.select((on) => on.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  // Which of them the devices have already is looked at only where it matters: they may have millions.
  if (points + count * device_ids.length <= kept) return
  const { rows } = await sql<{ lacking: number }>`
    select count(*) as lacking from device d join template_point p on p.tenant_id = d.tenant_id
      where d.device_id = any(${[...device_ids]}::bigint[]) and not d.is_virtual and p.template_id = ${template_id}
        and not exists (select from point own where own.device_id = d.device_id and own.key = p.key)`.execute(q)
  const lacking = rows[0]?.lacking ?? 0
  if (lacking > 0 && points + lacking > kept) throw tooMany(field, kept)
}

/** Notifies administrators of organisations that have nearly as many points as they may have. Runs as the owner, for a job. */
export async function notifyPointsNear(q: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ tenant_id: number; user_id: number; percent: number }>`
    select u.tenant_id, u.user_id, least(c.points * 100 / greatest(k.kept, 1), 1000)::int as percent
    from point_count c
      join (${keptBy('points')}) k on k.tenant_id = c.tenant_id
      join app_user u on u.tenant_id = c.tenant_id and u.user_type = 1 and u.is_active = 1
    where c.points > 0 and c.points * 100 >= k.kept * ${LIMITS.quotaNear}`.execute(q)
  for (const near of rows) await notifyQuotaNear(q, { ...near, quota: 'points' })
}
