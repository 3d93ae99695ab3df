import { FENCE_CONDITIONS, isFenceCondition } from '../catalogue/fence-conditions.ts'
import type { Words } from '../catalogue/words.ts'
import type { AlarmCondition, AlarmRule } from '../contract/alarm-rule.ts'
import type { Point } from '../contract/device.ts'
import { errorText } from './expression/error-text.ts'
import { parseExpression } from './expression/expression.ts'
import { placesOf, TEXT_WORDS } from './rule-text.ts'

/** The fields of a rule that a condition asks for. */
const ASKED: Record<AlarmCondition, readonly (keyof AlarmRule)[]> = {
  above: ['threshold', 'dead_band', 'on_delay_s', 'off_delay_s'],
  below: ['threshold', 'dead_band', 'on_delay_s', 'off_delay_s'],
  between: ['threshold', 'threshold_high', 'dead_band', 'on_delay_s', 'off_delay_s'],
  outside: ['threshold', 'threshold_high', 'dead_band', 'on_delay_s', 'off_delay_s'],
  equals: ['threshold', 'dead_band', 'on_delay_s', 'off_delay_s'],
  changes: ['off_delay_s'],
  no_data: ['no_data_s', 'off_delay_s'],
  enters_fence: ['fence_id', 'dead_band', 'on_delay_s', 'off_delay_s'],
  leaves_fence: ['fence_id', 'dead_band', 'on_delay_s', 'off_delay_s'],
  outside_fence: ['fence_id', 'dead_band', 'on_delay_s', 'off_delay_s'],
}

/** Whether a condition looks at a field; `dead_band` of a switch or an enum means nothing. */
export const asksFor = (condition: AlarmCondition, field: keyof AlarmRule, data_type: Point['data_type'] = 'number') =>
  ASKED[condition].includes(field) && !(field === 'dead_band' && data_type !== 'number')

const OF_TYPE: Record<Point['data_type'], readonly AlarmCondition[]> = {
  number: ['above', 'below', 'outside', 'between', 'equals', 'changes', 'no_data', ...FENCE_CONDITIONS],
  boolean: ['equals', 'changes', 'no_data'],
  enum: ['equals', 'changes', 'no_data'],
  string: ['changes', 'no_data'],
}

/** Conditions for a point of that type; texts cannot be compared by size. */
export const conditionsOf = (data_type: Point['data_type']): readonly AlarmCondition[] => OF_TYPE[data_type]

/** Whether a device of these points reports its position. */
export const hasPosition = (points: readonly Point[]): boolean =>
  ['lat', 'lng'].every((key) => points.some((point) => point.key === key && point.data_type === 'number'))

/** What the rule says beyond what its condition looks at is left out: it would come to life with another condition. */
export function tidiedRule<Rule extends AlarmRule>(rule: Rule, data_type?: Point['data_type']): Rule {
  const has = (field: keyof AlarmRule) => asksFor(rule.condition, field, data_type)
  return {
    ...rule,
    threshold: has('threshold') ? rule.threshold : null,
    threshold_high: has('threshold_high') ? rule.threshold_high : null,
    no_data_s: has('no_data_s') ? rule.no_data_s : null,
    fence_id: has('fence_id') ? rule.fence_id : null,
    dead_band: has('dead_band') ? rule.dead_band : 0,
    on_delay_s: has('on_delay_s') ? rule.on_delay_s : 0,
    off_delay_s: has('off_delay_s') ? rule.off_delay_s : 0,
  }
}

const TOLD_APART_BY = ['key', 'alarm_name', 'alarm_level', 'condition', 'fence_id'] as const

/** Index of the first rule whose alarms nobody could distinguish from this one's; -1 for none. */
export const twinOf = (rule: AlarmRule, others: readonly AlarmRule[]): number =>
  others.findIndex((one) => one !== rule && TOLD_APART_BY.every((field) => one[field] === rule[field]))

export type RuleProblems = Partial<Record<keyof AlarmRule, Words>>

/** A rule as it is being written: numbers may still be missing. */
export type RuleInput = Pick<
  AlarmRule,
  | 'condition'
  | 'threshold'
  | 'threshold_high'
  | 'no_data_s'
  | 'fence_id'
  | 'dead_band'
  | 'alarm_text'
  | 'alarm_text_en'
  | 'suppress_when'
> & { key: string | null }

