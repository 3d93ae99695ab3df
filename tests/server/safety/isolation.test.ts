import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { LiveDevice } from '../../../demo/server/fleet/fleet.ts'
import type { Caller } from '../../../demo/server/http/caller.ts'
import { openTestServer, type TestServer } from '../server.ts'
import { CALLS } from './ask.ts'
import { inputOf } from './inputs.ts'
import { anothersIn, newMark, textOf } from './marks.ts'
import { openPlant, type Plant } from './plant.ts'
import { leaksOf } from './proof.ts'
import { STEP_NAMES } from './steps.ts'
import { type SweepOptions, sweep } from './sweep.ts'
import type { Person } from './tenant.ts'
import { watch } from './watchers.ts'
import { openWorld, type World } from './world.ts'

/** More runs than `npm run verify` takes, each with every call made at its end. */
const { SAFETY_RUNS, TESTS } = process.env
const RUNS = Number(SAFETY_RUNS ?? 1)
/**
 * `npm test` asks for a part at the end of a walk, and proves by a part of the calls that what is broken is found. It takes no
 * walk of chance: whether a change is good shows each time alike.
 */
const isAll = TESTS === 'all' || SAFETY_RUNS !== undefined
const ONE_IN = 8
const PROVED_ONE_IN = 4
const some = (names: string[]) => names.filter((_, at) => isAll || at % PROVED_ONE_IN === 0)
const LONG_MS = 10 * MINUTE_MS + RUNS * MINUTE_MS
// Thousands of calls, on a machine that may do much else.
vi.setConfig({ testTimeout: LONG_MS + MINUTE_MS })

let server: TestServer
let plant: Plant
beforeAll(async () => {
  server = await openTestServer()
  plant = await openPlant(server)
})
afterAll(async () => {
  await plant.close()
  await server.close()
})

const steps = fc.array(
  fc.record({
    name: fc.constantFrom(...STEP_NAMES),
    tenant: fc.nat(2),
    isDeputy: fc.boolean(),
    seed: fc.nat(1_000_000),
  }),
  { minLength: 4, maxLength: 16 },
)
const FIXED_SEED = 20_261_121
const SEED = Math.floor(Math.random() * 2 ** 31)

describe('three tenants, of which everybody asks for everything', () => {
  test('every call of the contract can be asked', () => {
    const mark = newMark()
    for (const call of CALLS.values())
      expect(() => inputOf(call, { mark, named: ({ kind }) => idLike[kind] ?? 1 })).not.toThrow()
  })

  test('whatever is done, everybody sees what is their own, and nobody sees anything else', async () => {
    const each = STEP_NAMES.map((name, i) => ({ name, tenant: i, isDeputy: i % 2 === 1, seed: i }))
    const [some = []] = fc.sample(steps, { seed: FIXED_SEED, numRuns: 1 })
    const { leaks, seen } = await leaksOf(server, plant, [...each, ...some], {
      seed: FIXED_SEED,
      oneInAtEnd: isAll ? 1 : ONE_IN,
      marked: MARKED_CALLS,
    })
    expect(leaks).toEqual([])
    expect(MARKED_CALLS.filter((name) => !seen.has(`administrator ${name}`))).toEqual([])
  })

  test.skipIf(!isAll)(`nobody sees what is not theirs, in an order of chance (seed ${SEED})`, async () => {
    const oneInAtEnd = SAFETY_RUNS === undefined ? 2 : 1
    const holds = fc.asyncProperty(steps, fc.nat(1_000_000), async (taken, seed) => {
      const { leaks } = await leaksOf(server, plant, taken, { seed, oneInAtEnd })
      expect(leaks).toEqual([])
    })
    await fc.assert(holds, { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: LONG_MS })
  })
})

