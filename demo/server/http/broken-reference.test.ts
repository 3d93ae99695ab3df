import { expect, test, vi } from 'vitest'
import { DbError } from '../db/db.ts'
import { refusalOfReference } from './broken-reference.ts'

test.each([
  [{ isGone: true, table: 'device_group' }, '112002', 0],
  [{ isGone: true, table: 'template' }, '115005', 0],
  [{ isGone: true, table: 'permission_item' }, '100006', 1],
  [{ isGone: true, table: 'constructor' }, '100006', 1],
  [{ isGone: false, table: 'user_role' }, '202003', 0],
  [undefined, '100006', 1],
])('what a foreign key finds no more (%o) is answered with %s and reported %i times', (reference, code, times) => {
  const report = vi.fn()
  expect(refusalOfReference(new DbError('23503', 'refused', { reference }), report).code).toBe(code)
  expect(report).toHaveBeenCalledTimes(times)
})
