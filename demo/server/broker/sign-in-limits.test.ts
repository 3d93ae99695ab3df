import { expect, test } from 'vitest'
import { openSignInLimits } from './sign-in-limits.ts'

const open = () => openSignInLimits(() => 1_000_000)
type Limits = ReturnType<typeof open>
/** How many of so many guesses are checked. */
const guess = (limits: Limits, count: number, who: (n: number) => [sn: string, address: string, client: string]) =>
  [...Array(count).keys()].filter((n) => {
    const attempt = limits.begin(...who(n))
    attempt?.wrong()
    return attempt !== null
  }).length

test('password tries count by network: an IPv6 subscriber with all his addresses has ten a minute, as one with a single address', () => {
  expect(guess(open(), 50, (n) => ['WW1', `2001:db8:1:2::${n.toString(16)}`, 'x'])).toBe(10)
  expect(guess(open(), 50, (n) => ['WW1', `2001:db8:1:${n.toString(16)}::1`, 'x'])).toBe(50)
  expect(guess(open(), 50, () => ['WW1', '192.0.2.1', 'x'])).toBe(10)
})

test('wrong passwords of a network block SNs that never signed in from there, and none that did', () => {
  const limits = open()
  limits.begin('OWN1', '192.0.2.1', 'pump')?.right()
  expect(guess(limits, 1000, (n) => [`X${n}`, '192.0.2.1', 'x'])).toBe(300)
  expect(limits.begin('NEW1', '192.0.2.1', 'new')).toBe(null)
  expect(limits.begin('own1', '192.0.2.1', 'another client id')).not.toBe(null)
  expect(limits.begin('NEW1', '192.0.2.2', 'new')).not.toBe(null)
})

test('wrong passwords of all networks of one site count together', () => {
  const limits = open()
  expect(guess(limits, 3000, (n) => [`X${n}`, `2001:db8:1:${n.toString(16)}::1`, 'x'])).toBe(1200)
  expect(limits.begin('NEW1', '2001:db8:1:ffff::1', 'new')).toBe(null)
  expect(limits.begin('NEW1', '2001:db8:2::1', 'new')).not.toBe(null)
})

test('password tries for a device from its own network do not block the device', () => {
  const limits = open()
  limits.begin('OWN1', '192.0.2.1', 'pump')?.right()
  expect(guess(limits, 100, () => ['OWN1', '192.0.2.1', 'guesser'])).toBe(10)
  expect(limits.begin('OWN1', '192.0.2.1', 'guesser')).toBe(null)
  expect(limits.begin('OWN1', '192.0.2.1', 'pump')).not.toBe(null)
})

test('a thousand devices of one network that reconnect at once are all verified', () => {
  const limits = open()
  const attempts = [...Array(1000).keys()].map((n) => limits.begin(`WW${n}`, '192.0.2.1', 'x'))
  expect(attempts.every((attempt) => attempt !== null)).toBe(true)
})
