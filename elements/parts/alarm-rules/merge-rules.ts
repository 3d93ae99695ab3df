import type { SentRule } from '../../../core/contract/alarm-rules.ts'
import { changesOf, draftOf, type Field } from './rule-draft.ts'

/** What becomes of a rule of a file: `over` is the one that it changes, null where it is new. */
export interface Taken {
  rule: SentRule
  over: SentRule | null
  is: 'new' | 'changed' | 'same'
  /** In what it changes. */
  fields: readonly Field[]
}

/** Which rule a person means by the same point and name; where there are several, that of the same level first. */
const MEANT: readonly ((a: SentRule, b: SentRule) => boolean)[] = [
  (a, b) => a.key === b.key && a.alarm_name === b.alarm_name && a.alarm_level === b.alarm_level,
  (a, b) => a.key === b.key && a.alarm_name === b.alarm_name,
]

/** What rules of a file become beside those that are there. */
export function takenIn(rules: readonly SentRule[], found: readonly SentRule[]): Taken[] {
  const left = [...rules]
  const over = new Map<SentRule, SentRule>()
  for (const isMeant of MEANT)
    for (const rule of found) {
      const at = over.has(rule) ? -1 : left.findIndex((one) => isMeant(one, rule))
      const [one] = at < 0 ? [] : left.splice(at, 1)
      if (one) over.set(rule, one)
    }
  return found.map((rule): Taken => {
    const kept = over.get(rule) ?? null
    if (!kept) return { rule, over: null, is: 'new', fields: [] }
    const fields = changesOf(draftOf(kept), draftOf(rule))
    return { rule, over: kept, is: fields.length > 0 ? 'changed' : 'same', fields }
  })
}

/** Rules with those of a file: a rule that is changed stays the same one in its place, others come after. */
export function mergedRules(rules: readonly SentRule[], found: readonly SentRule[]): SentRule[] {
  const taken = takenIn(rules, found)
  const kept = rules.map((rule) => {
    const by = taken.find(({ over }) => over === rule)
    return by ? { ...rule, ...by.rule, ...(rule.rule_id !== undefined && { rule_id: rule.rule_id }) } : rule
  })
  return [...kept, ...taken.flatMap(({ rule, over }) => (over ? [] : [rule]))]
}

/** With a rule one place further up or down. */
export function movedRule(rules: readonly SentRule[], { rule_id }: SentRule, by: 1 | -1): SentRule[] {
  const place = rules.findIndex((one) => one.rule_id === rule_id)
  const rule = rules[place]
  if (!rule) return [...rules]
  return rules.toSpliced(place, 1).toSpliced(Math.max(0, place + by), 0, rule)
}

/** With a rule as it is written now; one that is new, or was taken out meanwhile, comes in at that place. */
export function withRule(rules: readonly SentRule[], rule: SentRule, place: number): SentRule[] {
  const { rule_id, ...fresh } = rule
  const isKept = rule_id !== undefined && rules[place]?.rule_id === rule_id
  return rules.toSpliced(place, isKept ? 1 : 0, isKept ? rule : fresh)
}