/** What fits each field and not the rule, or not the points that it is about; nothing where all is well. */
export function problemsOfRule(rule: RuleInput, points: readonly Point[]): RuleProblems {
  const point = points.find(({ key }) => key === rule.key)
  const { condition, threshold, threshold_high, no_data_s, fence_id, dead_band } = rule
  const problems: RuleProblems = {}
  if (point && !conditionsOf(point.data_type).includes(condition))
    problems.condition = {
      zh: '该类型的变量不能使用此条件',
      en: 'This condition does not work for a point of this type',
    }
  else if (isFenceCondition(condition) && point && !(point.key === 'lat' && hasPosition(points)))
    problems.condition = {
      zh: '围栏条件需要数值变量 lat 和 lng',
      en: 'A geofence is compared with the number points lat and lng',
    }
  const has = (field: keyof AlarmRule) => asksFor(condition, field, point?.data_type)
  if (has('fence_id') && fence_id === null) problems.fence_id = { zh: '选择围栏', en: 'Choose a geofence' }
  if (has('threshold') && threshold === null) problems.threshold = { zh: '填写限值', en: 'Enter the limit' }
  if (has('threshold_high')) {
    if (threshold_high === null) problems.threshold_high = { zh: '填写上限', en: 'Enter the upper limit' }
    else if (threshold !== null && threshold >= threshold_high)
      problems.threshold_high = { zh: '上限应大于下限', en: 'The upper limit is more than the lower one' }
    else if (threshold !== null && condition === 'outside' && dead_band * 2 >= threshold_high - threshold)
      problems.dead_band = {
        zh: '死区应小于上下限之差的一半，否则报警无法恢复',
        en: 'Less than half of the span between the limits, or the alarm would never end',
      }
    else if (threshold !== null && condition === 'between' && dead_band >= threshold_high - threshold)
      problems.dead_band = { zh: '死区应小于上下限之差', en: 'Less than the span between the limits' }
  }
  if (has('no_data_s') && no_data_s === null) problems.no_data_s = { zh: '填写时长', en: 'Enter how long' }
  for (const field of ['alarm_text', 'alarm_text_en'] as const) {
    const unknown = placesOf(rule[field]).find(
      (place) => !TEXT_WORDS.some((word) => word === place) && !points.some(({ key }) => key === place),
    )
    if (unknown !== undefined)
      problems[field] = { zh: `没有变量 {{${unknown}}}`, en: `There is no point {{${unknown}}}` }
  }
  const wrong = suppressProblem(rule.suppress_when, points)
  if (wrong) problems.suppress_when = wrong.words
  return problems
}

/** What suppression can ask of a point beside its value: it has neither what was before nor how alarms stand. */
const ASKED_OF_NOW = ['quality', 'age'] as const

/** Whether a function, by its signature, can be part of what suppresses. */
export const maySuppress = (signature: string): boolean =>
  !signature.endsWith('(point, seconds)') && signature !== 'alarm(point)'

const insteadOf = (name: string, key: string): Words =>
  name === 'alarm'
    ? {
        zh: `抑制条件不能使用 alarm()：直接写该报警的条件，如 ${key} > 5`,
        en: `alarm() cannot suppress: write what raises that alarm, such as ${key} > 5`,
      }
    : {
        zh: `抑制条件只看当前值，不能使用 ${name}(${key}, …)：直接写 ${key} 与数值的比较，如 ${key} > 5`,
        en: `Suppression sees values as they are now, not ${name}(${key}, …): compare ${key} itself, such as ${key} > 5`,
      }

/** What is wrong with the expression that suppresses, and where. */
export function suppressProblem(
  source: string,
  points: readonly Point[],
): { index: number; length: number; words: Words } | null {
  if (source.trim() === '') return null
  const parsed = parseExpression(source)
  if (!parsed.ok) {
    const { error } = parsed
    return {
      index: error.index,
      length: error.length,
      words: { zh: errorText(error, 'zh'), en: errorText(error, 'en') },
    }
  }
  const { occurrences, points: named, parameters, questions } = parsed.expression
  if (parameters.length > 0)
    return {
      index: 0,
      length: source.length,
      words: { zh: '此处不能使用 $ 参数', en: 'Parameters ($) mean nothing here' },
    }
  const foreign = named.findIndex(({ sn_code }) => sn_code !== '')
  const unknown = foreign >= 0 ? foreign : named.findIndex(({ key }) => !points.some((point) => point.key === key))
  if (unknown < 0) {
    const [question] = questions.filter(({ name }) => !ASKED_OF_NOW.some((one) => one === name))
    return question ? { ...question, words: insteadOf(question.name, named[question.point]?.key ?? '') } : null
  }
  const key = named[unknown]?.key ?? ''
  const spot = occurrences.find(({ point }) => point === unknown)
  const { index = 0, length = source.length } = spot ?? {}
  const words =
    foreign >= 0
      ? { zh: '只能使用本设备的变量', en: 'Only points of the same device' }
      : { zh: `没有变量 ${key}`, en: `There is no point ${key}` }
  return { index, length, words }
}
