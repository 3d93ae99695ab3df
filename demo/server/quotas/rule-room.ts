import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { AlarmRuleTable } from '../db/alarm-tables.ts'
import { countAlone } from '../db/count-alone.ts'
import type { Schema } from '../db/schema.ts'
import { WrongField } from '../http/field-errors.ts'

/**
 * Throws 100019 at `field` where the rules of an organisation, each counted at each device, are more than it may have. Stands
 * behind every statement that gives a device a template, or a template or a device rules, and before any that gives points.
 */
export async function requireRuleRoom(q: Kysely<Schema>, tenant_id: number, field: string): Promise<void> {
  const { rows } = await countAlone(q, 'rules at devices', () =>
    sql<{ count: number }>`
      select (select count(*) from alarm_rule where tenant_id = ${tenant_id} and device_id is not null)
        + (select coalesce(sum(r.count), 0)::bigint from device d join (
            select template_id, count(*) as count from alarm_rule
            where tenant_id = ${tenant_id} and template_id is not null group by template_id) r on r.template_id = d.template_id
          where d.tenant_id = ${tenant_id} and d.deregistered_time is null) as count`.execute(q),
  )
  const most = LIMITS.rulesAtDevices
  if ((rows[0]?.count ?? 0) <= most) return
  throw new WrongField(
    field,
    {
      zh: `组织所有设备的报警规则合计最多 ${most} 条`,
      en: `the devices of the organisation may have at most ${most} alarm rules in all`,
    },
    '100019',
  )
}

const TEXTS = [
  ...['alarm_name', 'alarm_name_en', 'alarm_text', 'alarm_text_en', 'suppress_when'],
  ...['cause', 'cause_en', 'consequence', 'consequence_en', 'response', 'response_en'],
] as const satisfies (keyof AlarmRuleTable)[]

/** Throws 100019 at `field` where the texts of all rules of an organisation are more than it may have, after some were changed. */
export async function requireRuleTextRoom(q: Kysely<Schema>, tenant_id: number, field: string): Promise<void> {
  const { rows } = await countAlone(q, 'rules at devices', () =>
    sql<{ bytes: number }>`
      select coalesce(sum(octet_length(concat(${sql.join(TEXTS.map((text) => sql.ref(text)))}))), 0)::bigint as bytes
      from alarm_rule where tenant_id = ${tenant_id}`.execute(q),
  )
  if ((rows[0]?.bytes ?? 0) <= LIMITS.ruleTextBytes) return
  const most = LIMITS.ruleTextBytes / 1024 ** 2
  throw new WrongField(
    field,
    {
      zh: `组织所有报警规则的文本合计最多 ${most} MB`,
      en: `the texts of all alarm rules of the organisation may have ${most} MB at most`,
    },
    '100019',
  )
}
