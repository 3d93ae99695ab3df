import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRight, type Right } from '../../../core/catalogue/held-rights.ts'
import { PERMISSION_CODES } from '../../../core/catalogue/permissions.ts'
import { contract } from '../../../core/contract/contract.ts'
import type { Endpoint } from '../../../core/contract/endpoint.ts'
import { openTestServer, type TestServer } from '../server.ts'
import { type Asker, ask, CALLS, done } from './ask.ts'
import { type Reference, referencesOf } from './inputs.ts'
import { holder, type OwnThings, ownThings } from './own-things.ts'
import { openPlant, type Plant } from './plant.ts'
import { changeIn, printOf } from './prints.ts'
import { missing } from './sweep.ts'
import type { Person, Tenant } from './tenant.ts'
import { openWorld, type World } from './world.ts'

let server: TestServer
let plant: Plant
let world: World
let ours: Tenant
let theirs: Tenant
let own: OwnThings
let admin: Person
let deputy: Person
beforeAll(async () => {
  server = await openTestServer()
  plant = await openPlant(server)
  world = await openWorld(server, plant)
  ;[ours, theirs] = world.tenants as [Tenant, Tenant]
  own = ownThings(world, ours)
  ;[admin, deputy] = ours.people as [Person, Person]
})
afterAll(async () => {
  await plant.close()
  await server.close()
})

const all = [...CALLS].map(([name, { endpoint }]) => ({ name, ...endpoint }))
const guarded = all.filter(({ needs }) => needs !== 'public')
const needing = all.flatMap((call) => (Array.isArray(call.needs) ? [{ ...call, needs: call.needs as Right[] }] : []))
const isReading = ({ method, changesNothing }: Endpoint) => method === 'GET' || changesNothing === true
const REFUSED = '100015'

/** Beyond its right a call asks for an administrator, as its sentence in the contract says. */
const ADMINISTRATORS = ['signInRule.edit', 'embed.create', 'embed.edit', 'embed.rotate', 'embed.revoke']
/** Rights that are a kind of user, by `user_type`. */
const KINDS: Readonly<Record<string, 1 | 2>> = { administrator: 1, administrator2: 2 }
/** Beyond its right a call asks for who made the thing, or an administrator. */
const MAKERS = ['resource.edit', 'resource.remove', 'deviceShare.share', 'deviceShare.recycle', 'shiftLog.correct']
/** A device without positions has no way to show, and its points are its template's; no weather service is set up. */
const NOT_DONE: Record<string, string> = {
  'device.takeTemplatePoint': '100006',
  // An import is its user's own.
  'deviceImport.cancel': '100006',
  'deviceImport.result': '100006',
  // Nothing is shared with an administrator.
  'deviceShare.leave': '110537',
  'device.track': '118901',
  'weather.now': '119003',
  'weather.daily': '119003',
}
/** Rights that a call asks for beside the one that opens it, and how it refuses whoever lacks them. */
const BESIDE: Record<string, { rights: readonly string[]; refusal: string }> = {
  'control.write': { rights: ['P30400'], refusal: '110539' },
  'shareLink.create': { rights: ['P24000'], refusal: REFUSED },
  // With alarm rules.
  'template.create': { rights: ['P73400'], refusal: REFUSED },
  'template.edit': { rights: ['P73400'], refusal: REFUSED },
  // What is held here is out of service.
  'alarm.shelve': { rights: ['P73300'], refusal: REFUSED },
  'alarm.hold': { rights: ['P73300'], refusal: REFUSED },
  'alarm.release': { rights: ['P73300'], refusal: '100002' },
}

