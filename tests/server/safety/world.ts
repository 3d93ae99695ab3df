import { sql } from 'kysely'
import { PERMISSION_CODES } from '../../../core/catalogue/permissions.ts'
import { addTenant } from '../../../demo/server/db/tenants.ts'
import { png } from '../files.ts'
import { signed } from '../guests.ts'
import { cheapHash } from '../passwords.ts'
import type { TestServer } from '../server.ts'
import { type Asker, done } from './ask.ts'
import { fillDashboards } from './dashboards.ts'
import { base64, devicesFile } from './files.ts'
import { fillGallery } from './gallery.ts'
import { KINDS, type Kind } from './inputs.ts'
import { type Mark, newMark } from './marks.ts'
import { fillMessages } from './messages.ts'
import type { Plant } from './plant.ts'
import { fillPush } from './push.ts'
import { fillScreens } from './screens.ts'
import type { KnownId, Person, Side, Tenant } from './tenant.ts'
import { FIXED } from './tenant.ts'
import { fillVirtual, levelOf } from './virtual.ts'

export function know({ ids }: Tenant, kind: Kind, id: string | number, isBeyond = false): void {
  ids[kind].push({ id, isBeyond })
}

export interface World {
  server: TestServer
  plant: Plant
  tenants: Tenant[]
  people: Person[]
}

export const PASSWORD = 'abc1234'
const password_hash = cheapHash(PASSWORD)
let serial = 0
/** Part of a name that nothing has yet. */
export const fresh = () => (serial++).toString(36)

const ALL_CODES = [...PERMISSION_CODES]
/** What a role says beside the rights that it carries. */
export const asRole = { custom_home: null, dashboard_full_screen: false }

/** Three tenants that nobody knows yet, the demo's visitor, and somebody who has no account. */
export async function openWorld(server: TestServer, plant: Plant): Promise<World> {
  const tenants = await Promise.all([1, 2, 3].map(() => openTenant(server, plant)))
  const visitors = await openVisitors(server)
  return { server, plant, tenants, people: [...tenants, visitors].flatMap(({ people }) => people) }
}

const unknownTenant = (tenant_id: number, mark = newMark()): Tenant => ({
  mark,
  tenant_id,
  people: [],
  outsider: { token: null, address: '', user_id: 0 },
  ids: Object.fromEntries(KINDS.map((kind) => [kind, [] as KnownId[]])) as Tenant['ids'],
  users: new Map(),
  userGroups: new Map(),
  roles: new Map(),
  deviceGroups: new Map(),
  devices: new Map(),
  virtualDevices: new Map(),
  deregistered: new Map(),
  templates: new Map(),
  dashboards: new Map(),
  keys: new Map(),
  fixed: Object.fromEntries(FIXED.map((name) => [name, 0])) as Tenant['fixed'],
  alarms: { shown: 0, hidden: 0 },
})

