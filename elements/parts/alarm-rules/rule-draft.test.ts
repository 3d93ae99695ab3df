import { describe, expect, test } from 'vitest'
import { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import { Point } from '../../../core/contract/device.ts'
import { translate } from '../../../core/text/define-text.ts'
import {
  changesOf,
  check,
  copyOf,
  draftOf,
  FIELDS,
  inSteps,
  rebased,
  ruleOf,
  stepOf,
  withPoint,
  wordsOf,
} from './rule-draft.ts'
import { text } from './text.ts'

const t = translate(text, 'en')
const point = (key: string, more: Partial<Point> = {}) =>
  Point.parse({ key, name: key, data_type: 'number', decimals: 2, ...more })
const POINTS = [point('level'), point('run', { data_type: 'boolean' }), point('note', { data_type: 'string' })]
const whole = { ...draftOf(null), key: 'level', threshold: 5, alarm_name: 'High' }
const wrong = (overrides: object) => check({ ...whole, ...overrides }, POINTS, t, 'en')

describe('a draft', () => {
  test('a complete draft has nothing wrong with it', () => {
    expect(wrong({})).toEqual({})
  })

  test.each([
    ['no point', { key: null }, 'key', 'Choose a point'],
    ['a point that is gone', { key: 'old' }, 'key', 'old (no such point)'],
    ['no name', { alarm_name: '  ' }, 'alarm_name', 'Give the alarm a name'],
    ['a name that is too long', { alarm_name: 'x'.repeat(33) }, 'alarm_name', 'At most 32 characters'],
    ['a delay below nothing', { on_delay_s: -1 }, 'on_delay_s', 'Must be 0 or more'],
    ['a delay of more than a day', { off_delay_s: 90_000 }, 'off_delay_s', 'At most 24 hours'],
    ['a silence of no time', { condition: 'no_data', no_data_s: 0 }, 'no_data_s', 'From 1 second to 30 days'],
    ['no limit', { threshold: null }, 'threshold', 'Enter the limit'],
    ['a note that is too long', { cause: 'x'.repeat(501) }, 'cause', 'At most 500 characters'],
  ])('a draft with an error is refused at its field: %s', (_, overrides, field, why) => {
    expect(wrong(overrides)).toEqual({ [field]: why })
  })

  test('a draft does not ask for what its condition does not need', () => {
    expect(wrong({ condition: 'changes', threshold: null, on_delay_s: -1 })).toEqual({})
  })

  test('a draft takes a condition that another point can meet, and forgets limits that are none of its words', () => {
    const next = withPoint(whole, POINTS[1])
    expect(next).toMatchObject({ key: 'run', condition: 'equals', threshold: null })
    expect(withPoint(whole, POINTS[2]).condition).toBe('changes')
    expect(withPoint(whole, point('other')).threshold).toBe(5)
  })

  test('a draft is sent trimmed, without what its condition does not look at, as the rule that it was', () => {
    const draft = { ...whole, rule_id: '7', alarm_name: ' High ', alarm_name_en: ' ', no_data_s: 60, dead_band: null }
    expect(ruleOf(draft, POINTS)).toMatchObject({
      rule_id: '7',
      alarm_name: 'High',
      alarm_name_en: null,
      no_data_s: null,
      dead_band: 0,
    })
  })

  test('a duplicated draft is another rule', () => {
    const copy = copyOf({ ...whole, rule_id: '7' }, t)
    expect(copy).not.toHaveProperty('rule_id')
    expect(copy.alarm_name).toBe('High copy')
  })
})

describe('two who write the same rule', () => {
  const mine = { ...whole, threshold: 6, alarm_level: 5, channels: ['sms' as const] }

  test('two authors of the same rule have both what each has changed', () => {
    const { draft, both } = rebased(whole, mine, { ...whole, cause: 'A valve is shut', is_enabled: false })
    expect(draft).toEqual({ ...mine, cause: 'A valve is shut', is_enabled: false })
    expect(both).toEqual([])
  })

  test('two authors of the same rule see what both have changed, and the one who saves last wins', () => {
    const { draft, both } = rebased(whole, mine, { ...whole, threshold: 7, alarm_level: 5, channels: ['email'] })
    expect(draft).toEqual(mine)
    expect(both).toEqual(['threshold', 'channels'])
  })

  test('two authors of the same rule see every property of the rule compared', () => {
    expect([...FIELDS].sort()).toEqual(Object.keys(AlarmRule.shape).sort())
    expect(changesOf(whole, { ...whole })).toEqual([])
  })
})

test('an arrow moves a value by the point’s last decimal, or by a hundredth of what is looked at', () => {
  expect(stepOf(point('a'), 100)).toBe(0.01)
  expect(stepOf(point('a', { decimals: 0 }), 100)).toBe(1)
  expect(stepOf(point('a', { decimals: null }), 40)).toBe(0.1)
  expect(inSteps(0.1 + 0.2, 0.01)).toBe(0.3)
  expect(inSteps(1234.6, 1)).toBe(1235)
})

test('numbers that stand for words are chosen by their words', () => {
  expect(wordsOf(POINTS[1], 'en')).toEqual([
    { id: '0', label: 'Off' },
    { id: '1', label: 'On' },
  ])
  expect(wordsOf(POINTS[0], 'en')).toBeNull()
})
