import { expect, test } from 'vitest'
import { formatFor } from '../../../core/text/format.ts'
import { detailRows, wholeBytes } from './detail-rows.ts'

const en = formatFor('en', 'UTC')

test('a changed field is shown before and after, in words', () => {
  expect(detailRows({ name: { before: 'Li', after: 'Wang' }, role_ids: { before: [], after: [1, 2] } }, en)).toEqual([
    { field: 'name', name: 'Nickname', before: 'Li', after: 'Wang' },
    { field: 'role_ids', name: 'Roles', before: '–', after: '1, 2' },
  ])
})

test('a record before and after is shown by its fields', () => {
  expect(detailRows({ before: { remarks: 'a' }, after: { remarks: 'b', one_session: true } }, en)).toEqual([
    { field: 'remarks', name: 'Remarks', before: 'a', after: 'b' },
    { field: 'one_session', name: 'One session', before: '–', after: 'Yes' },
  ])
})

test('what is no change has one value, and an unknown part its own name', () => {
  expect(detailRows({ constructor: '<b>x</b>', deep: { a: 1 }, expires_time: 0 }, en)).toEqual([
    { field: 'constructor', name: 'constructor', before: null, after: '<b>x</b>' },
    { field: 'deep', name: 'deep', before: null, after: 'a: 1' },
    { field: 'expires_time', name: 'Ends', before: null, after: '1970-01-01 00:00:00' },
  ])
})

test('rights are shown by their names, and of long lists only what was given and taken', () => {
  const before = ['P10000', 'P73100', 'P73200']
  const after = ['P10000', 'P73100', 'P73400']
  expect(detailRows({ permissions: { before, after } }, en)).toEqual([
    { field: 'permissions', name: 'Permissions', before: 'Shelve alarms', after: 'Edit alarm rules\n(2 unchanged)' },
  ])
})

test('records in a list stand a line each, in words', () => {
  const groups = ['North', 'South'].map((group_id) => ({ group_id, may_write: group_id === 'North' }))
  expect(detailRows({ device_rights: { before: [], after: groups } }, en)).toEqual([
    {
      field: 'device_rights',
      name: 'Device rights',
      before: '–',
      after: 'Group: North · May change: Yes\nGroup: South · May change: No',
    },
  ])
})

test('kinds are shown in words', () => {
  expect(detailRows({ user_type: 3, resource_type: 'picture', variant: 'toString' }, en)).toMatchObject([
    { after: 'Sub-user' },
    { after: 'Picture' },
    { after: 'toString' },
  ])
})

test('a shortened detail shows how many entries each field had, and says that it was shortened', () => {
  const points = { before: { entries: 1 }, after: { entries: 300 } }
  const detail = { points, shortened: { bytes: 900_000 } }
  expect(wholeBytes(detail)).toBe(900_000)
  expect(detailRows(detail, en)).toEqual([{ field: 'points', name: 'Points', before: '1 entry', after: '300 entries' }])
  expect(wholeBytes({ points })).toBe(null)
})
