import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changedRows, writeChange } from '../audit/index.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import {
  describedRules,
  devicesBoundTo,
  replaceRules,
  requireFences,
  requireNoTwins,
  requireRules,
  rulesOf,
} from '../templates/index.ts'
import { alarmRulesFileAnswers } from './file.ts'
import { ownerOf, revisionOf, ruleSet } from './owner.ts'
import type { AlarmRulesParts } from './parts.ts'
import { dryRunAnswer } from './run.ts'

/** Rules that were there or come, which are saved as one call. */
const RULES_OF_CALL = 10

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
        await requireFences(q, caller, rules, before, 'rules')
        caller.spend?.(Math.floor((before.length + rules.length) / RULES_OF_CALL))
        await replaceRules(q, { tenant_id, ...ids }, rules, 'rules')
        if ('template_id' in ids)
          await q
            .updateTable('template')
            .set({ changed_time: now() })
            .where('template_id', '=', ids.template_id)
            .execute()
        const detail = changedRows({ rules: describedRules(before) }, { rules: describedRules(await rulesOf(q, ids)) })
        await writeChange(q, caller, { action: 'alarm-rules', target: name, detail }, now())
        const bound = 'template_id' in ids ? await devicesBoundTo(q, ids.template_id) : []
        return {
          saved: await ruleSet(q, fleet, caller, owner),
          sn_codes: device ? [device.sn_code] : bound.map(({ sn_code }) => sn_code),
        }
      })
      fleet.emit(
        'rules',
        sn_codes.flatMap((sn_code) => fleet.get(sn_code) ?? []),
      )
      return saved
    },
  }
}
