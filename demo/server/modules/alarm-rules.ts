import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit } from '../audit-trail.ts'
import type { Caller } from '../caller.ts'
import type { Db } from '../db/db.ts'
import { WrongField } from '../field-errors.ts'
import type { Fleet } from '../fleet.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { alarmRulesFileAnswers } from './alarm-rules-file.ts'
import { ownerOf, revisionOf, ruleSet } from './alarm-rules-owner.ts'
import { dryRunAnswer } from './alarm-rules-run.ts'
import { requireNoTwins, requireRules } from './rule-check.ts'
import { replaceRules, rulesOf } from './rule-rows.ts'
import { devicesBoundTo } from './template-points.ts'

export interface AlarmRulesParts {
  db: Db
  fleet: Fleet
  telemetry: Telemetry
  now?: () => number
}

/** What the record of a change shows of each rule. */
const told = (rules: Awaited<ReturnType<typeof rulesOf>>) =>
  rules.map(({ rule_id, cause: _, cause_en: __, consequence: ___, consequence_en: ____, ...rule }) => {
    const { response: _____, response_en: ______, ...shown } = rule
    return { rule_id, ...shown }
  })

/** Those that are new, gone or others than before. */
function changedRules(before: Awaited<ReturnType<typeof rulesOf>>, after: Awaited<ReturnType<typeof rulesOf>>) {
  const [old, fresh] = [told(before), told(after)]
  const without = (some: typeof old, others: typeof old) => {
    const known = new Set(others.map((rule) => JSON.stringify(rule)))
    return some.filter((rule) => !known.has(JSON.stringify(rule)))
  }
  return changesOf({ rules: without(old, fresh) }, { rules: without(fresh, old) })
}

export const alarmRulesAnswers = (parts: AlarmRulesParts): Answers<Contract['alarmRules'], Caller> => {
  const { db, fleet, now = Date.now } = parts
  return {
    ...alarmRulesFileAnswers(parts),
    ...dryRunAnswer(parts),

    list: (owner, caller) =>
      db.tenant(caller.tenant_id, async (q) => ruleSet(q, fleet, caller, await ownerOf(q, fleet, caller, owner))),

    async save({ rules, revision, ...named }, caller) {
      const { tenant_id } = caller
      const { saved, sn_codes } = await db.tenant(tenant_id, async (q) => {
        const owner = await ownerOf(q, fleet, caller, named, true)
        const { ids, name, device } = owner
        const before = await rulesOf(q, ids)
        if (revision !== undefined && revision !== revisionOf(before))
          throw new WrongField('revision', {
            zh: '规则已被他人更改，未保存',
            en: 'Somebody else has changed the rules meanwhile; nothing was saved',
          })
        requireRules(rules, owner.points, before, 'rules')
        requireNoTwins(rules, before)
        await replaceRules(q, { tenant_id, ...ids }, rules)
        if ('template_id' in ids)
          await q
            .updateTable('template')
            .set({ changed_time: now() })
            .where('template_id', '=', ids.template_id)
            .execute()
        const detail = changedRules(before, await rulesOf(q, ids))
        if (Object.keys(detail).length > 0)
          await writeAudit(q, caller, { action: 'alarm-rules', target: name, detail }, now())
        const bound = 'template_id' in ids ? await devicesBoundTo(q, ids.template_id) : []
        return {
          saved: await ruleSet(q, fleet, caller, owner),
          sn_codes: device ? [device.sn_code] : bound.map(({ sn_code }) => sn_code),
        }
      })
      await Promise.all(sn_codes.map((sn_code) => fleet.reload(sn_code)))
      return saved
    },
  }
}
