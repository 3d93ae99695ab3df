import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import type { SentRule } from '../../../core/contract/alarm-rules.ts'
import type { Schema } from '../db/schema.ts'
import { WrongField } from '../http/field-errors.ts'
import { requireRoom, requireRuleRoom, requireRuleTextRoom } from '../quotas/index.ts'

const FIELDS = Object.keys(AlarmRule.shape) as (keyof AlarmRule)[]

/** Whose rules. */
export type OwnerIds = { template_id: number } | { device_id: number }
type Named = OwnerIds & { tenant_id: number }

/** A rule as its table takes it; what else comes with it is left out. */
export function ruleColumns({ channels, ...rule }: AlarmRule) {
  const plain = Object.fromEntries(FIELDS.map((field) => [field, rule[field as keyof typeof rule]])) as typeof rule
  return { ...plain, channels: JSON.stringify(channels) }
}

/** In the order that people gave them. */
export async function rulesOf(q: Kysely<Schema>, owner: OwnerIds): Promise<(AlarmRule & { rule_id: number })[]> {
  const [column, id] =
    'template_id' in owner ? (['template_id', owner.template_id] as const) : (['device_id', owner.device_id] as const)
  return q
    .selectFrom('alarm_rule')
    .select(['rule_id', ...FIELDS])
    .where(column, '=', id)
    .orderBy('sort')
    .orderBy('rule_id')
    .execute()
}

const ownerColumns = (owner: Named) => ({
  tenant_id: owner.tenant_id,
  ...('template_id' in owner ? { template_id: owner.template_id } : { device_id: owner.device_id }),
})

/** Gives a template rules. Throws 100019 where the organisation would have too many. */
export async function insertRules(q: Kysely<Schema>, owner: Named, rules: readonly AlarmRule[]): Promise<void> {
  await addRules(q, owner, rules, (rule) => rules.indexOf(rule))
  if (rules.length > 0) await requireRoomForAll(q, owner, 'alarm_rules')
}

async function requireRoomForAll(q: Kysely<Schema>, { tenant_id }: Named, field: string): Promise<void> {
  await requireRuleRoom(q, tenant_id, field)
  await requireRuleTextRoom(q, tenant_id, field)
}

async function addRules(
  q: Kysely<Schema>,
  owner: Named,
  rules: readonly AlarmRule[],
  place: (rule: AlarmRule) => number,
): Promise<void> {
  const rows = rules.map((rule) => ({ ...ownerColumns(owner), ...ruleColumns(rule), sort: place(rule) }))
  if (rows.length === 0) return
  await requireRoom(q, 'alarm_rules', rows.length)
  await q.insertInto('alarm_rule').values(rows).execute()
}

export const isSameRule = (a: AlarmRule, b: AlarmRule): boolean =>
  FIELDS.every((field) => isDeepStrictEqual(a[field], b[field]))

/** How much alike two rules are: the more the likelier it is that one was made of the other. */
const LIKENESS: readonly ((a: AlarmRule, b: AlarmRule) => boolean)[] = [
  isSameRule,
  (a, b) => a.key === b.key && a.alarm_name === b.alarm_name,
  (a, b) => a.key === b.key && a.condition === b.condition && a.alarm_level === b.alarm_level,
]

/**
 * Replaces the rules of a template or a device. A rule that brings its `rule_id` stays the same one, with its open alarms
 * and holds; of those without, one that is much like a rule that would else be gone is taken for it. Throws 100019, at `field`
 * for the rules of all devices, where the organisation would have too many.
 */
export async function replaceRules(
  q: Kysely<Schema>,
  owner: Named,
  rules: readonly SentRule[],
  field = 'alarm_rules',
): Promise<void> {
  const left = await rulesOf(q, owner)
  const fresh = new Set(rules)
  const place = (rule: AlarmRule) => rules.indexOf(rule)
  const kept = new Map<SentRule, number>()
  const keep = (rule: SentRule, at: number) => {
    const [old] = left.splice(at, 1)
    if (!old) return
    fresh.delete(rule)
    kept.set(rule, old.rule_id)
  }
  for (const [i, rule] of rules.entries()) {
    if (rule.rule_id === undefined) continue
    const at = left.findIndex(({ rule_id }) => String(rule_id) === rule.rule_id)
    if (at < 0)
      throw new WrongField(`rules.${i}.rule_id`, { zh: '规则已不存在', en: 'is no rule of this list any more' })
    keep(rule, at)
  }
  const isNamed = rules.some(({ rule_id }) => rule_id !== undefined)
  for (const isAlike of isNamed ? [] : LIKENESS)
    for (const rule of [...fresh]) {
      const at = left.findIndex((old) => isAlike(old, rule))
      if (at >= 0) keep(rule, at)
    }
  const gone = left.map(({ rule_id }) => rule_id)
  if (gone.length > 0) await q.deleteFrom('alarm_rule').where('rule_id', 'in', gone).execute()
  await updateRules(q, owner, kept, place)
  await addRules(q, owner, [...fresh], place)
  if (rules.length > 0) await requireRoomForAll(q, owner, field)
}

/** In one statement, however many: a list has 200. */
async function updateRules(
  q: Kysely<Schema>,
  owner: Named,
  kept: ReadonlyMap<SentRule, number>,
  place: (rule: SentRule) => number,
): Promise<void> {
  if (kept.size === 0) return
  const rows = Array.from(kept, ([rule, rule_id]) => {
    return { ...ownerColumns(owner), ...ruleColumns(rule), sort: place(rule), rule_id }
  })
  await q
    .insertInto('alarm_rule')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'rule_id'])
        .doUpdateSet((on) =>
          Object.fromEntries([...FIELDS, 'sort' as const].map((name) => [name, on.ref(`excluded.${name}`)])),
        ),
    )
    .execute()
}

/** What the record of a change shows of each rule. */
export const describedRules = (rules: readonly (AlarmRule & { rule_id?: number | undefined })[]) =>
  rules.map(({ rule_id, cause: _, cause_en: __, consequence: ___, consequence_en: ____, ...rule }) => {
    const { response: _____, response_en: ______, ...shown } = rule
    return { rule_id, ...shown }
  })
