import type { Kysely } from 'kysely'
import type { Permission } from '../../core/catalogue/permissions.ts'
import { OFFERED_CODES } from '../../core/catalogue/routes.ts'
import type { Language } from '../../core/catalogue/words.ts'
import { AlarmRule } from '../../core/contract/alarm-rule.ts'
import { Point } from '../../core/contract/device.ts'
import type { Db } from './db/db.ts'
import { hashPassword } from './db/passwords.ts'
import type { NewRow, Row, Schema } from './db/schema.ts'
import { addTenant } from './db/tenants.ts'
import { copyPoints } from './devices/index.ts'
import { turnOfServer } from './limits/password-turns.ts'
import type { Settings } from './settings.ts'
import { pointColumns, ruleColumns } from './templates/index.ts'

const DEMO_PASSWORD = 'demo1234'
const DEMO_USERS = ['admin', 'manager', 'operator', 'rival'] as const

/** Groups of the demo tenant, which the plant fills. `operator` writes in the first two, `manager` in all. */
const DEMO_GROUPS = [
  { zh: '水务', en: 'Waterworks' },
  { zh: '动力车间', en: 'Utilities' },
  { zh: '冷链车队', en: 'Cold chain' },
  { zh: '光伏电站', en: 'Solar' },
  { zh: '网关', en: 'Gateways' },
  { zh: '暖通', en: 'Building' },
] as const

const READING_RIGHTS: readonly Permission[] = [
  'P00000',
  'P10000',
  'P20000',
  'P24000',
  'P27000',
  'P30000',
  'P34000',
  'P100000',
  'P60000',
  'P61000',
  'P61400',
  'P62000',
  'P70000',
  'P71000',
  'P73000',
  'P73500',
  'P110000',
  'P120000',
] as const
const OPERATOR_RIGHTS: readonly Permission[] = [...READING_RIGHTS, 'P30400', 'P73100', 'P73200', 'P73600']
const MANAGER_RIGHTS: readonly Permission[] = [
  ...OPERATOR_RIGHTS,
  'P21200',
  'P31000',
  'P32000',
  'P40000',
  'P41000',
  'P42000',
  'P50000',
  'P51000',
  'P53000',
  'P30100',
  'P30200',
  'P31100',
  'P51100',
  'P52000',
  'P52100',
  'P53100',
  'P53200',
  'P53300',
  'P53400',
  'P53500',
  'P53600',
  'P54000',
  'P55000',
  'P63000',
  'P72000',
  'P73300',
  'P73400',
  'P74000',
  'P80000',
  'P82000',
  'P101200',
] as const

/** The test stand, which no simulator drives: an integrator's own MQTT client plays it. */
const STAND_POINTS = [
  { key: 'temperature', name: '温度', name_en: 'Temperature', data_type: 'number', unit: '°C', decimals: 1 },
  {
    key: 'setpoint',
    name: '设定值',
    name_en: 'Setpoint',
    data_type: 'number',
    decimals: 0,
    access: 'rw',
    write_min: 0,
    write_max: 100,
  },
  { key: 'running', name: '运行', name_en: 'Running', data_type: 'boolean', access: 'rw' },
].map((point) => Point.parse(point))
const STAND_RULE = AlarmRule.parse({
  key: 'temperature',
  alarm_name: '温度过高',
  alarm_name_en: 'Temperature too high',
  alarm_level: 4,
  condition: 'above',
  threshold: 90,
  dead_band: 2,
})

/** Names that an organisation gives; an organisation has one language, unlike the points and rules of its templates. */
const DEMO_NAMES = {
  zh: {
    tenant: '演示水务',
    group: '默认分组',
    administrators: '管理员',
    users: { admin: '管理员', manager: '站长', operator: '值班员', operator2: '西区值班', experience: '体验用户' },
    user_groups: { company: '运营中心', east: '东区', west: '西区', outside: '外协' },
    roles: { managing: '二级管理员', operating: '值班员', visiting: '体验' },
    stand: '测试台',
    rival: { tenant: '另一家公司', user: '竞争者', device: '对方设备' },
  },
  en: {
    tenant: 'Demo Water',
    group: 'Default',
    administrators: 'Administrators',
    users: {
      admin: 'Admin',
      manager: 'Manager',
      operator: 'Operator',
      operator2: 'West shift',
      experience: 'Visitor',
    },
    user_groups: { company: 'Operations', east: 'East', west: 'West', outside: 'Contractor' },
    roles: { managing: 'Manager', operating: 'Operator', visiting: 'Visitor' },
    stand: 'Test stand',
    rival: { tenant: 'Another company', user: 'Competitor', device: 'Their device' },
  },
} as const
type DemoNames = (typeof DEMO_NAMES)[Language]

