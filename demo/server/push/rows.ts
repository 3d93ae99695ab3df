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

/**
 * The same for escalations. What of an alarm still waits for a person by a channel is renewed: a repeat makes nothing that would
 * be sent in the same message. It keeps its place among what waits.
 */
export async function addRepeated(q: Kysely<Schema>, pushes: readonly NewPush[], now: number): Promise<void> {
  if (pushes.length === 0) return
  await sql`
    with said as materialized (
      select r.*, w.version, w.waited_min as waited from jsonb_to_recordset(${JSON.stringify(pushes)}::jsonb) as r(
          tenant_id bigint, alarm_id bigint, user_id bigint, channel text, reason text, step smallint, waited_min integer,
          alarm_level smallint)
        left join lateral (
          select p.ctid as version, p.waited_min from push p where p.tenant_id = r.tenant_id and p.alarm_id = r.alarm_id
            and p.user_id = r.user_id and p.channel = r.channel and p.message_id is null and p.reason = 'escalation' limit 1
        ) w on true
    ), renewed as (
      update push p set step = s.step, waited_min = s.waited_min, alarm_level = s.alarm_level, push_time = ${now}
        from said s where p.ctid = s.version and s.waited < s.waited_min
    )
    insert into push (tenant_id, alarm_id, user_id, channel, reason, step, waited_min, alarm_level, push_time, due_time)
      select tenant_id, alarm_id, user_id, channel, reason, step, waited_min, alarm_level, ${now}, ${now}
      from said where version is null`.execute(q)
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
