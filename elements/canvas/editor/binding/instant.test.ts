import { expect, test } from 'vitest'
import { instantOf, localOf } from './instant.ts'

test('a time is written and read in the time zone of the tenant', () => {
  const noon = Date.parse('2026-03-01T04:00:00Z')
  expect(localOf(noon, 'Asia/Shanghai')).toBe('2026-03-01T12:00')
  expect(instantOf('2026-03-01T12:00', 'Asia/Shanghai')).toBe(noon)
})

test('clocks that change that day are minded', () => {
  expect(instantOf('2026-03-29T12:00', 'Europe/Berlin')).toBe(Date.parse('2026-03-29T10:00:00Z'))
  expect(instantOf('', 'Europe/Berlin')).toBeNull()
})
