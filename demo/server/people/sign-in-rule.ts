import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { passwordRuleOf } from './password-rule.ts'

async function ruleOf(q: Kysely<Schema>, tenant_id: number) {
  const { one_session } = await q.selectFrom('tenant').select('one_session').executeTakeFirstOrThrow()
  return { password_rule: await passwordRuleOf(q, tenant_id), one_session }
}

export const signInRuleAnswers = (db: Db, now: () => number = Date.now): Answers<Contract['signInRule'], Caller> => ({
  read: (_input, { tenant_id }) => db.tenant(tenant_id, (q) => ruleOf(q, tenant_id)),

  async edit({ password_rule, one_session }, caller) {
    const { tenant_id } = caller
    if (caller.user_type !== 1) throw new ApiError('100015')
    if (password_rule.least >= password_rule.most)
      throw new WrongField('password_rule.most', { zh: '应大于最短长度', en: 'must be more than the least' })
    return db.tenant(tenant_id, async (q) => {
      const before = await ruleOf(q, tenant_id)
      await q
        .updateTable('tenant')
        .set({ password_rule: JSON.stringify(password_rule), one_session })
        .execute()
      const detail = changesOf(before, { password_rule, one_session })
      await writeAudit(q, caller, { action: 'rule', detail }, now())
      return ruleOf(q, tenant_id)
    })
  },
})
