import { expect, test } from 'vitest'
import { hashPassword, rememberingVerifier, verifyPassword } from './passwords.ts'

test('a password is verified against its own hash only', async () => {
  const [one, two] = await Promise.all([hashPassword('demo1234'), hashPassword('demo1234')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await verifyPassword('demo1234', one)).toBe(true)
  expect(await verifyPassword('demo1235', one)).toBe(false)
})

test('a hash of another format verifies nothing', async () => {
  expect(await verifyPassword('', '')).toBe(false)
  expect(await verifyPassword('x', 'plain:x')).toBe(false)
})

test('a remembered password is verified at once, a wrong or changed one is not', async () => {
  const verify = rememberingVerifier()
  const [old, changed] = await Promise.all([hashPassword('device-WW0001'), hashPassword('other')])
  expect(await verify('device-WW0001', old)).toBe(true)
  // Deriving takes a thread and with it a turn of the event loop; what is remembered is said within this turn.
  let isNextTurn = false
  setImmediate(() => {
    isNextTurn = true
  })
  for (let n = 0; n < 1000; n++) expect(await verify('device-WW0001', old)).toBe(true)
  expect(isNextTurn).toBe(false)
  expect(await verify('device-WW0001', changed)).toBe(false)
  expect(await verify('wrong', old)).toBe(false)
})

test('sign-ins of people do not wait for devices, and one that would wait too long is refused at once', async () => {
  // Of the least cost that argon2 has.
  const cheap = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
  const asDevice = rememberingVerifier()
  let ofDevices = 0
  const devices = [...Array(500)].map(() => asDevice('x', cheap).then(() => ofDevices++))
  await verifyPassword('x', cheap)
  expect(ofDevices).toBeLessThan(50)
  const people = await Promise.allSettled([...Array(400)].map(() => verifyPassword('x', cheap)))
  const refused = people.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refused.length).toBeGreaterThan(90)
  expect(refused[0]).toMatchObject({ code: '100019', status: 429 })
  await Promise.all(devices)
})
