import type { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import type { Point } from '../../../core/contract/device.ts'
import { problemsOfRule } from '../../../core/rules/rule-check.ts'
import { WrongField } from '../field-errors.ts'
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
