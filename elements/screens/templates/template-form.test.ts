import { expect, test } from 'vitest'
import { translate } from '../../../core/text/define-text.ts'
import { check, checkName, draftOf, nameOfCopy } from './template-form.ts'
import { text } from './text.ts'

const t = translate(text, 'en')

test.each([
  ['Pump', undefined],
  ['  ', t.nameMissing],
  ['x'.repeat(32), undefined],
  ['x'.repeat(33), t.nameLong],
])('the name %s is checked', (name, wrong) => {
  expect(checkName(name, t)).toBe(wrong)
})

test('a description has an end', () => {
  const draft = { ...draftOf(null), module_name: 'Pump' }
  expect(check(draft, t)).toEqual({})
  expect(check({ ...draft, description: 'x'.repeat(201) }, t)).toEqual({ description: t.descriptionLong })
})

test.each(['zh', 'en'] as const)('a copy of the longest name has a name that is taken (%s)', (lang) => {
  const words = translate(text, lang)
  const name = nameOfCopy('x'.repeat(32), words)
  expect(name.length).toBeLessThanOrEqual(32)
  expect(checkName(name, words)).toBeUndefined()
})
