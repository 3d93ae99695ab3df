import { makeAlarm } from '../guests.ts'
import { cheapHash } from '../passwords.ts'
import { CALLS, done, nameOf } from './ask.ts'
import { fileFor } from './files.ts'
import { inputOf, type Kind, type Reference } from './inputs.ts'
import { addMessage, addShiftEntry } from './messages.ts'
import { addEscalation, addFailed, addWebhook } from './push.ts'
import { addOffer } from './screens.ts'
import { missing } from './sweep.ts'
import type { Person, Tenant } from './tenant.ts'
import { addVirtualDevice } from './virtual.ts'
import { addDeregistered, addDevice, fresh, pageOf, sessionOf, type World } from './world.ts'

/** Rights that a user of the matrix holds directly, and nothing else. */
export interface Holding {
  permissions: readonly string[]
  user_type?: 1 | 2 | 3
}

/** A user of the tenant's inside with just these codes, who reaches all devices and templates; with a session. */
export async function holder({ server }: World, tenant: Tenant, { permissions, user_type = 3 }: Holding) {
  const { tenant_id, fixed, mark, deviceGroups } = tenant
  const user_id = await addUserRow({ server }, tenant, { permissions: [...permissions], user_type })
  await server.db.system(async (q) => {
    const of = { tenant_id, user_id, may_write: true }
    const groups = [...deviceGroups.keys()].map((group_id) => ({ ...of, group_id }))
    await q.insertInto('user_device_right').values(groups).execute()
    await q
      .insertInto('user_template_right')
      .values({ ...of, template_id: fixed.template })
      .execute()
  })
  return { ...(await sessionOf(server, tenant, user_id)), user_id, mark }
}

