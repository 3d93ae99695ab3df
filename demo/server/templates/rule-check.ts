import { hasRight } from '../../../core/catalogue/held-rights.ts'
import type { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import type { Point } from '../../../core/contract/device.ts'
import { conditionsOf, problemsOfRule, twinOf } from '../../../core/rules/rule-check.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { isSameRule } from './rule-rows.ts'

/**
 * Refuses, at its field, the first rule that makes no sense. One that is kept already and stays as it is is passed over:
 * the points that it is about may be gone by now, and that must not keep others from being saved.
 */
export function requireRules(
  rules: readonly AlarmRule[],
  points: readonly Point[],
  kept: readonly AlarmRule[] = [],
  list = 'alarm_rules',
): void {
  for (const [i, rule] of rules.entries()) {
    if (kept.some((one) => isSameRule(one, rule))) continue
    const [problem] = Object.entries(problemsOfRule(rule, points))
    if (problem) throw new WrongField(`${list}.${i}.${problem[0]}`, problem[1])
  }
}

const fits = ({ key, condition }: AlarmRule, points: readonly Point[]) =>
  points.some((point) => point.key === key && conditionsOf(point.data_type).includes(condition))

/**
 * Refuses, at a field, other points where an enabled rule would fit none of them any more: it would stay as it is and never
 * raise an alarm again. Whoever may edit rules may do so.
 */
export function requirePointsOfRules(
  { roles }: Caller,
  rules: readonly AlarmRule[],
  points: { before: readonly Point[]; after: readonly Point[] },
  field: string,
): void {
  if (hasRight(roles, 'P73400')) return
  const left = rules.find((rule) => rule.is_enabled && fits(rule, points.before) && !fits(rule, points.after))
  if (!left) return
  throw new WrongField(field, {
    zh: `启用的报警规则“${left.alarm_name}”将失去适用的数据项，需要“编辑报警规则”权限`,
    en: `would leave the enabled alarm rule “${left.alarm_name_en || left.alarm_name}” without its point, which asks for the right to edit alarm rules`,
  })
}

/** Refuses, at its name, the first rule that is new or changed and could not be distinguished from another one. */
export function requireNoTwins(rules: readonly AlarmRule[], kept: readonly AlarmRule[]): void {
  for (const [i, rule] of rules.entries()) {
    const twin = kept.some((one) => isSameRule(one, rule)) ? -1 : twinOf(rule, rules)
    if (twin >= 0)
      throw new WrongField(`rules.${i}.alarm_name`, {
        zh: `与第 ${twin + 1} 条规则的变量、名称、等级和条件相同`,
        en: `has the same point, name, level and condition as rule ${twin + 1}`,
      })
  }
}
