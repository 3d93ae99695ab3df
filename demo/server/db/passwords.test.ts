import { expect, test } from 'vitest'
import { turnOfDevice, turnOfPerson, turnOfServer } from '../limits/password-turns.ts'
import { hashPassword, rememberingVerifier, verifyPassword } from './passwords.ts'

const NETWORK = '198.51.100.1'

test('a password is verified against its own hash only', async () => {
  const [one, two] = await Promise.all([hashPassword('demo1234', turnOfServer), hashPassword('demo1234', turnOfServer)])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await verifyPassword('demo1234', one, turnOfServer)).toBe(true)
  expect(await verifyPassword('demo1235', one, turnOfServer)).toBe(false)
})

test('a hash of another format verifies nothing', async () => {
  expect(await verifyPassword('', '', turnOfServer)).toBe(false)
  expect(await verifyPassword('x', 'plain:x', turnOfServer)).toBe(false)
})

test('a remembered password is verified at once, a wrong or changed one is not', async () => {
  const verify = rememberingVerifier()
  const [old, changed] = await Promise.all([
    hashPassword('device-WW0001', turnOfServer),
    hashPassword('other', turnOfServer),
  ])
  expect(await verify('device-WW0001', old, turnOfServer)).toBe(true)
  // Deriving takes a thread and with it a turn of the event loop; what is remembered is said within this turn.
  let isNextTurn = false
  setImmediate(() => {
    isNextTurn = true
  })
  for (let n = 0; n < 1000; n++) expect(await verify('device-WW0001', old, turnOfServer)).toBe(true)
  expect(isNextTurn).toBe(false)
  expect(await verify('device-WW0001', changed, turnOfServer)).toBe(false)
  expect(await verify('wrong', old, turnOfServer)).toBe(false)
})

/** Of the least cost that argon2 has. */
const CHEAP = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
const ofNetwork = (from: string) => turnOfPerson({ tenant_id: 0, from })
const ofOrganisation = (tenant_id: number) => turnOfPerson({ tenant_id, from: NETWORK })

let subnet = 0
/** Each time of another network of one site. */
const ofSite = <T>(work: () => Promise<T>): Promise<T> => ofNetwork(`2001:db8:1:${(subnet++).toString(16)}::/64`)(work)

test.each([
  ['of one network', ofNetwork('203.0.113.1')],
  ['of one site', ofSite],
  ['of one organisation', ofOrganisation(1)],
  ['of devices', turnOfDevice(NETWORK)],
])('a password does not wait for many %s, and those that would wait too long are refused at once', async (_, many) => {
  let verified = 0
  const waiting = Promise.allSettled(
    [...Array(1200)].map(() => verifyPassword('x', CHEAP, many).then(() => verified++)),
  )
  await verifyPassword('x', CHEAP, ofNetwork('203.0.113.2'))
  await verifyPassword('x', CHEAP, ofOrganisation(2))
  expect(verified).toBeLessThan(50)
  const answers = await waiting
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refused.length).toBeGreaterThan(100)
  expect(refused[0]).toMatchObject({ code: '100019', status: 429 })
})

test('a device does not wait for many of another network', async () => {
  let verified = 0
  const waiting = [...Array(500)].map(() =>
    verifyPassword('x', CHEAP, turnOfDevice('203.0.113.1')).then(() => verified++),
  )
  await verifyPassword('x', CHEAP, turnOfDevice('203.0.113.2'))
  expect(verified).toBeLessThan(50)
  await Promise.all(waiting)
})
