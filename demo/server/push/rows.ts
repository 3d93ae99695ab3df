import { type Kysely, sql } from 'kysely'
import type { Row, Schema } from '../db/schema.ts'
import { groupsBelow } from '../fleet/group-tree.ts'

export type NewPush = Pick<
  Row<'push'>,
  'tenant_id' | 'alarm_id' | 'user_id' | 'channel' | 'reason' | 'step' | 'waited_min' | 'alarm_level'
>

/** Stores who is to be notified of what: they go as one parameter. */
export async function addPushes(q: Kysely<Schema>, pushes: readonly NewPush[], now: number): Promise<void> {
  if (pushes.length === 0) return
  await sql`
    insert into push (tenant_id, alarm_id, user_id, channel, reason, step, waited_min, alarm_level, push_time, due_time)
      select r.tenant_id, r.alarm_id, r.user_id, r.channel, r.reason, r.step, r.waited_min, r.alarm_level, ${now},
        ${now}
      from jsonb_to_recordset(${JSON.stringify(pushes)}::jsonb) as r(tenant_id bigint, alarm_id bigint,
        user_id bigint, channel text, reason text, step smallint, waited_min integer, alarm_level smallint)`.execute(q)
}

/** Whether a rule's group, null for all devices, holds a device of this group: the group with all below it. */
export async function groupTest(q: Kysely<Schema>, tenant_id: number) {
  const groups = await q
    .selectFrom('device_group')
    .select(['tenant_id', 'group_id', 'parent_id'])
    .where('tenant_id', '=', tenant_id)
    .execute()
  const known = new Map<number, Set<number>>()
  return (rule_group_id: number | null, group_id: number | null): boolean => {
    if (rule_group_id === null) return true
    const below = known.get(rule_group_id) ?? groupsBelow(groups, [rule_group_id])
    known.set(rule_group_id, below)
    return group_id !== null && below.has(group_id)
  }
}
