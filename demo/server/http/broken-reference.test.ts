import { expect, test } from 'vitest'
import { DbError } from '../db/db.ts'
import { refusalOfReference } from './broken-reference.ts'

test.each([
  [{ isGone: true, table: 'device_group' }, '112002'],
  [{ isGone: true, table: 'template' }, '115005'],
  [{ isGone: true, table: 'permission_item' }, '100006'],
  [{ isGone: true, table: 'constructor' }, '100006'],
  [{ isGone: false, table: 'user_role' }, '202003'],
  [undefined, '100006'],
])('what a foreign key finds no more (%o) is answered with %s', (reference, code) => {
  expect(refusalOfReference(new DbError('23503', 'refused', { reference })).code).toBe(code)
})
