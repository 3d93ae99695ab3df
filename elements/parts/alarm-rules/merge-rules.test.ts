import { expect, test } from 'vitest'
import { mergedRules, movedRule, takenIn, withRule } from './merge-rules.ts'
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

test('a rule of a file replaces that of the same level where two have its point and name', () => {
  const kept = [rule('High', { rule_id: '1', alarm_level: 3 }), rule('High', { rule_id: '2', alarm_level: 5 })]
  const found = [rule('High', { alarm_level: 5, threshold: 9 }), rule('High', { alarm_level: 3 }), rule('Low')]
  expect(takenIn(kept, found).map(({ over, is }) => [over?.rule_id, is])).toEqual([
    ['2', 'changed'],
    ['1', 'same'],
    [undefined, 'new'],
  ])
  expect(mergedRules(kept, found).map(({ rule_id, threshold }) => [rule_id, threshold])).toEqual([
    ['1', null],
    ['2', 9],
    [undefined, null],
  ])
})

const all = ['1', '2', '3'].map((rule_id) => rule(rule_id, { rule_id }))
const names = (rules: readonly { alarm_name: string }[]) => rules.map(({ alarm_name }) => alarm_name).join('')

test('a rule moves by one place, and not beyond the ends', () => {
  const [first, second] = all as [(typeof all)[0], (typeof all)[0]]
  expect(names(movedRule(all, second, -1))).toBe('213')
  expect(names(movedRule(all, second, 1))).toBe('132')
  expect(names(movedRule(all, first, -1))).toBe('123')
})

test('a rule that is saved takes its own place and nobody else’s', () => {
  const second = rule('x', { rule_id: '2' })
  expect(names(withRule(all, second, 1))).toBe('1x3')
  expect(names(withRule(all, rule('n'), 1))).toBe('1n23')
  // Taken out meanwhile, it comes back as another one.
  const without = all.filter(({ rule_id }) => rule_id !== '2')
  expect(withRule(without, second, 2).map(({ rule_id }) => rule_id)).toEqual(['1', '3', undefined])
})