test('a mark in a picture is found in its bytes, and not in their notation', () => {
  const [mark, own] = [newMark(), newMark()]
  const found = (content: string) =>
    anothersIn(textOf({}, Buffer.from(`{"picture":"data:image/png;base64,${content}"}`)), own, [mark])
  expect(found(Buffer.from(`<svg>${mark.sn}</svg>`).toString('base64'))).toBe(mark.sn)
  expect(found(`AAAA${mark.sn}A`)).toBeNull()
  const plain = (content: string) => anothersIn(textOf({}, Buffer.from(`{"image":"${content}"}`)), own, [mark])
  expect(plain(`iVBORw0KGgoA${mark.sn}AAA`)).toBeNull()
  expect(plain(`A${mark.sn}AAA`)).toBe(mark.sn)
})

/** What an id looks like where it is no number. */
const idLike: Record<string, string> = {
  device: 'A1',
  point: 'x',
  alarm: '1',
  rule: '1',
  command: 'c',
  key: 'sgk_AAAAAAAAAAAAAAAA',
  session: 's',
  virtualDevice: 'V1',
  formula: 'A1.x',
}

/** The calls whose answers hold texts of the tenant: without any, their silence to others would prove nothing. */
const MARKED_CALLS = [
  'session.whoAmI',
  'account.profile',
  'account.sessions',
  'user.list',
  'userGroup.list',
  'role.list',
  'role.detail',
  'role.givable',
  'privilege.of',
  'privilege.users',
  'privilege.devices',
  'audit.list',
  'audit.delivered',
  'embed.list',
  'device.list',
  'device.map',
  'device.detail',
  'device.groups',
  'deviceEnd.list',
  'deviceGroup.tree',
  'geofence.list',
  'shiftLog.list',
  'deviceListing.list',
  'deviceTransfer.list',
  'deviceShare.list',
  'deviceShare.devices',
  'deviceShare.people',
  'deviceImport.export',
  'device.log',
  'device.readings',
  'template.list',
  'history.curve',
  'history.rows',
  'history.export',
  'history.savedRanges',
  'control.steps',
  'control.records',
  'alarm.open',
  'alarm.history',
  'alarm.feed',
  'alarm.counts',
  'alarm.one',
  'alarm.holds',
  'alarm.exportHistory',
  'live.device',
  'template.detail',
  'template.groups',
  'template.people',
  'template.sharees',
  'template.bindings',
  'screen.list',
  'screen.open',
  'screen.show',
  'screen.versions',
  'screen.version',
  'screen.watched',
  'dashboard.list',
  'dashboard.ofDevice',
  'dashboard.show',
  'dashboard.open',
  'dashboard.versions',
  'dashboard.version',
  'dashboard.granted',
  'dashboard.candidates',
  'resource.list',
  'resource.content',
  'resource.categories',
  'shareLink.list',
  'shareLink.views',
  'middleware.list',
  'middleware.values',
  'template.exportPoints',
  'screen.exported',
  'push.setting',
  'push.audience',
  'push.escalations',
  'push.webhooks',
  'virtualDevice.list',
  'virtualDevice.detail',
  'find.anything',
  'find.known',
]

/**
 * Calls that nothing but the database binds to a tenant. Without `template.edit`: unbound, it ends at the keys that a template
 * has in common with what it names, of which the tenant is a part.
 */