describe('with the right', () => {
  const rights = needing.flatMap(({ name, needs }) => needs.map((right) => ({ name, right })))

  test.each(rights)('$right alone opens $name', async ({ name, right }) => {
    const user_type = KINDS[right] ?? 3
    const user = await holder(world, ours, {
      permissions: [...(user_type === 3 ? [right] : []), ...(BESIDE[name]?.rights ?? [])],
      user_type,
    })
    const { code } = await ask(server, user, name, await own.input(name))
    if ([...ADMINISTRATORS, ...MAKERS].includes(name)) expect(code).toBe(REFUSED)
    else expect([REFUSED, '100009', '110310', '110509', '110539', '100002', '202001', '112002']).not.toContain(code)
  })

  test.each(Object.entries(BESIDE))(
    'the call %s needs more than the right that opens it',
    async (name, { rights, refusal }) => {
      const permissions = PERMISSION_CODES.filter((code) => !rights.includes(code))
      const user = await holder(world, ours, { permissions })
      expect((await ask(server, user, name, await own.input(name))).code).toBe(refusal)
    },
  )

  test.each(needing)('an administrator may $name', async ({ name }) => {
    const { code } = await ask(server, admin, name, await own.input(name))
    expect(code).toBe(NOT_DONE[name] ?? '100001')
  })
})

describe('without the right', () => {
  test.each(needing)('$name is refused to whoever holds all others, before the input is looked at', async (call) => {
    const { name, needs } = call
    const permissions = PERMISSION_CODES.filter((code) => !needs.includes(code))
    const user = await holder(world, ours, { permissions })
    for (const input of [{}, await own.input(name)]) expect((await ask(server, user, name, input)).code).toBe(REFUSED)
  })

  test.each(needing)('$name is refused to whoever holds what only looks like its right', async ({ name, needs }) => {
    const permissions = needs.flatMap((right) => [
      `${right}0`,
      right.slice(0, -1),
      right.toLowerCase().replace('admin', 'Admin'),
    ])
    const joined = [...needs.map((right) => ` ${right}`), `${needs.join(',')},P00000`, `${needs.join(' ')} P00000`]
    const isHeld = (code: string) => (needs as readonly string[]).includes(code)
    const user = await holder(world, ours, { permissions: [...permissions, ...joined].filter((code) => !isHeld(code)) })
    expect((await ask(server, user, name, {})).code).toBe(REFUSED)
  })

  test('P10000 does not open what needs P100000, nor the other way round', async () => {
    for (const [held, wanted] of [
      ['P10000', 'P100000'],
      ['P100000', 'P10000'],
    ] as const) {
      expect(hasRight([held], wanted)).toBe(false)
      const user = await holder(world, ours, { permissions: [held] })
      const call: { needs: unknown } = contract.device.counts
      const { needs } = call
      expect((await ask(server, user, 'device.counts')).isDone).toBe(true)
      call.needs = [wanted]
      const { code } = await ask(server, user, 'device.counts').finally(() => {
        call.needs = needs
      })
      expect(code).toBe(REFUSED)
    }
  })
})

/** An answer without the id of the request. */
const without = (data: unknown, id: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data ?? null, (key, value) => {
      // The number of an alarm may stand in that of a refusal.
      if (key === 'code') return value
      return value === id
        ? '#'
        : typeof value === 'string' && typeof id === 'string'
          ? value.replaceAll(id, '#')
          : value
    }),
  )

/** Answer for each thing by itself: another one that is asked for may have the number of the one that is looked at. */
const APART = ['find.known']

async function answerTo(as: Asker, name: string, { path, kind }: Reference, id: unknown) {
  const input = await own.input(name, { path, id })
  const asked = APART.includes(name) ? { [path]: input[path] } : input
  const { status, code, data } = await ask(server, as, name, asked)
  // Of a formula it is the device that is said not to be there.
  const shown = kind === 'formula' ? String(id).split('.')[0] : id
  return { status, code, data: without(without(data, id), shown) }
}

/** Ends a session of the caller's own, or none: the answer does not say which. */
const SILENT = ['account.endSession']
/** Answer for nobody's group with a file or with counts of nothing: what is in them is looked at elsewhere. */
const COUNTED = [
  'alarm.exportHistory',
  'alarmMeasure.measure',
  'deviceImport.export at keys',
  'deviceImport.export at template_id',
]

