import { expect, test } from 'vitest'
import { mergedRules, movedRule } from './merge-rules.ts'
import { draftOf, ruleOf } from './rule-draft.ts'

const rule = (alarm_name: string, more: object = {}) => ({
  ...ruleOf(draftOf(null), []),
  key: 'a',
  alarm_name,
  ...more,
})

test('a rule of a file changes the one of its point and name, and others come after', () => {
  const kept = [rule('High', { rule_id: '1', threshold: 1 }), rule('Low', { rule_id: '2' })]
  const merged = mergedRules(kept, [rule('New'), rule('High', { threshold: 5 }), rule('High', { key: 'b' })])
  expect(merged.map(({ rule_id, alarm_name, key, threshold }) => [rule_id, alarm_name, key, threshold])).toEqual([
    ['1', 'High', 'a', 5],
    ['2', 'Low', 'a', null],
    [undefined, 'New', 'a', null],
    [undefined, 'High', 'b', null],
  ])
})

test('a rule moves by one place, and not beyond the ends', () => {
  const all = ['a', 'b', 'c'].map((name) => rule(name))
  const names = (rules: typeof all) => rules.map(({ alarm_name }) => alarm_name).join('')
  expect(names(movedRule(all, 1, -1))).toBe('bac')
  expect(names(movedRule(all, 1, 1))).toBe('acb')
  expect(names(movedRule(all, 0, -1))).toBe('abc')
})
