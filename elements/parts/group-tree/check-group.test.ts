import { expect, test } from 'vitest'
import { translate } from '../../../core/text/define-text.ts'
import { checkGroup, checkName, draftOf } from './check-group.ts'
import { text } from './text.ts'

const t = translate(text, 'en')

test.each([
  ['East', undefined],
  [' 华东一厂 ', undefined],
  ['a_b', undefined],
  ['ten charac', undefined],
  ['eleven char', t.nameLong],
  ['_East', t.nameUnderscore],
  ['East_', t.nameUnderscore],
  ['_', t.nameUnderscore],
  ['  ', t.nameMissing],
  ['Ea\u202est', t.nameWrong],
])('the name %s is checked', (name, wrong) => {
  expect(checkName(name, t)).toBe(wrong)
})

test('remarks have an end, and who is no administrator puts a group below another', () => {
  const draft = { ...draftOf(null, null), group_name: 'East' }
  expect(checkGroup(draft, true, t)).toEqual({})
  expect(checkGroup(draft, false, t)).toEqual({ parent_id: t.parentMissing })
  expect(checkGroup({ ...draft, remarks: 'x'.repeat(121) }, true, t)).toEqual({ remarks: t.remarksLong })
})