describe('an object of somebody else is answered as one that is missing', () => {
  const places = guarded.flatMap(({ name }) =>
    referencesOf(CALLS.get(name) as never).map((place) => ({ name, at: place.path, place })),
  )

  test.each(places)(
    'an object of another tenant or user is answered as missing: $name at $at',
    async ({ name, place }) => {
      const { kind } = place
      const foreign = theirs.ids[kind].at(0)?.id
      expect(foreign, `${kind} of the other tenant`).toBeDefined()
      const answer = await answerTo(admin, name, place, foreign)
      expect(answer).toEqual(await answerTo(admin, name, place, missing(kind)))
      if (SILENT.includes(name) || COUNTED.includes(name) || COUNTED.includes(`${name} at ${place.path}`)) return
      const mine = await answerTo(admin, name, place, await own.of(name, place))
      expect(mine).not.toEqual(answer)
    },
  )

  const people = places.filter(({ place }) => ['user', 'userGroup', 'role'].includes(place.kind))

  test.each(people)(
    "an object outside of an administrator2's groups is answered as missing: $name at $at",
    async ({ name, place }) => {
      const { kind } = place
      const beyond = ours.ids[kind].filter(({ isBeyond }) => isBeyond)
      expect(beyond).not.toEqual([])
      const absent = await answerTo(deputy, name, place, missing(kind))
      for (const { id } of beyond) expect(await answerTo(deputy, name, place, id)).toEqual(absent)
    },
  )
})

describe('whoever is not the user himself', () => {
  let simulated: Asker
  let visitor: Person
  beforeAll(async () => {
    const { token } = await done(server, admin, 'session.simulate', { user_id: deputy.user_id })
    simulated = { ...deputy, token }
    visitor = world.people.find(({ who }) => who === 'experience') as Person
    await server.db.system((q) =>
      q
        .updateTable('app_user')
        .set({ permissions: [...PERMISSION_CODES] })
        .where('user_id', '=', visitor.user_id)
        .execute(),
    )
    server.sessions.changed(visitor.tenant.tenant_id)
  })

  test.each(guarded.filter(({ ownOnly }) => ownOnly))(
    'a simulated or experience session may not $name',
    async ({ name }) => {
      for (const person of [simulated, visitor]) expect((await ask(server, person, name, {})).code).toBe(REFUSED)
    },
  )

  test.each(guarded.filter((call) => !isReading(call)))(
    'an experience user with every right may not $name',
    async ({ name }) => {
      expect((await ask(server, visitor, name, {})).code).toBe(REFUSED)
    },
  )

  test.each(guarded.filter((call) => isReading(call) && !call.ownOnly && call.path !== '/yun/user/logout'))(
    'an experience user may $name',
    async ({ name }) => {
      const isAdministrators = ADMINISTRATORS.includes(name)
      expect((await ask(server, visitor, name, {})).code === REFUSED).toBe(isAdministrators)
    },
  )
})

describe('who calls is said by the token alone', () => {
  const spoken = (input: object) => ({
    tenant_id: theirs.tenant_id,
    user_id: theirs.people[0]?.user_id,
    user_type: 1,
    is_experience: false,
    created_user_id: theirs.people[0]?.user_id,
    guest: null,
    by: null,
    may_see: 'all',
    roles: PERMISSION_CODES,
    ...input,
  })

  test.each(guarded.filter(({ method }) => method !== 'GET'))(
    '$name changes nothing of the tenant that the body names',
    async ({ name }) => {
      const before = await printOf(server.db, theirs.tenant_id)
      const user = await holder(world, ours, { permissions: PERMISSION_CODES })
      await ask(server, user, name, spoken(await own.input(name)))
      expect(changeIn(before, await printOf(server.db, theirs.tenant_id))).toBe(null)
    },
  )

  test.each(guarded.filter(({ method }) => method === 'GET'))(
    '$name answers the same, whatever tenant the query names',
    async ({ name }) => {
      const input = await own.input(name)
      const answer = await ask(server, admin, name, input)
      const { user_id, ...named } = spoken(input) as Record<string, unknown>
      const other = await ask(server, admin, name, { ...named, ...('user_id' in input && { user_id }) })
      expect(other.code).toBe(answer.code)
      expect(Object.keys(other.data ?? {})).toEqual(Object.keys(answer.data ?? {}))
      expect(JSON.stringify(other.data)).not.toContain(theirs.mark.word)
    },
  )
})

test('none of these calls was a defect of the server', () => {
  expect(server.defects).toEqual([])
})
