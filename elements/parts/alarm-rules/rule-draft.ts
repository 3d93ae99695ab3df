import { DAY_S } from '../../../core/catalogue/durations.ts'
import { isFenceCondition } from '../../../core/catalogue/fence-conditions.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import type { SentRule } from '../../../core/contract/alarm-rules.ts'
import type { Point } from '../../../core/contract/device.ts'
import { asksFor, conditionsOf, problemsOfRule, tidiedRule } from '../../../core/rules/rule-check.ts'
import type { Lang } from '../../../core/text/define-text.ts'
import type { RuleTexts } from './rule-words.ts'

/** What the form holds: a rule whose numbers may be missing yet. */
export interface Draft extends Omit<AlarmRule, 'key' | 'alarm_name_en' | 'dead_band' | 'on_delay_s' | 'off_delay_s'> {
  rule_id?: string | undefined
  key: string | null
  alarm_name_en: string
  dead_band: number | null
  on_delay_s: number | null
  off_delay_s: number | null
}
export type Field = keyof AlarmRule
export type Wrong = Partial<Record<Field, string>>

const FRESH: Draft = {
  key: null,
  alarm_name: '',
  alarm_name_en: '',
  alarm_level: 3,
  condition: 'above',
  threshold: null,
  threshold_high: null,
  no_data_s: null,
  fence_id: null,
  dead_band: 0,
  on_delay_s: 0,
  off_delay_s: 0,
  alarm_text: '',
  alarm_text_en: '',
  cause: '',
  cause_en: '',
  consequence: '',
  consequence_en: '',
  response: '',
  response_en: '',
  suppress_when: '',
  channels: [],
  is_enabled: true,
}

export const draftOf = (rule: SentRule | null): Draft =>
  rule ? { ...rule, alarm_name_en: rule.alarm_name_en ?? '' } : FRESH

/** A new one that is like another. */
export const copyOf = ({ rule_id: _, ...draft }: Draft, t: RuleTexts): Draft => ({
  ...draft,
  alarm_name: t.copyName({ name: draft.alarm_name }).slice(0, 32),
})

/** All of them, as the form has them from top to bottom. */
export const FIELDS: readonly Field[] = [
  'key',
  'condition',
  'threshold',
  'threshold_high',
  'no_data_s',
  'fence_id',
  'dead_band',
  'on_delay_s',
  'off_delay_s',
  'alarm_name',
  'alarm_name_en',
  'alarm_level',
  'is_enabled',
  'alarm_text',
  'alarm_text_en',
  'suppress_when',
  'channels',
  'cause',
  'cause_en',
  'consequence',
  'consequence_en',
  'response',
  'response_en',
] as const

/** The fields that one draft has otherwise than another. */
export const changesOf = (from: Draft, to: Draft): Field[] =>
  FIELDS.filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))

/**
 * What was written here, on what somebody else has made of the same rule meanwhile. `both`: fields that the two changed
 * differently; what was written here stands there.
 */
export function rebased(from: Draft, mine: Draft, theirs: Draft): { draft: Draft; both: Field[] } {
  const own = changesOf(from, mine)
  const draft = { ...theirs, ...Object.fromEntries(own.map((field) => [field, mine[field]])) }
  const others = changesOf(from, theirs)
  return { draft, both: changesOf(theirs, draft).filter((field) => others.includes(field)) }
}

/** With another point: a condition that it can meet, and no limits of the one before. */
export function withPoint(draft: Draft, point: Point | undefined): Draft {
  const conditions = conditionsOf(point?.data_type ?? 'number').filter((one): boolean => !isFenceCondition(one))
  const condition = conditions.includes(draft.condition) ? draft.condition : (conditions[0] ?? draft.condition)
  const wasPosition = isFenceCondition(draft.condition)
  const isWorded = point && point.data_type !== 'number'
  return {
    ...draft,
    key: point?.key ?? null,
    condition,
    ...(wasPosition && { fence_id: null, dead_band: 0 }),
    ...(isWorded && { threshold: null, threshold_high: null, dead_band: 0 }),
  }
}

/** About where the device is: with the margin that receivers ask for. */
export const withPosition = (draft: Draft): Draft => ({
  ...draft,
  key: 'lat',
  condition: isFenceCondition(draft.condition) ? draft.condition : 'leaves_fence',
  dead_band: isFenceCondition(draft.condition) ? draft.dead_band : LIMITS.geofenceBandM,
})

