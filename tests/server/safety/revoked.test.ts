import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { CLOSE } from '../../../demo/server/realtime/realtime.ts'
import { signed } from '../guests.ts'
import { openTestServer, type TestServer } from '../server.ts'
import { type Asker, ask, done } from './ask.ts'
import { openPlant, type Plant } from './plant.ts'
import type { Person, Tenant } from './tenant.ts'
import { soon, Watcher } from './watchers.ts'
import {
  addDevice,
  addUser,
  asRole,
  fresh,
  newAddress,
  openWorld,
  PASSWORD,
  pageOf,
  reportHot,
  sessionOf,
  type World,
} from './world.ts'

let server: TestServer
let plant: Plant
let world: World
let ours: Tenant
let admin: Person
let aheadMs = 0
const watchers: Watcher[] = []
beforeAll(async () => {
  server = await openTestServer({}, () => Date.now() + aheadMs)
  plant = await openPlant(server)
  world = await openWorld(server, plant)
  ours = world.tenants[0] as Tenant
  admin = ours.people[0] as Person
})
afterEach(() => {
  aheadMs = 0
  for (const watcher of watchers.splice(0)) watcher.end()
})
afterAll(async () => {
  await plant.close()
  await server.close()
})

const shownDevice = () => [...ours.devices].find(([, { isHidden }]) => !isHidden)?.[0] as string

async function listening({ token, origin }: Asker): Promise<Watcher> {
  const watcher = await new Watcher(plant.url, origin).signIn(token as string)
  watchers.push(watcher)
  await watcher.subscribe([shownDevice()])
  await soon(() => watcher.hears('"snapshot"'), 'a device is heard')
  return watcher
}

const RIGHTS = ['P00000', 'P10000', 'P30000', 'P53000'] as const

