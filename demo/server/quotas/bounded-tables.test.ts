import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORGANISATION_MOST } from '../../../core/catalogue/quotas.ts'
import { demoIds } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { BOUNDED_TABLES } from './quotas.ts'

/** Of each table that code adds rows to beside `BOUNDED_TABLES`: what bounds an organisation's, or whose alone it is. */
const BOUNDS: Record<string, string> = {
  alarm:
    'active ones: one of each rule and device; LIMITS.unconfirmedKept times alarms_kept that wait; the others: alarms_kept',
  alarm_event: 'EVENTS_KEPT of each alarm, and of each rule at a device that was held without one',
  alarm_hold: 'one of each rule and device',
  app_user: 'ORGANISATION_MOST',
  audit: 'RECORDS_MOST: the oldest go',
  bulletin: 'LIMITS.bulletins',
  curve_range: 'LIMITS.savedRanges of each user, and RECORDS_MOST: the oldest go',
  command: 'RECORDS_MOST: the oldest go; go after LIMITS.historyDays; writes have a rate',
  delivered_message:
    'RECORDS_MOST of those to people: the oldest go; events for webhooks EVENTS_KEPT and EVENTS_WAITING; go after 90 days',
  device: 'ORGANISATION_MOST of those that are registered, DEREGISTERED_MOST of those that are not',
  device_log: 'LINES_KEPT of each device, RECORDS_MOST of an organisation; its devices’ own lines have a rate',
  device_offer: 'one of each device',
  device_import: 'MOST of kept.ts, in number and bytes; go after 7 days',
  device_import_row: 'rows of an import',
  device_picture: 'one of each device, LIMITS.imageBytes',
  device_state: 'STATES_KEPT of each device; go after LIMITS.historyDays',
  device_share: 'device_shares of each user, LIMITS.deviceSharees of each device',
  geofence: 'LIMITS.geofences',
  embed_key: 'GUEST_LIMITS.keys of those that are not revoked',
  escalation: 'MOST of rules.ts',
  escalation_run: 'one of each escalation and alarm',
  familiar_address: 'those of FAMILIAR_MS of each user',
  history_size: 'one of each day and quota',
  installation_quota: 'the server’s own, one of each quota',
  latest_value: 'one of each point',
  middleware: 'MIDDLEWARE_LIMITS.perTemplate',
  notice_receipt: 'one of each notice and user',
  notice: 'LIMITS.noticesADay and noticesUnsent of each user',
  organisation_picture: 'UNNAMED_MOST, and those that its settings name',
  organisation_setting: 'one',
  point: 'MOST_KEYS of each device, MOST_OF_TENANT of all virtual ones, points of the organisation',
  push: 'RECORDS_MOST, those that wait too: the oldest go; go with their message, or with their alarm',
  push_setting: 'one of each user',
  resource_use: 'one of each resource and document that shows it',
  resource_file: 'files of a resource; gallery_bytes',
  role_device_right: 'one of each role and group',
  role_item_right: 'one of each role and item',
  role_template_right: 'one of each role and template',
  schema_migration: 'the server’s own',
  screen_version: 'screen_bytes',
  sent_code: 'go after LIMITS.codeMs; rates',
  server_run: 'the server’s own; go after LIMITS.historyDays',
  server_setting: 'the server’s own',
  session: 'go when they are over; sign-ins have rates',
  share_view: 'VIEWS_KEPT of each link',
  shift_entry: 'LIMITS.shiftEntries: the oldest go; go after LIMITS.historyDays',
  system_message: 'LIMITS.systemMessages of each user: the oldest go; go after LIMITS.messageDays',
  template_point: 'MOST_KEYS of each template',
  template_share: 'template_shares of each user',
  tenant: 'registrations have rates',
  tlm_hour: 'history_bytes: the oldest goes',
  tlm_journal: 'LIMITS.openBytes of an organisation; goes once it is in tlm_minute',
  tlm_minute: 'one of each point and minute, LIMITS.lateMinutes of the past; goes once it is in tlm_hour',
  tlm_rollup: 'rollup_bytes: the oldest goes',
  tlm_text: 'history_bytes: the oldest goes',
  unregistered_device: 'NEW_DEVICES_A_MINUTE; go after 30 days',
  user_use: 'one of each user and quota',
  user_device_right: 'one of each user and group',
  user_item_right: 'one of each user and item',
  user_quota: 'one of each user and quota',
  user_role: 'one of each user and role',
  webhook: 'MOST of webhooks.ts',
  user_template_right: 'one of each user and template',
}

