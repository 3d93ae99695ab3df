import { expect, test } from 'vitest'
import { DEFAULT_PASSWORD_RULE } from '../../../core/contract/person.ts'
import { translate } from '../../../core/text/define-text.ts'
import { check, described, draftOf } from './rule-form.ts'
import { text } from './text.ts'

const t = translate(text, 'en')
const draft = draftOf({ password_rule: DEFAULT_PASSWORD_RULE, one_session: false })

test.each([
  [6, 11, {}],
  [64, 128, {}],
  [5, 11, { 'password_rule.least': t.leastWrong }],
  [65, 128, { 'password_rule.least': t.leastWrong }],
  [6, 129, { 'password_rule.most': t.mostWrong }],
  [8, 8, { 'password_rule.most': t.order }],
  [12, 11, { 'password_rule.most': t.order }],
  [null, null, { 'password_rule.least': t.leastWrong, 'password_rule.most': t.mostWrong }],
])('a length from %s to %s is checked by its field', (least, most, wrong) => {
  expect(check({ ...draft, least, most }, t)).toEqual(wrong)
})

test('a draft of a rule is that rule again', () => {
  const rule = { password_rule: { least: 8, most: 64, any: true }, one_session: true }
  expect(described(draftOf(rule))).toEqual(rule)
})
