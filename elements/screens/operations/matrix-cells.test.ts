import { expect, test } from 'vitest'
import { changeable, keyOf, rightSourceOf, withChange } from './matrix-cells.ts'

const row = (user_id: number, more: object = {}) => ({
  user_id,
  user_name: `u${user_id}`,
  name: '',
  user_type: 3,
  from_roles: [],
  direct: [],
  ...more,
})
const rows = [row(1, { user_type: 1 }), row(2, { from_roles: ['P53100'] }), row(3, { direct: ['P53100'] }), row(4)]
const none = new Map()

test('a box stands by role before it stands by itself, and an administrator has all', () => {
  expect(rows.map((one) => rightSourceOf(one, 'P53100', none))).toEqual(['administrator', 'role', 'direct', null])
})

test('a request counts until it is answered', () => {
  const requested = new Map([
    [keyOf(3, 'P53100'), false],
    [keyOf(4, 'P53100'), true],
  ])
  expect(rows.map((one) => rightSourceOf(one, 'P53100', requested))).toEqual(['administrator', 'role', null, 'direct'])
})

test('giving is for those who lack it, taking for those who hold it themselves', () => {
  const ids = (is_allowed: boolean) => changeable(rows, 'P53100', is_allowed, none).map(({ user_id }) => user_id)
  expect(ids(true)).toEqual([4])
  expect(ids(false)).toEqual([3])
})

test('an answer changes the rows that it is about, each once', () => {
  const changed = withChange(rows, [3, 4], 'P53100', true)
  expect(changed.map(({ direct }) => direct)).toEqual([[], [], ['P53100'], ['P53100']])
  expect(withChange(changed, [3], 'P53100', false)[2]?.direct).toEqual([])
})