/** Rows that are added: by the query builder, or by SQL that is written out. */
const ADDED = /\.insertInto\('(\w+)'\)|\binsert\s+into\s+"?(\w+|\$\{)/gi

test('everything that an organisation makes has a bound', () => {
  const folder = new URL('../', import.meta.url)
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(new URL(path, folder), 'utf8').matchAll(ADDED)])
    .map(([, built, raw]) => (built ?? raw) as string)
  const bounded: string[] = Object.values(BOUNDED_TABLES)
  const known = new Set([...bounded, ...Object.keys(BOUNDS)])
  expect([...new Set(written)].filter((table) => !known.has(table))).toEqual([])
})

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
beforeAll(async () => {
  server = await openTestServer()
  ids = await demoIds(server)
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const call = (method: string, path: string, input: object) => server.call('admin', method, path, input)
const ROLE = { permissions: [], device_rights: [], template_rights: [], item_rights: [], remarks: '' }
const RULE = { key: 'temperature', alarm_name: 'Warm', alarm_level: 1, condition: 'above', threshold: 1 }
const KEY = {
  origins: ['https://a.example'],
  without_origin: false,
  actions: ['read'],
  resources: { all: true },
  expires_time: null,
}

test.each<[keyof typeof ORGANISATION_MOST, string, (n: number) => ReturnType<typeof call>]>([
  [
    'roles',
    `insert into role (tenant_id, role_name, role_type, permissions, created_time) select $tenant, 'r' || n, 1, '{}', 0`,
    (n) =>
      call('POST', '/yun/user/role', {
        ...ROLE,
        role_name: `角色${n}`,
        custom_home: null,
        dashboard_full_screen: false,
      }),
  ],
  [
    'template_groups',
    `insert into template_group (tenant_id, group_name) select $tenant, 'g' || n`,
    (n) => call('POST', '/yun/module/group', { group_name: `新组${n}` }),
  ],
  [
    'resource_categories',
    `insert into resource_category (tenant_id, resource_type, category_name) select $tenant, 'picture', 'c' || n`,
    (n) => call('POST', '/yun/resourcesClassify', { resource_type: 'picture', category_name: `新${n}` }),
  ],
  [
    'embed_keys',
    `insert into embed_key (tenant_id, key_id, name, origins, without_origin, actions, resources, created_time, "created_userName", revoked_time)
       select $tenant, 'sgk_' || n, 'k' || n, '{}', false, '{}', '[]', 0, '', 1`,
    (n) => call('POST', '/yun/embed/key', { ...KEY, name: `key ${n}` }),
  ],
  [
    'templates',
    `insert into template (tenant_id, created_user_id, module_name, created_time, changed_time) select $tenant, null, 't' || n, 0, 0`,
    (n) => call('POST', '/yun/module', { module_name: `模板${n}` }),
  ],
  [
    'alarm_rules',
    `insert into alarm_rule (tenant_id, template_id, key, alarm_name, alarm_level, condition, threshold)
       select $tenant, (select min(template_id) from template where tenant_id = $tenant), 'a', 'r' || n, 1, 'above', 1`,
    (n) => call('PUT', '/yun/alarmRules', { sn_code: 'TS0001', rules: Array.from({ length: n }, () => RULE) }),
  ],
])('an organisation that has as many %s as it may have makes no more', async (what, rows, make) => {
  const { meta, data } = await make(1)
  expect({ ...meta, data }).toMatchObject({ code: '100001' })
  await server.db.system(async (q) => {
    const { tenant_id } = await q
      .selectFrom('app_user')
      .select('tenant_id')
      .where('user_id', '=', ids.user('admin'))
      .executeTakeFirstOrThrow()
    const { rows: had } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(BOUNDED_TABLES[what])} where tenant_id = ${tenant_id}`.execute(q)
    const more = ORGANISATION_MOST[what] - (had[0]?.n ?? 0)
    await sql.raw(`${rows.replaceAll('$tenant', String(tenant_id))} from generate_series(1, ${more}) n`).execute(q)
  }, 'reports')
  expect((await make(2)).meta.code).toBe('100019')
})