const NOTES = ['cause', 'cause_en', 'consequence', 'consequence_en', 'response', 'response_en'] as const

/** What is wrong with a draft, by the field; empty when it can be sent. */
export function check(draft: Draft, points: readonly Point[], t: RuleTexts, lang: Lang): Wrong {
  const wrong: Wrong = {}
  const point = points.find(({ key }) => key === draft.key)
  const has = (field: Field) => asksFor(draft.condition, field, point?.data_type)
  const problems = problemsOfRule({ ...draft, dead_band: draft.dead_band ?? 0 }, points)
  for (const [field, words] of Object.entries(problems)) wrong[field as Field] = words[lang]
  if (draft.key === null) wrong.key = t.pointMissing
  else if (!point) wrong.key = t.pointGone({ key: draft.key })
  if (has('dead_band') && draft.dead_band !== null && draft.dead_band < 0) wrong.dead_band = t.negative
  for (const field of ['on_delay_s', 'off_delay_s'] as const) {
    const value = draft[field]
    if (!has(field) || value === null) continue
    if (value < 0) wrong[field] = t.negative
    if (value > DAY_S) wrong[field] = t.dayMost
  }
  const { no_data_s } = draft
  if (has('no_data_s') && no_data_s !== null && (no_data_s < 1 || no_data_s > 30 * DAY_S)) wrong.no_data_s = t.monthMost
  const name = draft.alarm_name.trim()
  if (name === '') wrong.alarm_name = t.nameMissing
  if (name.length > 32) wrong.alarm_name = t.nameLong
  if (draft.alarm_name_en.trim().length > 64) wrong.alarm_name_en = t.nameEnLong
  for (const field of ['alarm_text', 'alarm_text_en'] as const)
    if (draft[field].trim().length > 200) wrong[field] = t.textLong
  for (const field of [...NOTES, 'suppress_when'] as const)
    if (draft[field].trim().length > 500) wrong[field] = t.noteLong
  return wrong
}

/** The rule that a draft says. Where something is missing yet it is as good as can be, to be drawn meanwhile. */
export function ruleOf(draft: Draft, points: readonly Point[]): SentRule {
  const trimmed = Object.fromEntries(
    [...NOTES, 'alarm_name', 'alarm_text', 'alarm_text_en', 'suppress_when'].map((field) => {
      return [field, String(draft[field as keyof Draft]).trim()]
    }),
  )
  const rule: SentRule = {
    ...draft,
    ...trimmed,
    key: draft.key ?? '',
    alarm_name_en: draft.alarm_name_en.trim() || null,
    dead_band: Math.max(0, draft.dead_band ?? 0),
    on_delay_s: Math.max(0, draft.on_delay_s ?? 0),
    off_delay_s: Math.max(0, draft.off_delay_s ?? 0),
  }
  return tidiedRule(rule, points.find(({ key }) => key === draft.key)?.data_type)
}

/** Numbers that stand for words: 0 and 1 of a boolean, those of an enum; null for a number. */
export function wordsOf(point: Point | undefined, lang: Lang): { id: string; label: string }[] | null {
  if (!point || point.data_type === 'number' || point.data_type === 'string') return null
  const texts = point.enum_text ?? (point.data_type === 'boolean' ? BOOLEAN : null)
  if (!texts) return null
  return Object.entries(texts).map(([id, word]) => ({ id, label: word[lang] }))
}
const BOOLEAN = { 0: { zh: '关', en: 'Off' }, 1: { zh: '开', en: 'On' } }

/** What one press of an arrow moves a value by: the point's last decimal, or a hundredth of what is looked at. */
export function stepOf(point: Point | undefined, span: number): number {
  if (point?.decimals !== null && point?.decimals !== undefined) return 10 ** -point.decimals
  return 10 ** Math.floor(Math.log10(Math.max(span, 1e-9) / 100))
}

/** A value in whole steps, without the dust of binary fractions. */
export function inSteps(value: number, step: number): number {
  const decimals = Math.max(0, Math.min(12, Math.ceil(-Math.log10(step) - 1e-9)))
  return Number((Math.round(value / step) * step).toFixed(decimals))
}