/** A sub-user with a role of his own and rights beside it, who is signed in. */
async function signedIn() {
  const device_rights = [{ group_id: ours.fixed.shown, may_write: true }]
  const carried = { permissions: RIGHTS, device_rights, template_rights: [], item_rights: [] }
  const role = { ...asRole, ...carried, role_name: `${ours.mark.word}v${fresh()}`, remarks: '' }
  const { role_id } = await done(server, admin, 'role.create', role)
  const input = { side: 'inside' as const, user_type: 3, user_group_id: ours.fixed.inside, role_ids: [role_id] }
  const user_id = await addUser(server, admin, ours, input)
  await done(server, admin, 'privilege.edit', { user_id, permissions: ['P55000'] })
  await done(server, admin, 'privilege.editDevices', { user_id, device_rights })
  const session = await sessionOf(server, ours, user_id)
  return { user_id, role_id, role, session }
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>

const byAdmin = (name: string, input: Record<string, unknown>) => done(server, admin, name, input)
const userNameOf = async (user_id: number) => {
  const { rows } = await done(server, admin, 'user.list', { page_size: 100 })
  return rows.find((row: { user_id: number }) => row.user_id === user_id).user_name as string
}
const otherSession = ({ user_id }: SignedIn) => sessionOf(server, ours, user_id)

/** What ends the session of a user, by what is done. */
const ENDS: Record<string, (user: SignedIn) => Promise<unknown>> = {
  'is locked': ({ user_id }) => byAdmin('user.setActive', { user_ids: [user_id], isActive: 0 }),
  'is deleted': ({ user_id }) => byAdmin('user.remove', { user_ids: [user_id] }),
  'is moved to another group': ({ user_id }) =>
    byAdmin('user.move', { user_ids: [user_id], user_group_id: ours.fixed.outside }),
  'is given another password': ({ user_id }) => byAdmin('user.setPassword', { user_id, password: 'abc98765' }),
  'loses the role': ({ user_id }) => byAdmin('user.edit', { user_id, role_ids: [] }),
  'has a role that loses a right': ({ role, role_id }) =>
    byAdmin('role.edit', { ...role, role_id, permissions: RIGHTS.slice(0, 2) }),
  'has a role that loses its devices': ({ role, role_id }) =>
    byAdmin('role.edit', { ...role, role_id, device_rights: [] }),
  'loses a direct right': ({ user_id }) => byAdmin('privilege.edit', { user_id, permissions: [] }),
  'loses devices held directly': ({ user_id }) => byAdmin('privilege.editDevices', { user_id, device_rights: [] }),
  'loses all direct rights': ({ user_id }) => byAdmin('privilege.reset', { user_id }),
  'signs out': ({ session }) => done(server, session, 'session.logout'),
  'signs out everywhere else': async (user) => done(server, await otherSession(user), 'account.endSession'),
  'ends that session elsewhere': async (user) => {
    const { rows } = await done(server, user.session, 'account.sessions')
    const { session_id } = rows.find(({ is_this }: { is_this: boolean }) => is_this)
    return done(server, await otherSession(user), 'account.endSession', { session_id })
  },
  'changes the password elsewhere': async (user) =>
    done(server, await otherSession(user), 'account.changePassword', { password_now: PASSWORD, password: 'abc98765' }),
  'closes the account': ({ session }) => done(server, session, 'account.close', { password_now: PASSWORD }),
  'signs in elsewhere where one session is allowed': async ({ user_id }) => {
    const password_rule = { least: 6, most: 11, any: false }
    const rule = (one_session: boolean) => byAdmin('signInRule.edit', { password_rule, one_session })
    const user_name = await userNameOf(user_id)
    await rule(true)
    const nobody = { token: null, address: newAddress() }
    await done(server, nobody, 'session.login', { user_name, password: PASSWORD }).finally(() => rule(false))
  },
}

describe('whoever', () => {
  test.each(Object.keys(ENDS))('%s is out at the next call, and hears no more', async (what) => {
    const user = await signedIn()
    const bystander = await listening(admin)
    const watcher = await listening(user.session)
    await ENDS[what]?.(user)
    expect((await ask(server, user.session, 'device.list')).code).toBe('100009')
    await soon(() => watcher.closeCode === CLOSE.unauthenticated, 'the socket is closed')
    const note = await reportHot(plant, ours, shownDevice(), false)
    await soon(() => bystander.hears(note), 'others hear on')
    expect(watcher.hears(note)).toBe(false)
  })
})

describe('whoever acts as another', () => {
  const simulated = async (user: SignedIn) => {
    const { token } = await done(server, admin, 'session.simulate', { user_id: user.user_id })
    return { ...user.session, token }
  }

  test('a simulated session is out when that user is locked', async () => {
    const user = await signedIn()
    const acting = await simulated(user)
    const watcher = await listening(acting)
    await ENDS['is locked']?.(user)
    expect((await ask(server, acting, 'device.list')).code).toBe('100009')
    await soon(() => watcher.closeCode === CLOSE.unauthenticated, 'the socket is closed')
  })

  test('a simulated session is out after a quarter of an hour, however busy', async () => {
    const acting = await simulated(await signedIn())
    const watcher = await listening(acting)
    for (const minutes of [4, 8, 12, 14]) {
      aheadMs = minutes * MINUTE_MS
      expect((await ask(server, acting, 'session.heart')).code).toBe('100001')
    }
    aheadMs = 15 * MINUTE_MS + 1000
    expect((await ask(server, acting, 'device.list')).code).toBe('100009')
    await soon(() => watcher.closeCode === CLOSE.unauthenticated, 'the socket is closed')
  })
})

describe('what is taken away', () => {
  test('a revoked embed key ends its guests', async () => {
    const { key_id, embed_key } = await byAdmin('embed.create', {
      name: `${ours.mark.word}v${fresh()}`,
      origins: [pageOf(ours.mark)],
      actions: ['read'],
      resources: { all: true },
    })
    const guest = { token: signed(embed_key, { actions: ['read'] }), origin: pageOf(ours.mark), address: newAddress() }
    const watcher = await listening(guest)
    await byAdmin('embed.revoke', { key_id })
    expect((await ask(server, guest, 'device.list')).code).toBe('100009')
    await soon(() => watcher.closeCode === CLOSE.unauthenticated, 'the socket is closed')
  })

  test('a device that is moved out of reach is missing at once, and sends nothing more', async () => {
    const subUser = ours.people.find(({ who }) => who === 'sub-user') as Person
    const sn_code = await addDevice({ server, plant }, admin, ours, false)
    const watcher = await listening(subUser)
    await watcher.subscribe([sn_code])
    await byAdmin('device.edit', { sn_code, group_id: ours.fixed.hidden })
    expect((await ask(server, subUser, 'device.readings', { sn_code })).code).toBe('110509')
    await soon(() => watcher.hears('"110509"'), 'the channel is refused')
    const note = await reportHot(plant, ours, sn_code, true)
    await watcher.heard()
    expect(watcher.hears(note)).toBe(false)
  })
})
