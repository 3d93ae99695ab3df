import { expect, test } from 'vitest'
import type { Givable, Role } from '../../../core/contract/role.ts'
import { translate } from '../../../core/text/define-text.ts'
import { checkName, copyOf, described, draftOf, homeOf, isSameDraft, landingsOf } from './role-form.ts'
import { text } from './text.ts'

const t = translate(text, 'en')
const role: Role = {
  role_id: 3,
  role_name: 'Operator',
  role_type: 1,
  remarks: '',
  user_count: 2,
  is_givable: true,
  is_editable: true,
  created_time: 0,
  permissions: ['P00000', 'P10000', 'P30000', 'P31000', 'P50000', 'P53000'],
  device_rights: [
    { group_id: 1, may_write: true },
    { group_id: 2, may_write: false },
  ],
  template_rights: [],
  item_rights: [],
  custom_home: 'P53000',
  home_dashboard_id: null,
  home_dashboard_name: null,
  dashboard_full_screen: false,
}
const givable: Givable = {
  permissions: ['P00000', 'P10000', 'P30000'],
  device_groups: [
    { group_id: 1, parent_id: null, group_name: 'Water', may_write: true },
    { group_id: 2, parent_id: 1, group_name: 'East', may_write: true },
  ],
  templates: [],
}

test.each([
  ['Night-shift', undefined],
  ['夜班操作员2', undefined],
  ['Night shift', t.nameWrong],
  ['night_shift', t.nameWrong],
  ['a'.repeat(33), t.nameWrong],
  [' ', t.nameMissing],
])('the name %s is checked', (name, wrong) => {
  expect(checkName(name, t)).toBe(wrong)
})

test('a role lands only on pages that it may open and that are built', () => {
  expect(landingsOf(role.permissions).map(({ path }) => path)).toEqual(['/index', '/device/devgroup', '/team/user'])
  expect(homeOf(draftOf(role))).toBe('P53000')
  const without = { ...draftOf(role), rights: { ...draftOf(role).rights, permissions: ['P00000' as const] } }
  expect(homeOf(without)).toBeNull()
  expect(described(without, []).custom_home).toBeNull()
})

test('a copy carries what its maker holds, and says how much it leaves out', () => {
  const { draft, left_out } = copyOf(role, givable, t)
  expect(draft.role_name).toBe('Operator-copy')
  expect(draft.rights.permissions).toEqual(['P00000', 'P10000', 'P30000'])
  expect(left_out).toBe(3)
  expect([...copyOf({ ...role, role_name: 'a'.repeat(32) }, givable, t).draft.role_name]).toHaveLength(32)
})

test('what a group above covers is not sent', () => {
  expect(described(draftOf(role), givable.device_groups).device_rights).toEqual([{ group_id: 1, may_write: true }])
})

test('a form that was changed and changed back holds nothing unsaved', () => {
  const draft = draftOf(role)
  expect(isSameDraft(draft, { ...draft, remarks: 'x' })).toBe(false)
  expect(
    isSameDraft(draft, { ...draft, rights: { ...draft.rights, permissions: draft.rights.permissions.toReversed() } }),
  ).toBe(true)
})
