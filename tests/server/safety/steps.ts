import { done } from './ask.ts'
import { drawDashboard } from './dashboards.ts'
import { drawScreen } from './screens.ts'
import type { Pick } from './sweep.ts'
import type { Person, Side, Tenant } from './tenant.ts'
import { addVirtualDevice, pointsOver } from './virtual.ts'
import {
  addDeregistered,
  addDevice,
  addUser,
  asRole,
  fresh,
  importDevice,
  know,
  PASSWORD,
  pageOf,
  reportHot,
  sessionOf,
  templateOf,
  type World,
} from './world.ts'

/** One thing that somebody does, with what the test knows kept in step. */
export interface Step {
  world: World
  tenant: Tenant
  /** The administrator or the administrator2. */
  by: Person
  /** Where it is done: an administrator2 does nothing outside. */
  side: Side
  pick: Pick
}
type Does = (step: Step) => Promise<unknown>

const partOf = ({ mark }: Tenant, side: Side) => (side === 'outside' ? mark.word + mark.outside : mark.word)
const heldPermissions = ['P00000', 'P10000', 'P30000'] as const

/** A sub-user whom nobody else of the test needs. */
async function spareUser({ world, tenant, by, side, pick }: Step): Promise<number> {
  const people = new Set([...tenant.people, tenant.outsider].map(({ user_id }) => user_id))
  const spare = [...tenant.users].filter(
    ([user_id, user]) => user.side === side && user.user_type === 3 && !people.has(user_id),
  )
  const known = pick(spare)
  if (known) return known[0]
  return addUser(world.server, by, tenant, {
    side,
    user_type: 3,
    user_group_id: groupOf(tenant, side, pick),
    role_ids: [],
  })
}

function groupOf({ userGroups, fixed }: Tenant, side: Side, pick: Pick): number {
  const groups = [...userGroups].filter(([, group]) => group.side === side).map(([id]) => id)
  return pick(groups) ?? fixed[side]
}

const deviceOf = ({ tenant, pick }: Step): string => pick([...tenant.devices.keys()]) as string

async function addRole(step: Step): Promise<number> {
  const { world, tenant, by, side } = step
  const { role_id } = await done(world.server, by, 'role.create', roleOf(step))
  // What an administrator makes is everybody's.
  const made = by.who === 'administrator' ? null : side
  tenant.roles.set(role_id, { side: made })
  know(tenant, 'role', role_id, made === 'outside')
  return role_id
}
const roleOf = ({ tenant }: Step) => ({
  ...asRole,
  role_name: `${tenant.mark.word}r${fresh()}`,
  remarks: `${tenant.mark.word}注`,
  permissions: heldPermissions,
  device_rights: [{ group_id: tenant.fixed.shown, may_write: false }],
  template_rights: [{ template_id: tenant.fixed.template, may_write: false }],
  item_rights: [],
})

async function addGroup({ world, tenant, by, side, pick }: Step): Promise<number> {
  const group_name = `${partOf(tenant, side)}${fresh()}`
  const parent_id = groupOf(tenant, side, pick)
  const { user_group_id } = await done(world.server, by, 'userGroup.create', { group_name, parent_id })
  tenant.userGroups.set(user_group_id, { side, parent: parent_id })
  know(tenant, 'userGroup', user_group_id, side === 'outside')
  return user_group_id
}

const deviceGroupName = ({ mark }: Tenant, isHidden: boolean) => `${mark.word}${isHidden ? mark.hidden : ''}${fresh()}`

async function addDeviceGroup({ world, tenant, by, pick }: Step) {
  const isHidden = pick([true, false]) as boolean
  const group_name = deviceGroupName(tenant, isHidden)
  const parent_id = isHidden ? tenant.fixed.hidden : tenant.fixed.shown
  const { group_id } = await done(world.server, by, 'deviceGroup.create', { group_name, parent_id })
  tenant.deviceGroups.set(group_id, { isHidden })
  know(tenant, 'deviceGroup', group_id, isHidden)
  return { group_id: group_id as number, isHidden, group_name }
}

