import { expect, test } from 'vitest'
import { openSignInLimits } from './sign-in-limits.ts'

const open = () => openSignInLimits(() => 1_000_000)
type Limits = ReturnType<typeof open>
type Who = [sn: string, address: string, client: string]

/** Whether the password is checked that is then found to be right or wrong. */
const signIn = (limits: Limits, [sn_code, address, client_id]: Who, verdict: 'right' | 'wrong') =>
  limits
    .check(
      { sn_code, address, client_id },
      () => new Promise((resolve) => setImmediate(resolve)),
      () => verdict,
    )
    .then(
      () => true,
      () => false,
    )

const own: Who = ['OWN1', '192.0.2.1', 'pump']
const signedIn = async () => {
  const limits = open()
  await signIn(limits, own, 'right')
  return limits
}

/** How many of so many guesses are checked, one after the other. */
async function guess(limits: Limits, count: number, who: (n: number) => Who) {
  let checked = 0
  for (let n = 0; n < count; n++) if (await signIn(limits, who(n), 'wrong')) checked += 1
  return checked
}

/** The same, all at once. */
const guessAtOnce = async (limits: Limits, count: number, who: (n: number) => Who) => {
  const tries = await Promise.all(Array.from({ length: count }, (_, n) => signIn(limits, who(n), 'wrong')))
  return tries.filter(Boolean).length
}

test('password tries count by network: an IPv6 subscriber with all his addresses has ten a minute, as one with a single address', async () => {
  expect(await guess(open(), 50, (n) => ['WW1', `2001:db8:1:2::${n.toString(16)}`, 'x'])).toBe(10)
  expect(await guess(open(), 50, (n) => ['WW1', `2001:db8:1:${n.toString(16)}::1`, 'x'])).toBe(50)
  expect(await guess(open(), 50, () => ['WW1', '192.0.2.1', 'x'])).toBe(10)
})

test('wrong passwords of a network block SNs that never signed in from there, and none that did', async () => {
  const limits = await signedIn()
  expect(await guess(limits, 1000, (n) => [`X${n}`, '192.0.2.1', 'x'])).toBe(300)
  expect(await signIn(limits, ['NEW1', '192.0.2.1', 'new'], 'right')).toBe(false)
  expect(await signIn(limits, ['own1', '192.0.2.1', 'another client id'], 'right')).toBe(true)
  expect(await signIn(limits, ['NEW1', '192.0.2.2', 'new'], 'right')).toBe(true)
})

test('wrong passwords of all networks of one site count together', async () => {
  const limits = open()
  expect(await guess(limits, 3000, (n) => [`X${n}`, `2001:db8:1:${n.toString(16)}::1`, 'x'])).toBe(1200)
  expect(await signIn(limits, ['NEW1', '2001:db8:1:ffff::1', 'new'], 'right')).toBe(false)
  expect(await signIn(limits, ['NEW1', '2001:db8:2::1', 'new'], 'right')).toBe(true)
})

test('wrong passwords that come at once are checked no more often than one after the other', async () => {
  expect(await guessAtOnce(open(), 1000, (n) => [`X${n}`, '192.0.2.1', 'x'])).toBe(300)
  expect(await guessAtOnce(open(), 3000, (n) => [`X${n}`, `2001:db8:1:${n.toString(16)}::1`, 'x'])).toBe(1200)
  expect(await guessAtOnce(await signedIn(), 100, () => ['OWN1', '192.0.2.1', 'x'])).toBe(10)
})

test('password tries for a device from its own network do not block the device', async () => {
  const limits = await signedIn()
  expect(await guess(limits, 100, () => ['OWN1', '192.0.2.1', 'guesser'])).toBe(10)
  expect(await signIn(limits, ['OWN1', '192.0.2.1', 'guesser'], 'right')).toBe(false)
  expect(await signIn(limits, own, 'right')).toBe(true)
})

test('a thousand devices of one network that reconnect at once are all verified', async () => {
  const limits = open()
  const tries = [...Array(1000).keys()].map((n) => signIn(limits, [`WW${n}`, '192.0.2.1', 'x'], 'right'))
  expect((await Promise.all(tries)).every(Boolean)).toBe(true)
})

test('a store that is away uses up no tries', async () => {
  const limits = open()
  const away = new Error('the store is away')
  for (let n = 0; n < 20; n++) {
    const [sn_code, address, client_id] = own
    const checked = limits.check(
      { sn_code, address, client_id },
      () => Promise.reject(away),
      () => 'right',
    )
    await expect(checked).rejects.toBe(away)
  }
  expect(await signIn(limits, own, 'right')).toBe(true)
})
