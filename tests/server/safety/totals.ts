import { ask } from './ask.ts'
import type { Person, Tenant } from './tenant.ts'
import type { World } from './world.ts'

/** A user group and all below it. */
function groupsUnder({ userGroups }: Tenant, top: number): Set<number> {
  const under = new Set([top])
  // A set that grows while it is walked: children of children are found in the same pass.
  for (const found of under) for (const [id, { parent }] of userGroups) if (parent === found) under.add(id)
  return under
}

/** Administrators see all; others what they made, beside the one that is granted to them and the public one. */
const templatesOf = ({ templates, fixed }: Tenant, who: Person['who']): number =>
  who === 'administrator'
    ? templates.size
    : [...templates].filter(([id, by]) => by === who || id === fixed.template || id === fixed.nonstandard).length

/** Whom and what a person may count, as the test counted it. */
function expectedOf(tenant: Tenant, { who, token }: Pick<Person, 'who' | 'token'>): Record<string, number> {
  const seesAll = who === 'administrator' || who === 'administrator2'
  const isSeen = ({ isHidden }: { isHidden: boolean }) => seesAll || !isHidden
  const devices = [...tenant.devices.values()].filter(isSeen)
  const virtual = [...tenant.virtualDevices.values()].filter(isSeen).length
  const things = {
    'device.groups': [...tenant.deviceGroups.values()].filter(isSeen).length,
    'device.list': devices.length + virtual,
    'device.map': devices.length + virtual,
    'device.counts': devices.length + virtual,
    'alarms standing': devices.filter(({ isHot }) => isHot).length,
    'alarm.history': tenant.alarms.shown + (seesAll ? tenant.alarms.hidden : 0),
  }
  if (who === 'guest') return things
  const own = { administrator2: tenant.fixed.inside, 'sub-user': tenant.fixed.inner }[who as 'sub-user']
  const under = own === undefined ? null : groupsUnder(tenant, own)
  const users = [...tenant.users.values()].filter(({ group }) => !under || (group !== null && under.has(group)))
  // A role is of the whole tenant, or of the group whose administrator2 made it: of the top of a side here.
  const roles = [...tenant.roles.values()].filter(
    ({ side }) => !under || side === null || under.has(tenant.fixed[side]),
  )
  return {
    ...things,
    'deviceGroup.tree': things['device.groups'],
    'virtualDevice.list': virtual,
    'deviceEnd.list': [...tenant.deregistered.values()].filter((by) => who === 'administrator' || by.token === token)
      .length,
    'user.list': users.length,
    'privilege.users': users.length,
    'role.list': roles.length,
    'userGroup.list': under?.size ?? tenant.userGroups.size,
    'template.list': templatesOf(tenant, who),
    'dashboard.list': [...tenant.dashboards.values()].filter((one) => who === 'administrator' || !one.isHidden).length,
    'embed.list': tenant.keys.size,
  }
}

const SOON_MS = 60_000

/** Where what a person counts is not what the test counted, and stays so: what a guest may see is known for a second. */
export async function wrongTotals(world: World): Promise<string[]> {
  const until = Date.now() + SOON_MS
  for (;;) {
    const wrong = await wrongNow(world)
    if (wrong.length === 0 || Date.now() > until) return wrong
    await new Promise((go) => setTimeout(go, 200))
  }
}

async function wrongNow({ server, people }: World): Promise<string[]> {
  const wrong: string[] = []
  const counting = people.filter(
    ({ who, isOfDashboard }) => !isOfDashboard && !['nobody', 'experience', 'visitor'].includes(who),
  )
  for (const person of counting) {
    const { who, tenant } = person
    const dataOf = async (name: string) => (await ask(server, person, name)).data
    const { online, offline, faulty } = await dataOf('device.counts')
    const active = await ask(server, person, 'alarm.open', { states: ['UNACK', 'ACKED'] })
    const counted: Record<string, number> = {
      'device.counts': online + offline + faulty,
      'alarms standing': active.data.total,
    }
    for (const [name, count] of Object.entries(expectedOf(tenant, person))) {
      const { total, length } = Object.hasOwn(counted, name) ? { total: counted[name] } : await dataOf(name)
      const found = total ?? length
      if (found !== count) wrong.push(`${who} of ${tenant.tenant_id} counts ${found} in ${name} instead of ${count}`)
    }
  }
  return wrong
}
