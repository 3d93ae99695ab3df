import { expect, test } from 'vitest'
import { openLoginGuard } from './login-guard.ts'

const MINUTE = 60_000
const opened = () => {
  const clock = { time: 0 }
  return { clock, guard: openLoginGuard(() => clock.time) }
}
const tooOften = expect.objectContaining({ code: '100019', status: 429 })

test('the tenth wrong password locks a name for 15 minutes from then', () => {
  const { clock, guard } = opened()
  for (let i = 0; i < 9; i++) guard.failed('Admin', 'a')
  guard.check('admin')
  clock.time = 14 * MINUTE
  guard.failed('admin', 'a')
  expect(() => guard.check('ADMIN')).toThrow(tooOften)
  clock.time += 15 * MINUTE - 1
  expect(() => guard.check('admin')).toThrow(tooOften)
  clock.time += 1
  guard.check('admin')
})

test('a right password forgets the wrong ones of its name', () => {
  const { guard } = opened()
  for (let i = 0; i < 9; i++) guard.failed('admin', 'a')
  guard.succeeded('admin')
  guard.failed('admin', 'a')
  guard.check('admin')
})

test('an address that guesses with many names is stopped, others are not', () => {
  const { clock, guard } = opened()
  for (let i = 0; i < 100; i++) {
    guard.admit('a')
    guard.failed(`name${i}`, 'a')
  }
  expect(() => guard.admit('a')).toThrow(tooOften)
  guard.admit('b')
  clock.time = 15 * MINUTE
  guard.admit('a')
})
