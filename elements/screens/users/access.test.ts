import { expect, test } from 'vitest'
import { mayDo, type UserAction, type Viewer } from './access.ts'

const all = () => true
const administrator: Viewer = { user_id: 1, user_type: 1, isFrozen: false }
const second: Viewer = { user_id: 2, user_type: 2, isFrozen: false }
const user = (user_id: number, user_type: number, isActive: 0 | 1 = 1) => ({ user_id, user_type, isActive })
const ACTIONS: UserAction[] = [
  'edit',
  'roles',
  'rights',
  'quotas',
  'move',
  'lock',
  'password',
  'delete',
  'simulate',
] as const
const left = (target: ReturnType<typeof user>, viewer: Viewer | null, holds = all as (right: string) => boolean) =>
  ACTIONS.filter((action) => mayDo(action, target, viewer, holds))

test('an administrator does everything to sub-users and second administrators', () => {
  expect(left(user(9, 3), administrator)).toEqual(ACTIONS)
  expect(left(user(9, 2), administrator)).toEqual(ACTIONS)
})

test('another administrator is edited, never locked, deleted or acted as', () => {
  expect(left(user(9, 1), administrator)).toEqual(['edit', 'roles', 'quotas', 'move'])
})

test('nobody locks, deletes or acts as himself, and only an administrator changes the own roles', () => {
  expect(left(user(1, 1), administrator)).toEqual(['edit', 'roles', 'quotas', 'move'])
  expect(left(user(5, 3), { ...second, user_id: 5, user_type: 3 })).toEqual(['edit', 'quotas', 'move'])
})

test('who is no administrator acts on sub-users alone', () => {
  expect(left(user(9, 3), second)).toEqual(ACTIONS)
  expect(left(user(9, 2), second)).toEqual([])
  expect(left(user(9, 1), second)).toEqual([])
})

test('a locked user cannot be acted as', () => {
  expect(left(user(9, 3, 0), administrator)).not.toContain('simulate')
})

test('without the right, or while acting as somebody, nothing is offered', () => {
  expect(left(user(9, 3), administrator, (right) => right === 'P53300')).toEqual(['lock'])
  expect(left(user(9, 3), { ...administrator, isFrozen: true })).toEqual([])
  expect(left(user(9, 3), null)).toEqual([])
})