type Stand = Pick<Row<'device'>, 'sn_code' | 'dev_alias' | 'group_id'> & { template_id: number }

/** Fills an empty database with the demo tenants, if it is to be one of the demo; those of another start are closed if not. */
export async function seed(db: Db, { DEMO, DEMO_LANGUAGE }: Pick<Settings, 'DEMO' | 'DEMO_LANGUAGE'>): Promise<void> {
  await db.system((q) =>
    q
      .updateTable('tenant')
      .set({ closed_time: DEMO ? null : Date.now() })
      .where('is_demo', '=', true)
      .execute(),
  )
  const isEmpty = await db.system(async (q) => !(await q.selectFrom('tenant').select('tenant_id').executeTakeFirst()))
  if (!isEmpty || !DEMO) return
  // Hashing is slow on purpose: outside of the transaction, which holds the embedded store's only connection.
  const [admin, manager, operator, rival] = await Promise.all(
    DEMO_USERS.map(() => hashPassword(DEMO_PASSWORD, turnOfServer)),
  )
  const stands = await Promise.all(
    ['TS0001', 'RV0001'].map((sn_code) => hashPassword(`device-${sn_code}`, turnOfServer)),
  )
  await db.system(async (q) => {
    await seedDemo(q, DEMO_LANGUAGE, { admin, manager, operator } as Record<string, string>, stands[0] as string)
    await seedRival(q, DEMO_NAMES[DEMO_LANGUAGE], rival as string, stands[1] as string)
    await q.updateTable('tenant').set({ is_demo: true }).execute()
  })
}

async function seedDemo(
  q: Kysely<Schema>,
  language: Language,
  hashes: Record<string, string>,
  standHash: string,
): Promise<void> {
  const names = DEMO_NAMES[language]
  const { tenant_id, group_id: defaultGroup } = await addTenant(q, names.tenant, Date.now())
  await nameFirst(q, tenant_id, names)
  const groups = await q
    .insertInto('device_group')
    .values(DEMO_GROUPS.map((group) => ({ tenant_id, group_name: group[language] })))
    .returning('group_id')
    .execute()
  const ids = groups.map(({ group_id }) => group_id)
  const hashOf = (user_name: string) => hashes[user_name] as string
  const people = { tenant_id, password_hash: hashOf('admin') }
  await addUser(q, { ...people, user_name: 'admin', name: names.users.admin, user_type: 1 })
  const company = await addUserGroup(q, tenant_id, names.user_groups.company, null)
  const east = await addUserGroup(q, tenant_id, names.user_groups.east, company)
  const west = await addUserGroup(q, tenant_id, names.user_groups.west, company)
  await addUserGroup(q, tenant_id, names.user_groups.outside, null)
  const everything = [defaultGroup, ...ids]
  const managing = await addRole(q, tenant_id, names.roles.managing, MANAGER_RIGHTS, everything, true)
  const operating = await addRole(q, tenant_id, names.roles.operating, OPERATOR_RIGHTS, ids.slice(0, 2), true)
  const visiting = await addRole(q, tenant_id, names.roles.visiting, READING_RIGHTS, everything, false)
  const manager = {
    tenant_id,
    password_hash: hashOf('manager'),
    user_name: 'manager',
    name: names.users.manager,
    user_type: 2,
  }
  await addUser(q, { ...manager, user_group_id: company }, managing)
  const operator = {
    tenant_id,
    password_hash: hashOf('operator'),
    user_name: 'operator',
    name: names.users.operator,
    user_type: 3,
  }
  await addUser(q, { ...operator, user_group_id: east }, operating)
  const deputy = {
    tenant_id,
    password_hash: hashOf('operator'),
    user_name: 'operator2',
    name: names.users.operator2,
    user_type: 3,
  }
  await addUser(q, { ...deputy, user_group_id: west }, operating)
  // Nobody signs in as the visitor by a password: no password has this hash.
  const visitor = { tenant_id, password_hash: '-', user_name: 'experience', name: names.users.experience, user_type: 3 }
  await addUser(q, { ...visitor, is_experience: true }, visiting)
  const template_id = await addStandTemplate(q, tenant_id, names.stand)
  await addStand(q, tenant_id, standHash, {
    sn_code: 'TS0001',
    dev_alias: names.stand,
    group_id: defaultGroup,
    template_id,
  })
}