async function addKey({ world, tenant }: Step): Promise<{ key_id: string; name: string }> {
  const name = `${tenant.mark.word}k${fresh()}`
  const admin = tenant.people[0] as Person
  const { key_id, embed_key } = await done(world.server, admin, 'embed.create', { ...keyOf(tenant), name })
  tenant.keys.set(key_id, embed_key)
  know(tenant, 'key', key_id)
  return { key_id, name }
}
const keyOf = ({ mark }: Tenant) => ({ origins: [pageOf(mark)], actions: ['read'], resources: { all: true } })

/** The answer to the next call of a user's session. */
async function requireEnded({ world, tenant }: Step, user_id: number, change: () => Promise<unknown>): Promise<void> {
  const session = await sessionOf(world.server, tenant, user_id)
  await done(world.server, session, 'session.heart')
  await change()
  const refusal = await done(world.server, session, 'session.heart').catch((error: Error) => error.message)
  if (!String(refusal).includes('100009'))
    throw new Error(`a session went on after its end: ${JSON.stringify(refusal)}`)
}

/** Everything that happens, by its name. Each resolves when it was done, and rejects when it was refused. */
export const STEPS = {
  addUser: ({ world, tenant, by, side, pick }) =>
    addUser(world.server, by, tenant, { side, user_type: 3, user_group_id: groupOf(tenant, side, pick), role_ids: [] }),
  async editUser(step) {
    const { world, tenant, by, side } = step
    const [user_id, n] = [await spareUser(step), fresh()]
    const email = `${n}@${tenant.mark.sn.toLowerCase()}.example`
    await done(world.server, by, 'user.edit', { user_id, name: `${partOf(tenant, side)}${n}`, email })
  },
  async giveRole(step) {
    const [user_id, role_id] = [await spareUser(step), await addRole(step)]
    const { server } = step.world
    await requireEnded(step, user_id, () => done(server, step.by, 'user.edit', { user_id, role_ids: [role_id] }))
    await requireEnded(step, user_id, () => done(server, step.by, 'user.edit', { user_id, role_ids: [] }))
  },
  async moveUser(step) {
    const { world, tenant, by, side, pick } = step
    const [user_id, user_group_id] = [await spareUser(step), groupOf(tenant, side, pick)]
    await done(world.server, by, 'user.move', { user_ids: [user_id], user_group_id })
    tenant.users.set(user_id, { side, group: user_group_id, user_type: 3 })
  },
  async lockUser(step) {
    const { world, by } = step
    const user_id = await spareUser(step)
    const lock = (isActive: number) => done(world.server, by, 'user.setActive', { user_ids: [user_id], isActive })
    await requireEnded(step, user_id, () => lock(0))
    await lock(1)
  },
  async resetPassword(step) {
    const user_id = await spareUser(step)
    const reset = () => done(step.world.server, step.by, 'user.setPassword', { user_id, password: PASSWORD })
    await requireEnded(step, user_id, reset)
  },
  async removeUser(step) {
    const { world, tenant, by } = step
    const user_id = await spareUser(step)
    await requireEnded(step, user_id, () => done(world.server, by, 'user.remove', { user_ids: [user_id] }))
    tenant.users.delete(user_id)
  },
  async setQuotas(step) {
    const user_id = await spareUser(step)
    await done(step.world.server, step.by, 'user.setQuotas', { user_id, quotas: [{ quota: 'screens', limit: 3 }] })
  },
  addGroup,
  async editGroup(step) {
    const { world, tenant, by, side } = step
    const user_group_id = await addGroup(step)
    const [group_name, parent] = [`${partOf(tenant, side)}${fresh()}`, tenant.fixed[side]]
    await done(world.server, by, 'userGroup.edit', { user_group_id, group_name, parent_id: parent })
    tenant.userGroups.set(user_group_id, { side, parent })
  },
  async removeGroup(step) {
    const user_group_id = await addGroup(step)
    await done(step.world.server, step.by, 'userGroup.remove', { user_group_id })
    step.tenant.userGroups.delete(user_group_id)
  },
  addRole,
  async editRole(step) {
    const role_id = await addRole(step)
    await done(step.world.server, step.by, 'role.edit', { ...roleOf(step), role_id, permissions: ['P00000'] })
  },
  async removeRole(step) {
    const role_id = await addRole(step)
    await done(step.world.server, step.by, 'role.remove', { role_id })
    step.tenant.roles.delete(role_id)
  },
  async giveRights(step) {
    const { world, tenant, by } = step
    const user_id = await spareUser(step)
    const { group_id, template_id } = { group_id: tenant.fixed.shown, template_id: tenant.fixed.template }
    const set = (name: string, rights: object) => done(world.server, by, `privilege.${name}`, { user_id, ...rights })
    await set('edit', { permissions: heldPermissions })
    await set('editDevices', { device_rights: [{ group_id, may_write: true }] })
    await set('editTemplates', { template_rights: [{ template_id, may_write: true }], item_rights: [] })
  },
  async takeRights(step) {
    const user_id = await spareUser(step)
    await done(step.world.server, step.by, 'privilege.edit', { user_id, permissions: heldPermissions })
    await requireEnded(step, user_id, () => done(step.world.server, step.by, 'privilege.reset', { user_id }))
  },
  async allowOperation(step) {
    const user_ids = [await spareUser(step)]
    const { server } = step.world
    await done(server, step.by, 'privilege.allowUsers', { user_ids, code: 'P53100', is_allowed: true })
    await done(server, step.by, 'privilege.allowDevices', { user_ids, code: 'P30100', is_allowed: true })
    await done(server, step.by, 'privilege.allowUsers', { user_ids, code: 'P53100', is_allowed: false })
  },
  async actAsAnother(step) {
    const { world, by } = step
    const user_id = await spareUser(step)
    const { token } = await done(world.server, by, 'session.simulate', { user_id })
    await done(world.server, { ...by, token }, 'session.whoAmI')
    await done(world.server, { ...by, token }, 'session.logout')
  },
  async signIn(step) {
    const { world, tenant } = step
    const user_id = await spareUser(step)
    const { user_name } = await world.server.db.system((q) =>
      q.selectFrom('app_user').select('user_name').where('user_id', '=', user_id).executeTakeFirstOrThrow(),
    )
    const as = { token: null, address: (tenant.people[0] as Person).address, agent: tenant.mark.word }
    await done(world.server, as, 'session.login', { user_name, password: PASSWORD })
    await done(world.server, as, 'session.login', { user_name, password: 'wrong1' }).catch(() => {})
  },
  async signOutElsewhere({ world, tenant, by }) {
    const other = await sessionOf(world.server, tenant, by.user_id)
    const { rows } = await done(world.server, other, 'account.sessions')
    const { session_id } = rows.find(({ is_this }: { is_this: boolean }) => is_this)
    know(tenant, 'session', session_id, true)
    await done(world.server, by, 'account.endSession', { session_id })
  },
  async editProfile({ world, tenant, by }) {
    const company_name = `${tenant.mark.word}公司${fresh()}`
    const name = `${tenant.mark.word}${fresh()}`
    await done(world.server, by, 'account.edit', { name, ...(by.who === 'administrator' && { company_name }) })
  },
  askForCode({ world, tenant, by }) {
    return done(world.server, by, 'account.sendBindingCode', { address: `${fresh()}@${tenant.mark.sn}.example` })
  },
  async setRule({ world, tenant }) {
    const rule = { password_rule: { least: 6, most: 12, any: false }, one_session: false }
    await done(world.server, tenant.people[0] as Person, 'signInRule.edit', rule)
  },
  async addKey(step) {
    const { key_id, name } = await addKey(step)
    const admin = step.tenant.people[0] as Person
    await done(step.world.server, admin, 'embed.edit', { ...keyOf(step.tenant), key_id, name: `${name}2` })
    await done(step.world.server, admin, 'embed.rotate', { key_id })
  },
  async revokeKey(step) {
    const { key_id } = await addKey(step)
    await done(step.world.server, step.tenant.people[0] as Person, 'embed.revoke', { key_id })
  },
  addDeviceGroup,
  async editDeviceGroup(step) {
    const { world, by, tenant } = step
    const { group_id, isHidden, group_name } = await addDeviceGroup(step)
    const parent_id = isHidden ? tenant.fixed.hidden : tenant.fixed.shown
    const named = { group_name: deviceGroupName(tenant, isHidden), remarks: group_name }
    await done(world.server, by, 'deviceGroup.edit', { group_id, ...named, parent_id })
  },
  async removeDeviceGroup(step) {
    const { world, by, tenant } = step
    const { group_id, isHidden } = await addDeviceGroup(step)
    const sn_code = await addDevice(world, by, tenant, isHidden)
    await done(world.server, by, 'device.edit', { sn_code, group_id })
    const devices_to = isHidden ? tenant.fixed.hidden : tenant.fixed.shown
    await done(world.server, by, 'deviceGroup.remove', { group_id, devices_to })
    tenant.deviceGroups.delete(group_id)
  },
  addDevice: ({ world, tenant, by, pick }) => addDevice(world, by, tenant, pick([true, false]) as boolean),
  importDevice: ({ world, tenant, by, pick }) => importDevice(world, by, tenant, pick([true, false]) as boolean),
  async editDevice(step) {
    const { world, tenant, by, pick } = step
    const sn_code = deviceOf(step)
    const isHidden = tenant.devices.get(sn_code)?.isHidden
    const groups = [...tenant.deviceGroups].filter(([, group]) => group.isHidden === isHidden).map(([id]) => id)
    const site_name = `${tenant.mark.word}${isHidden ? tenant.mark.hidden : ''}${fresh()}`
    await done(world.server, by, 'device.edit', { sn_code, site_name, group_id: pick(groups) })
  },
  deregisterDevice: ({ world, tenant, by, pick }) => addDeregistered(world, by, tenant, pick([true, false]) as boolean),
  async restoreDevice({ world, tenant, by, pick }) {
    const isHidden = pick([true, false]) as boolean
    const { device_id, sn_code } = await addDeregistered(world, by, tenant, isHidden)
    await done(world.server, by, 'deviceEnd.restore', { device_id })
    tenant.deregistered.delete(device_id)
    tenant.devices.set(sn_code, { isHidden, isHot: false })
    know(tenant, 'device', sn_code, isHidden)
  },
  addVirtualDevice: ({ world, by, pick }) => addVirtualDevice(world.server, by, pick([true, false]) as boolean),
  async editVirtualDevice({ world, tenant, by, pick }) {
    const isHidden = pick([true, false]) as boolean
    const sn_code = await addVirtualDevice(world.server, by, isHidden)
    const dev_alias = `${tenant.mark.word}${isHidden ? tenant.mark.hidden : ''}${fresh()}`
    const points = pointsOver(tenant, isHidden).slice(0, 1)
    await done(world.server, by, 'virtualDevice.edit', { sn_code, dev_alias, template_id: null, points })
  },
  async removeVirtualDevice({ world, tenant, by, pick }) {
    const sn_code = await addVirtualDevice(world.server, by, pick([true, false]) as boolean)
    await done(world.server, by, 'virtualDevice.remove', { sn_code })
    tenant.virtualDevices.delete(sn_code)
    // Its SN is nobody's now: whoever asks may have it.
    tenant.ids.device = tenant.ids.device.filter(({ id }) => id !== sn_code)
  },
  async addPoint(step) {
    const { mark } = step.tenant
    const points = [{ key: `${mark.sn}.p${fresh()}`, name: `${mark.word}点`, data_type: 'number' }]
    await done(step.world.server, step.by, 'device.addPoints', { sn_code: deviceOf(step), points })
  },
  async addTemplate({ world, tenant, by }) {
    const module_name = `${tenant.mark.word}T${fresh()}`
    const { template_id } = await done(world.server, by, 'template.create', { ...templateOf(tenant.mark), module_name })
    tenant.templates.set(template_id, by.who)
    know(tenant, 'template', template_id)
    return { template_id }
  },
  drawScreen: ({ world, tenant, by }) => drawScreen(world.server, by, tenant.fixed.template),
  drawDashboard: ({ world, by, pick }) =>
    drawDashboard(world.server, by, { isHidden: by.who === 'administrator' && pick([true, false]) === true }),
  async shareTemplate(step) {
    const { world, tenant, by } = step
    const user_ids = [await spareUser(step)]
    const { template_id } = await STEPS.addTemplate(step)
    await done(world.server, by, 'template.share', { template_id, user_ids })
    await done(world.server, by, 'template.transfer', { template_id, user_id: await spareUser(step) })
    // It belongs to its new owner, who is none of the people here.
    tenant.templates.set(template_id, 'nobody')
  },
  async shareDevice(step) {
    const { world, tenant, by, pick } = step
    const sn_code = await addDevice(world, by, tenant, pick([true, false]) as boolean)
    const user_ids = [await spareUser(step)]
    await done(world.server, by, 'deviceShare.share', { sn_code, user_ids, remarks: `${tenant.mark.word}注` })
    await done(world.server, by, 'deviceShare.recycle', { sn_code, user_ids })
  },
  report: (step) => reportHot(step.world.plant, step.tenant, deviceOf(step), false),
  async raiseAlarm(step) {
    const sn_code = deviceOf(step)
    await reportHot(step.world.plant, step.tenant, sn_code, false)
    await reportHot(step.world.plant, step.tenant, sn_code, true)
    const { rows } = await done(step.world.server, step.by, 'alarm.open', { sn_code })
    const alarm_id = rows[0]?.alarm_id
    know(step.tenant, 'alarm', alarm_id, step.tenant.devices.get(sn_code)?.isHidden)
    await done(step.world.server, step.by, 'alarm.confirm', {
      alarm_id,
      alarm_note: `${step.tenant.mark.word}${fresh()}`,
    })
  },
  async loadHistory(step) {
    const { mark } = step.tenant
    const series = [{ key: `${mark.sn}.level`, times: [Date.now() - 60_000], values: [1] }]
    await done(step.world.server, step.by, 'history.load', { sn_code: deviceOf(step), series })
  },
  async write(step) {
    const { world, tenant, by, pick } = step
    const sn_code = await addDevice(world, by, tenant, pick([true, false]) as boolean)
    const { id } = await done(world.server, by, 'control.write', { sn_code, key: `${tenant.mark.sn}.set`, value: 9 })
    know(tenant, 'command', id, tenant.devices.get(sn_code)?.isHidden)
  },
  async saveRanges(step) {
    const sn_code = deviceOf(step)
    const isHidden = step.tenant.devices.get(sn_code)?.isHidden
    const name = `${step.tenant.mark.word}${isHidden ? step.tenant.mark.hidden : ''}${fresh()}`
    const ranges = [{ name, start: 0, end: 1, points: [] }]
    await done(step.world.server, step.by, 'history.saveRanges', { sn_code, ranges })
  },
} satisfies Record<string, Does>

export type StepName = keyof typeof STEPS
export const STEP_NAMES = Object.keys(STEPS) as StepName[]