const LISTS = some([
  'session.whoAmI',
  'user.list',
  'userGroup.list',
  'role.list',
  'role.detail',
  'role.givable',
  'privilege.of',
  'privilege.users',
  'audit.list',
  'audit.delivered',
  'embed.list',
  'device.groups',
  'template.list',
  'alarm.feed',
  'alarm.counts',
  'alarm.holds',
  'alarm.open',
  'alarm.history',
  'user.setActive',
  'userGroup.edit',
  'embed.rotate',
  'role.edit',
  'template.detail',
  'template.groups',
  'deviceShare.people',
  'template.people',
  'template.sharees',
  'template.editGroup',
  'template.items',
  'screen.list',
  'screen.open',
  'screen.show',
  'screen.versions',
  'screen.version',
  'screen.thumbnail',
  'screen.edit',
  'screen.lock',
  'dashboard.list',
  'dashboard.show',
  'dashboard.open',
  'dashboard.versions',
  'dashboard.version',
  'dashboard.thumbnail',
  'dashboard.granted',
  'dashboard.candidates',
  'dashboard.edit',
  'dashboard.lock',
  'resource.list',
  'resource.content',
  'resource.categories',
  'resource.edit',
  'shareLink.list',
  'shareLink.views',
  'middleware.list',
  'middleware.values',
  'middleware.edit',
  'template.exportPoints',
  'screen.exported',
  'find.anything',
  'find.known',
  'deviceGroup.tree',
  'geofence.list',
  'shiftLog.list',
])
/**
 * Without `template.bind`, `virtualDevice.edit` and `virtualDevice.remove`, which lock the device's row, and
 * `devicePicture.read` and `history.saveRanges`, whose rows hang on it: the store has none for the tenant. Without `control.write`: each device of the world waits for the acknowledgement of a command, and takes no other
 * (100027).
 */
const DEVICES = some([
  'device.readings',
  'live.device',
  'virtualDevice.detail',
  'virtualDevice.try',
  'virtualDevice.create',
])
const OVERSEEN = some([
  'user.list',
  'user.quotas',
  'user.setPassword',
  'user.remove',
  'userGroup.list',
  'userGroup.remove',
  'role.list',
  'role.detail',
  'privilege.of',
  'privilege.users',
  'privilege.allowUsers',
  'audit.list',
  'session.simulate',
  'deviceShare.people',
  'template.people',
  'template.share',
  'dashboard.show',
  'dashboard.open',
  'dashboard.version',
  'dashboard.granted',
  'dashboard.candidates',
  'dashboard.remove',
  'find.anything',
])
const REACHED = some([
  'device.list',
  'device.map',
  'device.groups',
  'device.detail',
  'device.log',
  'device.readings',
  'devicePicture.read',
  'live.device',
  'alarm.open',
  'alarm.feed',
  'alarm.counts',
  'alarm.one',
  'alarm.holds',
  'alarm.confirmMany',
  'alarm.note',
  'alarm.history',
  'alarm.confirm',
  'control.records',
  'control.steps',
  'history.rows',
  'history.savedRanges',
  'history.saveRanges',
  'template.bindings',
  'template.bind',
  'screen.show',
  'screen.watched',
  'shareLink.create',
  'virtualDevice.list',
  'virtualDevice.detail',
  'virtualDevice.try',
  'virtualDevice.create',
  'virtualDevice.edit',
  'virtualDevice.remove',
  'find.anything',
  'find.known',
  'deviceGroup.tree',
  'geofence.list',
  'shiftLog.list',
  'deviceGroup.edit',
  'deviceGroup.moveDevices',
  // A group that is gone cannot be asked for by what follows.
  'deviceGroup.remove',
])