async function seedRival(q: Kysely<Schema>, names: DemoNames, password_hash: string, standHash: string): Promise<void> {
  const { tenant_id, group_id } = await addTenant(q, names.rival.tenant, Date.now())
  await nameFirst(q, tenant_id, names)
  await addUser(q, { tenant_id, user_name: 'rival', name: names.rival.user, user_type: 1, password_hash })
  const template_id = await addStandTemplate(q, tenant_id, names.stand)
  await addStand(q, tenant_id, standHash, { sn_code: 'RV0001', dev_alias: names.rival.device, group_id, template_id })
}

/** Names what each organisation has from the start. */
async function nameFirst(q: Kysely<Schema>, tenant_id: number, { group: group_name, administrators }: DemoNames) {
  await q.updateTable('device_group').set({ group_name }).where('tenant_id', '=', tenant_id).execute()
  await q.updateTable('role').set({ role_name: administrators }).where('tenant_id', '=', tenant_id).execute()
}

type NewUser = Omit<NewRow<'app_user'>, 'created_time'>

async function addUser(q: Kysely<Schema>, user: NewUser, role_id?: number): Promise<void> {
  const { user_id } = await q
    .insertInto('app_user')
    .values({ ...user, created_time: Date.now() })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  if (role_id !== undefined)
    await q.insertInto('user_role').values({ tenant_id: user.tenant_id, user_id, role_id }).execute()
}

async function addUserGroup(
  q: Kysely<Schema>,
  tenant_id: number,
  group_name: string,
  parent_id: number | null,
): Promise<number> {
  const { user_group_id } = await q
    .insertInto('user_group')
    .values({ tenant_id, group_name, parent_id })
    .returning('user_group_id')
    .executeTakeFirstOrThrow()
  return user_group_id
}

async function addRole(
  q: Kysely<Schema>,
  tenant_id: number,
  role_name: string,
  permissions: readonly Permission[],
  groups: readonly number[],
  may_write: boolean,
): Promise<number> {
  const { role_id } = await q
    .insertInto('role')
    // Rights that open nothing yet are granted once they do.
    .values({
      tenant_id,
      role_name,
      permissions: OFFERED_CODES.filter((code) => permissions.includes(code)),
      created_time: Date.now(),
    })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await q
    .insertInto('role_device_right')
    .values(groups.map((group_id) => ({ tenant_id, role_id, group_id, may_write })))
    .execute()
  return role_id
}

async function addStandTemplate(q: Kysely<Schema>, tenant_id: number, module_name: string): Promise<number> {
  const { template_id } = await q
    .insertInto('template')
    // Everybody of the demo may look at what it shows.
    .values({ tenant_id, module_name, is_public: true, created_time: Date.now() })
    .returning('template_id')
    .executeTakeFirstOrThrow()
  const points = STAND_POINTS.map((point, sort) => ({ tenant_id, template_id, ...pointColumns(point), sort }))
  await q.insertInto('template_point').values(points).execute()
  await q
    .insertInto('alarm_rule')
    .values({ tenant_id, template_id, ...ruleColumns(STAND_RULE) })
    .execute()
  return template_id
}

async function addStand(q: Kysely<Schema>, tenant_id: number, password_hash: string, stand: Stand): Promise<void> {
  const time = Date.now()
  const { device_id } = await q
    .insertInto('device')
    .values({ ...stand, tenant_id, password_hash, dev_model: 'TEST', registered_time: time, created_time: time })
    .returning('device_id')
    .executeTakeFirstOrThrow()
  await copyPoints(q, tenant_id, [device_id])
}