async function addUserRow(
  { server }: Pick<World, 'server'>,
  { tenant_id, fixed, mark }: Tenant,
  overrides: { permissions?: string[]; user_type?: number } = {},
): Promise<number> {
  const user_name = `${mark.word}h${fresh()}`
  const { user_id } = await server.db.system((q) =>
    q
      .insertInto('app_user')
      .values({
        tenant_id,
        user_name,
        name: mark.word,
        user_type: 3,
        password_hash: '-',
        created_time: Date.now(),
        user_group_id: fixed.inside,
        ...overrides,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow(),
  )
  return user_id
}

/** A device that has connected and is nobody's. */
async function meetUnregistered({ server }: World, { sn_code, password }: Record<string, unknown>): Promise<void> {
  const password_hash = cheapHash(String(password))
  const seen = { first_seen_time: Date.now(), last_seen_time: Date.now() }
  await server.db.system((q) =>
    q
      .insertInto('unregistered_device')
      .values({ sn_code: String(sn_code), password_hash, ...seen })
      .execute(),
  )
}

/** Things of a tenant that a call may change or remove: each is made for it. */
export function ownThings(world: World, tenant: Tenant) {
  const { server } = world
  const { fixed, mark, tenant_id } = tenant
  const admin = tenant.people[0] as Person
  const call = (name: string, input: Record<string, unknown>) => done(server, admin, name, input)
  const shown = [...tenant.devices].find(([, { isHidden }]) => !isHidden)?.[0] ?? ''
  const subUser = tenant.people.find(({ who }) => who === 'sub-user') as Person
  const known = (kind: Kind) => tenant.ids[kind].find(({ isBeyond }) => !isBeyond)?.id ?? missing(kind)

  const addScreen = async (): Promise<number> => {
    const screen_name = `${mark.word}m${fresh()}`
    const { screen_id } = await call('screen.create', { template_id: fixed.template, screen_name })
    return screen_id
  }
  const addDashboard = async (): Promise<number> => {
    const document = { version: 1, width: 100, height: 100, controls: [] }
    const { dashboard_id } = await call('dashboard.create', { dashboard_name: `${mark.word}m${fresh()}`, document })
    return dashboard_id
  }
  const MADE: Partial<Record<Kind, () => Promise<string | number>>> = {
    async template() {
      const { template_id } = await call('template.create', { module_name: `${mark.word}m${fresh()}` })
      return template_id
    },
    async templateGroup() {
      const { group_id } = await call('template.createGroup', { group_name: `${mark.word}m${fresh()}` })
      return group_id
    },
    screen: addScreen,
    async resource() {
      const files = [{ name: 'x', content: fileFor('resource.upload', mark) }]
      const input = { resource_type: 'picture', resource_name: `${mark.word}m${fresh()}`, files }
      const { resource_id } = await call('resource.upload', input)
      return resource_id
    },
    async category() {
      const input = { resource_type: 'picture', category_name: `${mark.word}m${fresh()}` }
      const { category_id } = await call('resource.createCategory', input)
      return category_id
    },
    async link() {
      const screen_id = fixed.screen
      const { link } = await call('shareLink.create', { screen_id, sn_code: shown, name: `${mark.word}m${fresh()}` })
      return link.link_id
    },
    async middleware() {
      const points = [{ key: `${mark.sn}.level`, aggregation: 'max' }]
      const input = { template_id: fixed.template, middleware_name: `${mark.word}m${fresh()}`, points }
      const { middleware_id } = await call('middleware.create', input)
      return middleware_id
    },
    async geofence() {
      const shape = { corners: [{ lat: 31, lng: 121 }], radius_m: 500 }
      const made = await call('geofence.create', {
        fence_name: `${mark.word}m${fresh()}`,
        group_id: fixed.shown,
        ...shape,
      })
      return made.fence_id
    },
    async version() {
      const [{ version_id }] = await call('screen.versions', { screen_id: await addScreen() })
      return version_id
    },
    dashboard: addDashboard,
    async dashboardVersion() {
      const [{ version_id }] = await call('dashboard.versions', { dashboard_id: await addDashboard() })
      return version_id
    },
    user: () => addUserRow(world, tenant),
    async userGroup() {
      const parent_id = fixed.inside
      const made = await call('userGroup.create', { group_name: `${mark.word}m${fresh()}`, parent_id })
      return made.user_group_id
    },
    async role() {
      const { role_id } = await server.db.system((q) =>
        q
          .insertInto('role')
          .values({ tenant_id, role_name: `${mark.word}m${fresh()}`, user_group_id: fixed.inside })
          .returning('role_id')
          .executeTakeFirstOrThrow(),
      )
      return role_id
    },
    escalation: () => addEscalation(server, admin),
    webhook: () => addWebhook(server, admin),
    delivery: () => addFailed(server, admin),
    device: () => addDevice(world, admin, tenant, false),
    deregistered: async () => (await addDeregistered(world, admin, tenant, false)).device_id,
    offer: async () => addOffer(world, admin, await addDevice(world, admin, tenant, false)),
    virtualDevice: () => addVirtualDevice(server, admin, false),
    async deviceGroup() {
      const { group_id } = await call('deviceGroup.create', {
        group_name: `${mark.word}m${fresh()}`,
        parent_id: fixed.shown,
      })
      return group_id
    },
    alarm: () => makeAlarm(server, shown),
    async rule() {
      const rule_id = tenant.ids.rule.at(-1)?.id ?? missing('rule')
      await call('alarm.hold', {
        sn_code: shown,
        rule_id,
        reason: `${mark.word}检修`,
        minutes: 60,
        is_out_of_service: true,
      })
      return rule_id
    },
    async key() {
      const input = { origins: [pageOf(mark)], actions: ['read'], resources: { all: true } }
      const made = await call('embed.create', { ...input, name: `${mark.word}m${fresh()}` })
      return made.key_id
    },
  }
  /** What is only looked at. */
  const SEEN: Partial<Record<Kind, string | number>> = {
    user: subUser.user_id,
    role: fixed.narrow,
    userGroup: fixed.inside,
    device: shown,
    deviceGroup: fixed.shown,
    template: fixed.template,
    point: `${mark.sn}.set`,
    rule: known('rule'),
    templateGroup: fixed.templateGroup,
    screen: fixed.screen,
    version: fixed.version,
    dashboard: fixed.dashboard,
    dashboardVersion: fixed.dashboardVersion,
    resource: fixed.resource,
    category: fixed.category,
    link: fixed.link,
    middleware: fixed.middleware,
    geofence: fixed.geofence,
    virtualDevice: known('virtualDevice'),
    formula: known('formula'),
    nonstandard: fixed.nonstandard,
  }
  /** Calls that would take away what others look at, by kinds that are otherwise only named. */
  const TAKING: Partial<Record<Kind, readonly string[]>> = {
    template: ['alarmRules.save', 'template.edit', 'template.remove', 'template.transfer', 'template.publish'],
    escalation: ['push.removeEscalation'],
    webhook: ['push.removeWebhook'],
    templateGroup: ['template.editGroup', 'template.removeGroup'],
    device: ['deviceEnd.deregister', 'deviceEnd.deregisterMany', 'devicePicture.remove', 'deviceShare.share'],
    deviceGroup: ['deviceGroup.edit', 'deviceGroup.remove'],
    geofence: ['geofence.edit', 'geofence.remove'],
    screen: ['screen.edit', 'screen.remove', 'screen.save'],
    dashboard: ['dashboard.edit', 'dashboard.remove', 'dashboard.save', 'dashboard.grant', 'dashboard.reorder'],
  }

  return {
    shown,
    /** What a call of this name names at a place. */
    async of(name: string, { path, kind }: Reference): Promise<string | number> {
      // What is shelved is an alarm of a rule that is there.
      if (name === 'alarm.shelve' || name === 'alarm.unshelve') {
        const alarm_ids = [known('alarm')]
        if (kind === 'alarm' && name === 'alarm.unshelve')
          await call('alarm.shelve', { alarm_ids, reason: `${mark.word}检修`, minutes: 5 })
        return kind === 'alarm' ? (alarm_ids[0] as string) : known(kind)
      }
      // What is accepted was offered to the caller.
      if (name === 'deviceTransfer.accept' && kind === 'offer') {
        const offer_id = await addOffer(world, admin, await addDevice(world, admin, tenant, false))
        await server.db.system((q) =>
          q.updateTable('device_offer').set({ to_user_id: admin.user_id }).where('offer_id', '=', offer_id).execute(),
        )
        return offer_id
      }
      // What is taken back is shared first.
      if (name === 'deviceShare.recycle') {
        await call('deviceShare.share', { sn_code: shown, user_ids: [subUser.user_id] })
        return kind === 'user' ? subUser.user_id : shown
      }
      const isReading = CALLS.get(name)?.endpoint.method === 'GET'
      const isWrite = name === 'control.write' && kind === 'device'
      if (isWrite) return addDevice(world, admin, tenant, false)
      const isTarget =
        !isReading &&
        !path.endsWith('parent_id') &&
        path !== 'devices_to' &&
        !(kind === 'userGroup' && !name.startsWith('userGroup')) &&
        (TAKING[kind]?.includes(name) ?? true)
      if (isTarget && (kind === 'notice' || kind === 'message' || kind === 'bulletin'))
        return addMessage(server, admin, kind, name)
      if (kind === 'shiftEntry') return addShiftEntry(server, name === 'shiftLog.correct' ? admin : subUser)
      const make = isTarget ? MADE[kind] : undefined
      return make ? make() : (SEEN[kind] ?? known(kind))
    },
    /** An input that names own things only. */
    async input(name: string, instead: { path?: string; id?: unknown } = {}): Promise<Record<string, unknown>> {
      const endpointCall = CALLS.get(name)
      if (!endpointCall) throw new Error(`no call ${name}`)
      const places: Reference[] = []
      inputOf(endpointCall, { mark, named: (place) => places.push(place) && missing(place.kind) })
      const ids = new Map<string, unknown>()
      for (const place of places)
        ids.set(place.path, place.path === instead.path ? instead.id : await this.of(nameOf(endpointCall), place))
      const input = inputOf(endpointCall, { mark, named: ({ path }) => ids.get(path) })
      if (name === 'device.register') await meetUnregistered(world, input)
      if (name === 'organisationSettings.save') {
        const { version } = await call('organisationSettings.read', {})
        return { ...input, version }
      }
      return input
    },
  }
}
export type OwnThings = ReturnType<typeof ownThings>
