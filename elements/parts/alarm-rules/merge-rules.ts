import type { SentRule } from '../../../core/contract/alarm-rules.ts'

/** The same rule to a person: of one point, by one name. */
export const isAlike = (a: SentRule, b: SentRule): boolean => a.key === b.key && a.alarm_name === b.alarm_name

/** Rules with those of a file: one of the same point and name is changed and stays the same rule, others come after. */
export function mergedRules(rules: readonly SentRule[], found: readonly SentRule[]): SentRule[] {
  const fresh = [...found]
  const merged = rules.map((rule) => {
    const at = fresh.findIndex((one) => isAlike(rule, one))
    if (at < 0) return rule
    const [one] = fresh.splice(at, 1)
    return { ...rule, ...one, ...(rule.rule_id !== undefined && { rule_id: rule.rule_id }) }
  })
  return [...merged, ...fresh]
}

/** With the rule of that place one place further up or down. */
export function movedRule(rules: readonly SentRule[], place: number, by: 1 | -1): SentRule[] {
  const next = [...rules]
  const [rule] = next.splice(place, 1)
  if (rule) next.splice(Math.max(0, place + by), 0, rule)
  return next
}