/** Limits count by network address: everybody here has one. */
export const newAddress = () => {
  const n = serial++
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

/** A session of a user, from a browser that names itself by the tenant's mark. */
export async function sessionOf({ sessions }: TestServer, { tenant_id, mark }: Tenant, user_id: number) {
  const [address, agent] = [newAddress(), `${mark.word} ${mark.sn}`]
  return { token: await sessions.create({ tenant_id, user_id, address, agent }), address, agent, user_id }
}

async function openVisitors(server: TestServer): Promise<Tenant> {
  const admin = { token: await server.tokenOf('admin'), address: newAddress() }
  const visitor = await done(server, { token: null, address: newAddress() }, 'session.experience')
  const demo = unknownTenant(visitor.tenant_id)
  know(demo, 'device', 'TS0001')
  know(demo, 'point', 'temperature')
  know(demo, 'formula', 'TS0001.temperature')
  know(demo, 'user', visitor.user_id)
  const rival = { token: await server.tokenOf('rival'), address: newAddress() }
  for (const as of [admin, rival])
    await done(server, as, 'account.edit', { name: '管理员', company_name: `${demo.mark.word}演示` })
  await done(server, admin, 'device.edit', { sn_code: 'TS0001', dev_alias: `${demo.mark.word}测试台` })
  const nobody = { token: null, address: newAddress(), user_id: 0 }
  demo.people.push(
    { who: 'experience', tenant: demo, token: visitor.token, address: newAddress(), user_id: visitor.user_id },
    { who: 'nobody', tenant: unknownTenant(0), ...nobody },
  )
  return demo
}

async function openTenant(server: TestServer, plant: Plant): Promise<Tenant> {
  const mark = newMark()
  const { word, digits, sn } = mark
  const { tenant_id, user_id, ...rest } = await server.db.system(async (q) => {
    const { tenant_id, group_id } = await addTenant(q, `${word}公司`, Date.now())
    const { role_id } = await q
      .selectFrom('role')
      .select('role_id')
      .where('tenant_id', '=', tenant_id)
      .executeTakeFirstOrThrow()
    const { user_id } = await q
      .insertInto('app_user')
      .values({
        tenant_id,
        user_name: `${word}admin`,
        name: `${word}管理`,
        user_type: 1,
        password_hash,
        created_time: Date.now(),
        user_tel: `+44 ${digits}9999`,
        email: `admin@${sn.toLowerCase()}.example`,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    return { tenant_id, group_id, role_id, user_id }
  })
  const tenant = unknownTenant(tenant_id, mark)
  tenant.deviceGroups.set(rest.group_id, { isHidden: true })
  tenant.roles.set(rest.role_id, { side: null })
  tenant.users.set(user_id, { side: 'outside', group: null, user_type: 1 })
  know(tenant, 'user', user_id, true)
  know(tenant, 'role', rest.role_id)
  const admin: Person = { who: 'administrator', tenant, ...(await sessionOf(server, tenant, user_id)) }
  tenant.people.push(admin)
  await fill({ server, plant, tenant, admin })
  return tenant
}

type Parts = Pick<World, 'server' | 'plant'>

interface Filling extends Parts {
  tenant: Tenant
  admin: Person
}

/** Something of everything, by the calls that people make. */
async function fill({ server, plant, tenant, admin }: Filling): Promise<void> {
  const { mark, fixed } = tenant
  const { word, sn, outside, hidden } = mark
  const call = (name: string, input: Record<string, unknown>) => done(server, admin, name, input)
  const group = async (group_name: string, parent_id: number | null, side: Side) => {
    const { user_group_id } = await call('userGroup.create', { group_name, parent_id, remarks: group_name })
    tenant.userGroups.set(user_group_id, { side, parent: parent_id })
    know(tenant, 'userGroup', user_group_id, side === 'outside')
    return user_group_id as number
  }
  fixed.inside = await group(`${word}内`, null, 'inside')
  fixed.inner = await group(`${word}内下`, fixed.inside, 'inside')
  fixed.outside = await group(`${word}${outside}外`, null, 'outside')
  // With nobody in it: one with users is kept, whoever asks.
  await group(`${word}${outside}空`, fixed.outside, 'outside')
  const deviceGroup = async (group_name: string, isHidden: boolean) => {
    const { group_id } = await call('deviceGroup.create', { group_name, remarks: group_name })
    tenant.deviceGroups.set(group_id, { isHidden })
    know(tenant, 'deviceGroup', group_id, isHidden)
    return group_id as number
  }
  fixed.shown = await deviceGroup(`${word}车间`, false)
  fixed.hidden = await deviceGroup(`${word}${hidden}库`, true)
  const fence = async (fence_name: string, group_id: number, isBeyond: boolean) => {
    const shape = { corners: [{ lat: 31, lng: 121 }], radius_m: 500 }
    const { fence_id } = await call('geofence.create', { fence_name, group_id, ...shape })
    know(tenant, 'geofence', fence_id, isBeyond)
    return fence_id as number
  }
  fixed.geofence = await fence(`${word}栏`, fixed.shown, false)
  await fence(`${word}${hidden}栏`, fixed.hidden, true)
  const hiddenEntry = { kind: 'note', body: `${word}${hidden}记`, group_id: fixed.hidden }
  know(tenant, 'shiftEntry', (await call('shiftLog.create', hiddenEntry)).entry_id, true)

  const { group_id } = await call('template.createGroup', { group_name: `${word}类`, remarks: `${word}注` })
  know(tenant, 'templateGroup', group_id)
  fixed.templateGroup = group_id
  const template = { ...templateOf(mark), module_name: `${word}模板`, group_id }
  const { template_id } = await call('template.create', template)
  tenant.templates.set(template_id, 'administrator')
  know(tenant, 'template', template_id)
  fixed.template = template_id
  const [{ item_id }] = await call('template.items', { template_id, items: [{ item_name: `${word}启停` }] })
  know(tenant, 'item', item_id)
  for (const key of ['level', 'note', 'set']) know(tenant, 'point', `${sn}.${key}`)

  const role = async (as: Asker, role_name: string, groups: number[], side: Side | null) => {
    const device_rights = groups.map((group_id) => ({ group_id, may_write: true }))
    const template_rights = [{ template_id, may_write: true }]
    const carried = { permissions: ALL_CODES, device_rights, template_rights, item_rights: [{ template_id, item_id }] }
    const { role_id } = await done(server, as, 'role.create', { ...asRole, ...carried, role_name, remarks: role_name })
    tenant.roles.set(role_id, { side })
    know(tenant, 'role', role_id, side === 'outside')
    return role_id as number
  }
  const everything = [...tenant.deviceGroups.keys()]
  const all = await role(admin, `${word}全部`, everything, null)
  fixed.narrow = await role(admin, `${word}车间`, [fixed.shown], null)

  const user = async (side: Side, user_type: number, user_group_id: number, role_ids: number[]) => {
    const user_id = await addUser(server, admin, tenant, { side, user_type, user_group_id, role_ids })
    return { ...(await sessionOf(server, tenant, user_id)), user_id }
  }
  tenant.people.push(
    { who: 'administrator2', tenant, ...(await user('inside', 2, fixed.inside, [all])) },
    { who: 'sub-user', tenant, ...(await user('inside', 3, fixed.inner, [fixed.narrow])) },
  )
  tenant.outsider = await user('outside', 2, fixed.outside, [all])
  const plain = { user_type: 3, user_group_id: fixed.outside, role_ids: [] }
  const other = await addUser(server, admin, tenant, { side: 'outside', ...plain })
  await role(tenant.outsider, `${word}${outside}role`, everything, 'outside')
  await done(server, tenant.outsider, 'privilege.edit', { user_id: other, permissions: ['P10000'] })
  await done(server, tenant.outsider, 'user.setQuotas', { user_id: other, quotas: [{ quota: 'templates', limit: 7 }] })

  const { key_id, embed_key } = await call('embed.create', {
    name: `${word}门户`,
    origins: [pageOf(mark)],
    actions: ['read', 'write', 'confirm'],
    resources: { all: true },
  })
  tenant.keys.set(key_id, embed_key)
  know(tenant, 'key', key_id)
  const token = signed(embed_key, { name: `${word}王工`, resources: { groups: [fixed.shown] } })
  tenant.people.push({ who: 'guest', tenant, token, address: newAddress(), origin: pageOf(mark), user_id: 0 })
  await fillDevices({ server, plant, tenant, admin })
  await fillVirtual(server, admin)
  await fillScreens(server, admin)
  await fillDashboards(server, admin)
  const { dashboard_id } = await fillGallery(server, admin)
  const named = signed(embed_key, { name: `${word}李工`, resources: { dashboards: [dashboard_id] } })
  tenant.people.push({
    who: 'guest',
    tenant,
    token: named,
    address: newAddress(),
    origin: pageOf(mark),
    user_id: 0,
    isOfDashboard: true,
  })
  await fillMessages(server, admin)
  await fillPush(server, admin)
}

/** The page of a portal, which guests come from. */
export const pageOf = ({ sn }: Mark) => `https://${sn.toLowerCase()}.example`

export const templateOf = ({ word, sn }: Mark) => ({
  points: [
    { key: `${sn}.level`, name: `${word}液位`, name_en: `${sn} level`, data_type: 'number', unit: word },
    { key: `${sn}.note`, name: `${word}备注`, data_type: 'string' },
    { key: `${sn}.set`, name: `${word}设定`, data_type: 'number', access: 'rw', write_min: 0, write_max: 100 },
  ],
  alarm_rules: [
    {
      key: `${sn}.level`,
      alarm_name: `${word}过高`,
      alarm_name_en: `${sn} high`,
      alarm_level: 4,
      condition: 'above',
      threshold: 90,
    },
    { key: `${sn}.set`, alarm_name: `${word}设定过高`, alarm_level: 2, condition: 'above', threshold: 1000 },
  ],
})

export interface NewUser {
  side: Side
  user_type: number
  user_group_id: number
  role_ids: number[]
}

/** Creates a user whose every text carries the mark of its tenant and side. */
export async function addUser(server: TestServer, as: Asker, tenant: Tenant, input: NewUser): Promise<number> {
  const { side, ...columns } = input
  const { word, outside, digits, sn } = tenant.mark
  const n = fresh()
  const part = side === 'outside' ? outside : ''
  const { user_id } = await done(server, as, 'user.create', {
    user_name: `${word}${part}u${n}`,
    name: `${word}${part}${n}`,
    password: PASSWORD,
    must_change_password: false,
    ...columns,
    user_tel: `+44 ${digits}${String(serial % 10_000).padStart(4, '0')}`,
    email: `${n}@${sn.toLowerCase()}.example`,
  })
  tenant.users.set(user_id, { side, group: input.user_group_id, user_type: input.user_type })
  know(tenant, 'user', user_id, side === 'outside')
  return user_id
}

async function fillDevices({ server, plant, tenant, admin }: Filling): Promise<void> {
  const { mark, tenant_id } = tenant
  const { word, sn, hidden, digits } = mark
  const call = (name: string, input: Record<string, unknown>) => done(server, admin, name, input)
  await Promise.all([false, true].map((isHidden) => addDevice({ server, plant }, admin, tenant, isHidden)))
  for (const isHidden of [false, true]) await addDeregistered({ server, plant }, admin, tenant, isHidden)
  await Promise.all([...tenant.devices.keys()].map((sn_code) => reportHot(plant, tenant, sn_code, true)))
  for (const [sn_code, { isHidden }] of tenant.devices) {
    const part = isHidden ? `${word}${hidden}` : word
    await plant.say(sn_code, `${part} started`)
    await call('devicePicture.set', { sn_code, file: { name: `${part}.png`, content: base64(png()) } })
    const { id } = await call('control.write', { sn_code, key: `${sn}.set`, value: 5 })
    know(tenant, 'command', id, isHidden)
    await server.db.system((q) => q.updateTable('command').set({ reason: part }).where('command_id', '=', id).execute())
    const ranges = [{ name: `${part}昨天`, start: 0, end: 1, points: [`${sn}.note`] }]
    for (const person of tenant.people.filter(({ who }) => who.startsWith('administrator')))
      await done(server, person, 'history.saveRanges', { sn_code, ranges })
  }
  // The sub-user saved some before the hidden device was hidden.
  const { user_id } = tenant.people.find(({ who }) => who === 'sub-user') as Person
  await server.db.system((q) =>
    q
      .insertInto('curve_range')
      .columns(['tenant_id', 'user_id', 'device_id', 'ranges', 'changed_time'])
      .expression(
        q
          .selectFrom('curve_range')
          .select(['tenant_id', sql<number>`${user_id}::bigint`.as('user_id'), 'device_id', 'ranges', 'changed_time'])
          .where('user_id', '=', admin.user_id),
      )
      .execute(),
  )
  const rules = await server.db.system((q) =>
    q
      .selectFrom('alarm_rule')
      .select(['rule_id', 'key'])
      .where('tenant_id', '=', tenant_id)
      .orderBy('rule_id')
      .execute(),
  )
  for (const { rule_id } of rules) know(tenant, 'rule', String(rule_id), false)
  const calm = String(rules.find(({ key }) => key === `${sn}.set`)?.rule_id)
  for (const [sn_code, { isHidden }] of tenant.devices)
    await call('alarm.hold', {
      sn_code,
      rule_id: calm,
      reason: `${isHidden ? `${word}${hidden}` : word}检修`,
      minutes: 60,
      is_out_of_service: true,
    })
  const { rows } = await call('alarm.history', {})
  for (const { alarm_id, sn_code } of rows) {
    const isHidden = tenant.devices.get(sn_code)?.isHidden
    know(tenant, 'alarm', alarm_id, isHidden)
    // Those of the hidden device are left: whoever does not see it is asked to confirm them.
    if (!isHidden) await call('alarm.confirm', { alarm_id, alarm_note: `${word}看过` })
  }
  await call('account.sendBindingCode', { address: `+44 ${digits}8888` })
  const { rows: sessions } = await done(server, admin, 'account.sessions')
  for (const { session_id } of sessions) know(tenant, 'session', session_id, true)
  await server.db.system((q) =>
    q.insertInto('user_use').values({ tenant_id, user_id: admin.user_id, quota: 'wechat', used: 1 }).execute(),
  )
}

/** Registers a device in the group that the sub-user and the guest see, or in the other. */
export async function addDevice(parts: Parts, as: Asker, tenant: Tenant, isHidden: boolean): Promise<string> {
  const { mark, fixed, devices } = tenant
  const part = isHidden ? `${mark.word}${mark.hidden}` : mark.word
  const sn_code = `${mark.sn}${isHidden ? 'H' : 'A'}${fresh()}`
  const group_id = isHidden ? fixed.hidden : fixed.shown
  const said = { dev_alias: `${part}泵`, dev_model: part, site_name: part, site_address: part, contact_name: part }
  await done(parts.server, as, 'device.create', {
    sn_code,
    password: PASSWORD,
    group_id,
    template_id: fixed.template,
    ...said,
    deployment_address: part,
    contact_phone: mark.digits,
    contact_email: `x@${mark.sn.toLowerCase()}.example`,
  })
  devices.set(sn_code, { isHidden, isHot: false })
  know(tenant, 'device', sn_code, isHidden)
  know(tenant, 'formula', levelOf(mark, sn_code), isHidden)
  await reportHot(parts.plant, tenant, sn_code, false)
  return sn_code
}

/** The same by a file, as an import of its own. */
export async function importDevice(parts: Parts, as: Asker, tenant: Tenant, isHidden: boolean): Promise<void> {
  const { mark, fixed, devices } = tenant
  const part = isHidden ? `${mark.word}${mark.hidden}` : mark.word
  const sn_code = `${mark.sn}${isHidden ? 'H' : 'A'}${fresh()}`
  const { module_name } = await done(parts.server, as, 'template.detail', { template_id: fixed.template })
  const content = devicesFile(sn_code, part, `${part}${isHidden ? '库' : '车间'}`, module_name)
  const file = { name: `${part}.csv`, content }
  const { import_id } = await done(parts.server, as, 'deviceImport.start', { file })
  const all = await done(parts.server, as, 'deviceImport.list')
  const { created } = all.find((one: { import_id: number }) => one.import_id === import_id)
  if (created !== 1) throw new Error(`${sn_code} was not imported`)
  devices.set(sn_code, { isHidden, isHot: false })
  know(tenant, 'device', sn_code, isHidden)
  know(tenant, 'formula', levelOf(mark, sn_code), isHidden)
  await reportHot(parts.plant, tenant, sn_code, false)
}

/** A device that was registered and is deregistered; its SN is nobody's then. */
export async function addDeregistered(
  parts: Parts,
  as: Asker,
  tenant: Tenant,
  isHidden: boolean,
): Promise<{ device_id: number; sn_code: string }> {
  const sn_code = await addDevice(parts, as, tenant, isHidden)
  const { device_id } = await done(parts.server, as, 'deviceEnd.deregister', { sn_code })
  tenant.devices.delete(sn_code)
  tenant.ids.device = tenant.ids.device.filter(({ id }) => id !== sn_code)
  const level = levelOf(tenant.mark, sn_code)
  tenant.ids.formula = tenant.ids.formula.filter(({ id }) => id !== level)
  tenant.deregistered.set(device_id, as)
  know(tenant, 'deregistered', device_id, isHidden)
  return { device_id, sn_code }
}

/** A device reports: a text with the tenant's mark, a key that nobody added, and a level with or without an alarm. */
export async function reportHot(plant: Plant, tenant: Tenant, sn_code: string, isHot: boolean): Promise<string> {
  const { mark, devices, alarms } = tenant
  const device = devices.get(sn_code)
  if (!device) throw new Error(`no device ${sn_code}`)
  const note = `${mark.word}${device.isHidden ? mark.hidden : ''} ${fresh()}`
  const values = { level: isHot ? 95 : 20, set: 5, note, extra: note }
  const keyed = Object.entries(values).map(([key, value]) => [`${mark.sn}.${key}`, value])
  await plant.report(sn_code, Object.fromEntries(keyed))
  if (isHot && !device.isHot) alarms[device.isHidden ? 'hidden' : 'shown']++
  device.isHot = isHot
  return note
}
