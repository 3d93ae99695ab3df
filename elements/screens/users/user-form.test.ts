import { expect, test } from 'vitest'
import { DEFAULT_PASSWORD_RULE } from '../../../core/contract/person.ts'
import { translate } from '../../../core/text/define-text.ts'
import { text as panelText } from './panel-text.ts'
import { text } from './text.ts'
import { changedOf, check, checkPassword, checkUserName, type Draft, described, NOBODY } from './user-form.ts'

const t = translate(text, 'en')
const p = translate(panelText, 'en')
const draft = (more: Partial<Draft> = {}): Draft => ({ ...NOBODY, name: 'Li', ...more })

test.each([
  [{}, {}],
  [{ name: ' ' }, { name: t.nameMissing }],
  [{ name: 'eleven char' }, { name: t.nameLong }],
  [{ name: 'Li\u202e' }, { name: t.nameWrong }],
  [{ full_name: 'Alexander Smith' }, {}],
  [{ full_name: 'Li\u202e' }, { full_name: t.fullNameWrong }],
  [{ full_name: '管理员（admin）' }, { full_name: t.fullNameWrong }],
  [{ user_tel: '13800000000', email: 'li@example.com' }, {}],
  [{ user_tel: '138' }, { user_tel: t.phoneWrong }],
  [{ email: 'li@' }, { email: t.emailWrong }],
])('a description with %j is checked', (more, wrong) => {
  expect(check(draft(more), false, t)).toEqual(wrong)
})

test('a second administrator needs a group', () => {
  expect(check(draft(), true, t)).toEqual({ user_group_id: t.groupMissing })
  expect(check(draft({ user_group_id: 3 }), true, t)).toEqual({})
})

test.each([
  ['li', true],
  ['王小明', true],
  ['li.wang-2', true],
  ['l', false],
  ['.li', false],
  ['li wang', false],
  ['a'.repeat(33), false],
])('the user name %s is checked', (name, isFine) => {
  expect(checkUserName(name, t)).toEqual(isFine ? {} : { user_name: t.userNameWrong })
})

test('a password keeps the organisation’s rule and is typed twice alike', () => {
  expect(checkPassword('abc123', 'abc123', DEFAULT_PASSWORD_RULE, p)).toEqual({})
  expect(checkPassword('abc', 'abd', DEFAULT_PASSWORD_RULE, p)).toEqual({
    password: 'Needs 6 to 11 letters or digits',
    again: p.notSame,
  })
})

test('addresses are sent as they are kept, empty ones as none', () => {
  expect(described(draft({ user_tel: '138 0000 0000', email: ' Li@Example.com ' })).email).toBe('li@example.com')
  expect(described(draft({ user_tel: '13800000000' })).user_tel).toBe('+86 13800000000')
  expect(described(draft())).toEqual({
    name: 'Li',
    full_name: '',
    user_group_id: null,
    role_ids: [],
    user_tel: null,
    email: null,
  })
})

test('only what was changed is sent', () => {
  const first = draft({ role_ids: [1, 2], user_tel: '+86 13800000000' })
  expect(changedOf(first, { ...first, role_ids: [2, 1], user_tel: '13800000000' })).toEqual({})
  expect(changedOf(first, { ...first, name: 'Wang', role_ids: [2] })).toEqual({ name: 'Wang', role_ids: [2] })
})
