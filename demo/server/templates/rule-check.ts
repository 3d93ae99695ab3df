import type { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import type { Point } from '../../../core/contract/device.ts'
import { problemsOfRule, twinOf } from '../../../core/rules/rule-check.ts'
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
