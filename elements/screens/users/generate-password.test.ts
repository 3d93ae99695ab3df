import { expect, test } from 'vitest'
import { DEFAULT_PASSWORD_RULE, keepsRule } from '../../../core/contract/person.ts'
import { generatePassword } from './generate-password.ts'

test.each([
  [DEFAULT_PASSWORD_RULE, 11],
  [{ least: 6, most: 128, any: true }, 16],
  [{ least: 24, most: 64, any: true }, 24],
  [{ least: 6, most: 6, any: false }, 6],
])('a password for %j keeps it', (rule, length) => {
  const made = Array.from({ length: 50 }, () => generatePassword(rule))
  expect(made.every((password) => keepsRule(password, rule) && password.length === length)).toBe(true)
  expect(made.every((password) => /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password))).toBe(true)
  expect(made.some((password) => /[0Oo1lI]/.test(password))).toBe(false)
})

test('every character is as likely as any other', () => {
  const counts = new Map<string, number>()
  for (let round = 0; round < 400; round++)
    for (const character of generatePassword({ least: 60, most: 64, any: false }))
      counts.set(character, (counts.get(character) ?? 0) + 1)
  const mean = (400 * 60) / counts.size
  expect(counts.size).toBe(56)
  expect([...counts.values()].every((count) => Math.abs(count - mean) < mean / 2)).toBe(true)
})