describe('the proof itself', () => {
  /** What was done where something was broken is left behind: the next proof begins in a world of its own. */
  let world: World | null = null
  const worldNow = async () => {
    world ??= await openWorld(server, plant)
    return world
  }

  const look = async (only: readonly string[], around?: SweepOptions['around'], seed = 1) =>
    sweep(await worldNow(), { seed, only, ...(around && { around }) })

  test('the isolation check finds out when an alarm is sent to everybody', async () => {
    const { fleet } = server
    const world = await worldNow()
    const { emit } = fleet
    fleet.emit = (event, ...what) => {
      const notice = what[0] as object
      const all = event === 'alarm' ? world.tenants.map(({ tenant_id }) => [{ ...notice, tenant_id }]) : [what]
      for (const one of all) emit.apply(fleet, [event, ...one] as never)
    }
    const watching = await watch(world)
    const leaks = await watching.listen().finally(() => {
      fleet.emit = emit
      watching.end()
    })
    expect(leaks.join('\n')).toContain('heard of another tenant')
  })

  test('the isolation check finds out when a link reveals every point of its device', async () => {
    const { fleet, shares } = server
    const { callerOf } = shares
    const world = await worldNow()
    shares.callerOf = async (token) => {
      const caller = await callerOf(token)
      const every = (sn: string) => new Set(fleet.get(sn)?.points.keys())
      const points = { get: every } as unknown as ReadonlyMap<string, ReadonlySet<string>>
      return { ...caller, visitor: { kind: 'screen', link_id: 0, version_id: 0, points } }
    }
    const watching = await watch(world)
    const leaks = await watching.listen().finally(() => {
      shares.callerOf = callerOf
      watching.end()
    })
    expect(leaks.join('\n')).toContain('of points beyond the link')
  })

  type Break = (person: Person) => (() => unknown) | Promise<() => unknown>

  /** Breaks something for the time of one call. */
  const breaking =
    (broken: string, breakIt: Break): SweepOptions['around'] =>
    async (name, person, run) => {
      if (name !== broken) return run()
      const mend = await breakIt(person)
      return run().finally(mend)
    }

  test('the isolation check finds nothing where nothing is wrong', async () => {
    expect((await look([...LISTS, ...DEVICES, ...OVERSEEN, ...REACHED])).leaks).toEqual([])
  })

  /** Reads as the owner of the database: no row is bound to a tenant. */
  const unbound = () => {
    const { db } = server
    const { tenant } = db
    db.tenant = (_tenant_id, work, priority) => db.system(work, priority)
    return () => {
      db.tenant = tenant
    }
  }
  /** Takes every device for one of whoever asks. */
  const disguised = ({ tenant: { tenant_id } }: Person) => {
    const { fleet } = server
    const { get } = fleet
    fleet.get = (sn_code) => {
      const device = get(sn_code)
      return device && (Object.create(device, { tenant_id: { value: tenant_id } }) as LiveDevice)
    }
    return () => {
      fleet.get = get
    }
  }
  const becomes = ({ user_id }: Person, user_type: number) =>
    server.db.system((q) => q.updateTable('app_user').set({ user_type }).where('user_id', '=', user_id).execute())

  /** Takes whoever asks for more: in the session, and where what is held is read again for a change of rights. */
  const promoted =
    (to: Partial<Caller>): Break =>
    async (person) => {
      const { sessions } = server
      const { callerOf } = sessions
      sessions.callerOf = async (token) => {
        const caller = await callerOf(token)
        return caller && { ...caller, ...to }
      }
      const type = TYPES[person.who]
      if (type !== undefined) await becomes(person, 1)
      return async () => {
        sessions.callerOf = callerOf
        if (type !== undefined) await becomes(person, type)
      }
    }
  const TYPES: Partial<Record<Person['who'], number>> = { administrator2: 2, 'sub-user': 3 }
  /** Inputs are picked by the seed from what there is, and not each of them reaches what is another's. */
  const isFound = async (name: string, breakIt: Break) => {
    let found = ''
    for (let seed = 1; seed <= 10 && !found.includes(`, ${name} `); seed++) {
      found = (await look([name], breaking(name, breakIt), seed * 1000)).leaks.join('\n')
      if (found.includes(': was done: ')) world = null
    }
    expect(found).toContain(`, ${name} `)
  }

  test.each(LISTS)('the isolation check finds out when %s forgets the tenant', (name) => isFound(name, unbound))
  test.each(DEVICES)('the isolation check finds out when %s forgets whose a device is', (name) =>
    isFound(name, disguised),
  )
  test.each(OVERSEEN)('the isolation check finds out when %s takes an administrator2 for an administrator', (name) =>
    isFound(name, promoted({ user_type: 1 })),
  )
  test.each(REACHED)('the isolation check finds out when %s forgets which devices a user reaches', (name) =>
    isFound(name, promoted({ may_see: 'all', may_write: 'all' })),
  )
})
