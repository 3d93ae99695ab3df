import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { openLoginGuard } from './login-guard.ts'

const opened = () => {
  const clock = { time: 0 }
  const guard = openLoginGuard(() => clock.time)
  const say = (isRight: boolean) => (name: string, address: string) =>
    guard.tryPassword({ user_name: name, address }, async () => isRight)
  return { clock, guard, wrong: say(false), right: say(true) }
}
const tooOften = expect.objectContaining({ code: '100019', status: 429 })

test('the tenth wrong password locks a name for 15 minutes from then', async () => {
  const { clock, wrong, right } = opened()
  for (let i = 0; i < 9; i++) expect(await wrong('Admin', 'a')).toBe(false)
  clock.time = 14 * MINUTE_MS
  await wrong('admin', 'a')
  await expect(right('ADMIN', 'a')).rejects.toEqual(tooOften)
  clock.time += 15 * MINUTE_MS - 1
  await expect(right('admin', 'a')).rejects.toEqual(tooOften)
  clock.time += 1
  expect(await right('admin', 'a')).toBe(true)
})

test('parallel guesses count as many as sequential ones', async () => {
  const { guard } = opened()
  let verified = 0
  const guesses = [...Array(90).keys()].map((n) =>
    guard.tryPassword({ user_name: 'admin', address: `${n}` }, async () => {
      verified++
      await new Promise(setImmediate)
      return false
    }),
  )
  const answers = await Promise.allSettled(guesses)
  expect(verified).toBe(10)
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(80)
})

test('a right password forgets the wrong ones of its name', async () => {
  const { wrong, right } = opened()
  for (let i = 0; i < 9; i++) await wrong('admin', 'a')
  await right('admin', 'a')
  for (let i = 0; i < 9; i++) await wrong('admin', 'a')
  expect(await right('admin', 'a')).toBe(true)
})

test('right passwords and those that could not be verified use up no try', async () => {
  const { guard, right } = opened()
  const fail = () =>
    guard.tryPassword({ user_name: 'admin', address: 'a' }, () => Promise.reject(new Error('the store is away')))
  for (let i = 0; i < 200; i++) {
    expect(await right('admin', 'a')).toBe(true)
    await expect(fail()).rejects.toThrow('away')
  }
})

test('an address that guesses with many names is stopped, others are not', async () => {
  const { clock, wrong, right } = opened()
  for (let i = 0; i < 100; i++) await wrong(`name${i}`, 'a')
  await expect(right('another', 'a')).rejects.toEqual(tooOften)
  expect(await right('another', 'b')).toBe(true)
  clock.time = 15 * MINUTE_MS
  expect(await right('another', 'a')).toBe(true)
})

test('a phone number is one name, however it is spelt', async () => {
  const { wrong } = opened()
  const spelt = ['13800000000', '138-0000-0000', '(138)00000000', '+86 13800000000', ' 1-38-0000-0000 ']
  for (let i = 0; i < 10; i++) expect(await wrong(spelt[i % spelt.length] as string, `${i}`)).toBe(false)
  await expect(wrong('1380000-0000', 'z')).rejects.toEqual(tooOften)
})

test('what is typed at the sign-in locks no tries of the own password or of a device', async () => {
  const { guard, wrong } = opened()
  for (let i = 0; i < 10; i++) for (const name of ['5', 'own 5', 'SN1', 'device SN1']) await wrong(name, `${name}${i}`)
  for (const [kind, user_name] of [
    ['own', '5'],
    ['device', 'SN1'],
  ] as const)
    expect(await guard.tryPassword({ kind, user_name, address: 'q' }, async () => true)).toBe(true)
})

test('ten wrong passwords of a device make their organisation wait, and those of twenty organisations all', async () => {
  const { guard } = opened()
  let count = 0
  const of = (tenant_id: number, isRight: boolean, user_name = 'SN1') =>
    guard.tryPassword({ kind: 'device', user_name, tenant_id, address: `${++count}` }, async () => isRight)
  for (let tenant_id = 1; tenant_id <= 20; tenant_id++) {
    expect(await of(99, true)).toBe(true)
    for (let i = 0; i < 10; i++) expect(await of(tenant_id, false)).toBe(false)
    await expect(of(tenant_id, true)).rejects.toEqual(tooOften)
  }
  await expect(of(99, true)).rejects.toEqual(tooOften)
  expect(await of(1, true, 'SN2')).toBe(true)
})

test('a site of IPv6 tries as many wrong passwords as four of its networks', async () => {
  const { wrong, right } = opened()
  for (let i = 0; i < 400; i++) await wrong(`name${i}`, `2001:db8:1:${i % 4}::1`)
  await expect(right('another', '2001:db8:1:5::1')).rejects.toEqual(tooOften)
  expect(await right('another', '2001:db8:2:5::1')).toBe(true)
})
