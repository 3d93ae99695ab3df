import type { AlarmRule } from '../../../core/contract/alarm.ts'
import type { Point } from '../../../core/contract/device.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './page-text.ts'

type Words = Translated<(typeof text)['rows']>

export const MOST_RULES = 200
export const CONDITIONS = ['above', 'below', 'equals'] as const
export const FIELDS = [
  ...(['key', 'condition', 'threshold', 'dead_band', 'alarm_level', 'alarm_name', 'alarm_name_en'] as const),
] as const
export type Field = (typeof FIELDS)[number]

/** What the form holds. */
export interface Draft {
  key: string | null
  condition: AlarmRule['condition']
  threshold: number | null
  dead_band: number | null
  alarm_level: number
  alarm_name: string
  alarm_name_en: string
}

/** A rule for texts has nothing to compare. */
export const mayHaveRules = ({ data_type }: Point): boolean => data_type !== 'string'

/** What a point of its kind is asked: of a number more than of words. */
export const conditionsFor = (point: Point | undefined): readonly AlarmRule['condition'][] =>
  point && point.data_type !== 'number' ? ['equals'] : CONDITIONS

export const draftOf = (rule: AlarmRule | null): Draft => ({
  key: rule?.key ?? null,
  condition: rule?.condition ?? 'above',
  threshold: rule?.threshold ?? null,
  dead_band: rule?.dead_band ?? 0,
  alarm_level: rule?.alarm_level ?? 3,
  alarm_name: rule?.alarm_name ?? '',
  alarm_name_en: rule?.alarm_name_en ?? '',
})

/** With another point: a condition that it can meet, and a value that it can have. */
export function withPoint(draft: Draft, point: Point | undefined): Draft {
  const conditions = conditionsFor(point)
  const isSame = conditions.includes(draft.condition)
  return {
    ...draft,
    key: point?.key ?? null,
    condition: isSame ? draft.condition : (conditions[0] ?? 'equals'),
    ...(point && point.data_type !== 'number' && { threshold: null, dead_band: 0 }),
  }
}

/** What is wrong with a draft, by the field; empty when it can be sent. */
export function judge(draft: Draft, t: Words): Partial<Record<Field, string>> {
  const name = draft.alarm_name.trim()
  return {
    ...(draft.key === null && { key: t.pointMissing }),
    ...(draft.threshold === null && { threshold: t.thresholdMissing }),
    ...((draft.dead_band ?? 0) < 0 && { dead_band: t.deadBandWrong }),
    ...(name === '' && { alarm_name: t.alarmMissing }),
    ...(name.length > 32 && { alarm_name: t.tooLong }),
    ...(draft.alarm_name_en.trim().length > 64 && { alarm_name_en: t.nameEnLong }),
  }
}

/** The rule that a draft says, once nothing is wrong with it. */
export const ruleOf = (draft: Draft): AlarmRule => ({
  key: draft.key ?? '',
  condition: draft.condition,
  threshold: draft.threshold ?? 0,
  dead_band: draft.dead_band ?? 0,
  alarm_level: draft.alarm_level,
  alarm_name: draft.alarm_name.trim(),
  alarm_name_en: draft.alarm_name_en.trim() || null,
})

/** Without what the answer has beside the rule. */
export const plainRule = ({ key, condition, threshold, dead_band, alarm_level, ...named }: AlarmRule): AlarmRule => ({
  ...{ key, condition, threshold, dead_band, alarm_level },
  ...{ alarm_name: named.alarm_name, alarm_name_en: named.alarm_name_en },
})

/** Numbers that stand for words: 0 and 1 of a boolean, those of an enum. */
export function wordsOf(point: Point | undefined, lang: 'zh' | 'en'): { id: string; label: string }[] | null {
  if (!point || point.data_type === 'number') return null
  const texts = point.enum_text ?? (point.data_type === 'boolean' ? BOOLEAN : null)
  if (!texts) return null
  return Object.entries(texts).map(([id, word]) => ({ id, label: word[lang] }))
}
const BOOLEAN = { 0: { zh: '关', en: 'Off' }, 1: { zh: '开', en: 'On' } }
