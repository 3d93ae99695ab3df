import type { Kysely } from 'kysely'
import { DEFAULT_PASSWORD_RULE, keepsRule, PasswordRule } from '../../../core/contract/person.ts'
import type { Schema } from '../db/schema.ts'
import { WrongField } from '../http/field-errors.ts'

/** What the tenant of this transaction asks of new passwords. */
export async function passwordRuleOf(q: Kysely<Schema>, tenant_id: number): Promise<PasswordRule> {
  const row = await q
    .selectFrom('tenant')
    .select('password_rule')
    .where('tenant_id', '=', tenant_id)
    .executeTakeFirstOrThrow()
  const kept = PasswordRule.safeParse(row.password_rule)
  return kept.success ? kept.data : DEFAULT_PASSWORD_RULE
}

/** Refuses at its field a new password that does not keep the rule. */
export function requireRule(password: string, rule: PasswordRule, field = 'password'): void {
  if (keepsRule(password, rule)) return
  const { least, most, any } = rule
  throw new WrongField(field, {
    zh: any ? `应为 ${least} 至 ${most} 个字符` : `应为 ${least} 至 ${most} 位字母或数字`,
    en: any ? `needs ${least} to ${most} characters` : `needs ${least} to ${most} letters or digits`,
  })
}
