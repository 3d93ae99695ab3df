import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ORGANISATION_MOST, QUOTA_NAMES, QUOTAS, ROOMS, type Room } from '../../../core/catalogue/quotas.ts'
import { DEREGISTERED_MOST } from '../../../core/contract/device-end.ts'
import { demoIds } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { STATES_KEPT } from '../fleet/device-states.ts'
import { FAMILIAR_MOST } from '../people/familiar-addresses.ts'
import { BOUNDED_TABLES } from './quotas.ts'
import { RECORDS_MOST } from './records-kept.ts'

interface Bound {
  /** Of an organisation. */
  rows: number
  /** Of the largest row. */
  bytes: number
  /** Of all rows, where code bounds them. */
  total?: number
  /** The code that holds it: a file below demo/server or core, and a word in it. */
  by: readonly [file: string, word: string]
}

const { users, devices: registered, roles, device_groups, templates, screens, resources } = ORGANISATION_MOST
const devices = registered + DEREGISTERED_MOST
const MB = 1024 ** 2
/** Of a character in UTF-8, of a row with numbers alone, and of a text or document that a schema bounds by some thousand signs. */
const [SIGN, ROW, TEXT] = [4, 100, 20_000]
const record = (table: keyof typeof RECORDS_MOST, bytes: number): Bound => {
  const { lines: rows, bytes: total } = RECORDS_MOST[table]
  return { rows, bytes, total: total, by: ['quotas/records-kept.ts', table] }
}
const room = (name: Room, bytes: number): Bound => {
  const { rows, bytes: total } = ROOMS[name]
  return { rows, bytes: bytes + ROW, total: total + rows * ROW, by: ['db/room-taken.ts', 'beyondRoom'] }
}
const organisation = (rows: number, bytes: number, total?: number): Bound => ({
  rows,
  bytes,
  ...(total !== undefined && { total }),
  by: ['quotas/quotas.ts', 'requireRoom'],
})
const hours = { history: QUOTAS.history_bytes.fallback, rollup: QUOTAS.rollup_bytes.fallback }
/** Minutes wait for their hour; those of the past are counted. */
const kept = (total: number, bytes: number): Bound => ({
  rows: Number.POSITIVE_INFINITY,
  bytes,
  total,
  by: ['quotas/history-kept.ts', 'dropHistoryBeyondQuotas'],
})

/** Of each table what an organisation may have in it at most. */
const BOUNDS: Record<string, Bound> = {
  alarm: { rows: LIMITS.rulesAtDevices, bytes: 2000, by: ['quotas/rule-room.ts', 'rulesAtDevices'] },
  alarm_event: record('alarm_event', 1500),
  alarm_hold: { rows: LIMITS.rulesAtDevices, bytes: 1000, by: ['quotas/rule-room.ts', 'rulesAtDevices'] },
  alarm_rule: organisation(ORGANISATION_MOST.alarm_rules, TEXT, LIMITS.ruleTextBytes + 50_000 * 4 * ROW),
  app_user: organisation(users, TEXT),
  audit: {
    ...record('audit', MB),
    rows: RECORDS_MOST.audit.lines + RECORDS_MOST.audit_of_devices.lines,
    total: RECORDS_MOST.audit.bytes + RECORDS_MOST.audit_of_devices.bytes,
  },
  bulletin: {
    rows: LIMITS.bulletins,
    bytes: (LIMITS.noticeTitle + LIMITS.noticeBody) * SIGN + ROW,
    by: ['system/bulletin.ts', 'LIMITS.bulletins'],
  },
  command: record('command', 4 * TEXT),
  curve_range: record('curve_range', 20 * 3000),
  dashboard: {
    rows: LIMITS.dashboards,
    bytes: LIMITS.dashboardBytes + 100 * 1024,
    total: QUOTAS.screen_bytes.fallback,
    by: ['dashboards/add.ts', 'LIMITS.dashboards'],
  },
  dashboard_favourite: { rows: users * LIMITS.dashboards, bytes: ROW, by: ['dashboards/add.ts', 'LIMITS.dashboards'] },
  dashboard_grant: {
    rows: LIMITS.dashboards * 3 * 500,
    bytes: ROW,
    by: ['../../core/contract/dashboard.ts', 'maxLength(500)'],
  },
  dashboard_version: {
    rows: Number.POSITIVE_INFINITY,
    bytes: LIMITS.dashboardBytes + 100 * 1024,
    total: QUOTAS.screen_bytes.fallback,
    by: ['quotas/quotas.ts', 'requireScreenSpace'],
  },
  delivered_message: record('delivered_message', MB),
  device: organisation(devices, TEXT),
  device_group: organisation(device_groups, LIMITS.groupRemarks * SIGN + 200),
  device_import: { rows: 60, bytes: TEXT, by: ['devices/import/kept.ts', 'kept: 60'] },
  device_import_row: {
    rows: 60 * LIMITS.importRows,
    bytes: LIMITS.fileCell * LIMITS.importColumns * SIGN,
    total: 64 * MB,
    by: ['devices/import/kept.ts', 'bytes: 64 * MB'],
  },
  device_listing: organisation(ORGANISATION_MOST.listed_devices, 300),
  device_log: record('device_log', 8192),
  device_offer: { rows: devices, bytes: 300, by: ['devices/transfer.ts', 'device_offer'] },
  device_picture: {
    rows: devices,
    bytes: LIMITS.imageBytes,
    total: LIMITS.devicePicturesBytes,
    by: ['devices/picture.ts', 'devicePicturesBytes'],
  },
  device_share: { rows: registered * LIMITS.deviceSharees, bytes: ROW, by: ['devices/shares.ts', 'deviceSharees'] },
  device_state: { rows: devices * STATES_KEPT, bytes: 52, by: ['fleet/device-states.ts', 'STATES_KEPT'] },
  embed_key: organisation(ORGANISATION_MOST.embed_keys, 1000 * 100 + 20 * 300 + TEXT),
  escalation: { rows: 50, bytes: TEXT, by: ['push/rules.ts', 'MOST = 50'] },
  escalation_run: { rows: 50 * LIMITS.rulesAtDevices, bytes: ROW, by: ['push/rules.ts', 'MOST = 50'] },
  familiar_address: {
    rows: users * (FAMILIAR_MOST + 1),
    bytes: ROW,
    by: ['people/familiar-addresses.ts', 'FAMILIAR_MOST'],
  },
  geofence: {
    rows: LIMITS.geofences,
    bytes: LIMITS.geofenceCorners * 60 + 300,
    by: ['devices/geofences.ts', 'geofences'],
  },
  history_size: { rows: 2 * 3660, bytes: ROW, by: ['quotas/history-kept.ts', 'history_size'] },
  latest_value: {
    rows: LIMITS.points,
    bytes: 1024 * SIGN + ROW,
    total: LIMITS.newestTexts * SIGN + LIMITS.points * ROW,
    by: ['fleet/text-room.ts', 'newestTexts'],
  },
  middleware: room('sources', 200 * 120),
  notice: room('notices', (LIMITS.noticeTitle + LIMITS.noticeBody) * SIGN + 800 * 12),
  notice_receipt: room('receipts', 0),
  organisation_picture: {
    rows: 16,
    bytes: LIMITS.loginBackgroundBytes,
    by: ['organisation-settings/pictures.ts', 'UNNAMED_MOST'],
  },
  custom_menu: { rows: 1, bytes: TEXT, by: ['organisation-settings/menu.ts', 'LIMITS.menuItems'] },
  organisation_setting: { rows: 1, bytes: 3 * TEXT, by: ['organisation-settings/answers.ts', 'organisation_setting'] },
  permission_item: organisation(ORGANISATION_MOST.permission_items, 300),
  point: {
    rows: LIMITS.points,
    bytes: 1200 + LIMITS.enumTexts * SIGN,
    total: LIMITS.enumBytes + LIMITS.points * 1200,
    by: ['quotas/point-room.ts', 'requirePointRoom'],
  },
  point_count: { rows: 1, bytes: ROW, by: ['quotas/point-room.ts', 'point_count'] },
  push: record('push', ROW + 50),
  push_setting: { rows: users, bytes: 300, by: ['push/own.ts', 'push_setting'] },
  resource: organisation(resources, 500),
  resource_category: organisation(ORGANISATION_MOST.resource_categories, 200),
  resource_file: {
    rows: Number.POSITIVE_INFINITY,
    bytes: 20 * MB,
    total: QUOTAS.organisation_gallery_bytes.fallback,
    by: ['quotas/quotas.ts', 'requireGallerySpace'],
  },
  resource_use: {
    rows: (screens + LIMITS.dashboards) * 500 + resources * 100,
    bytes: ROW,
    by: ['documents/resource-use.ts', 'resource_use'],
  },
  role: organisation(roles, TEXT),
  role_device_right: room('rights', 0),
  role_item_right: room('rights', 0),
  role_template_right: room('rights', 0),
  room_taken: { rows: 10, bytes: ROW, by: ['quotas/rooms.ts', 'Room'] },
  screen: organisation(screens, 8 * MB, QUOTAS.screen_bytes.fallback),
  screen_version: {
    rows: Number.POSITIVE_INFINITY,
    bytes: 8 * MB,
    total: QUOTAS.screen_bytes.fallback,
    by: ['quotas/quotas.ts', 'requireScreenSpace'],
  },
  session: { rows: users * 100, bytes: 1000, by: ['people/sessions.ts', 'SESSION'] },
  share_link: organisation(ORGANISATION_MOST.share_links, TEXT),
  share_view: {
    rows: ORGANISATION_MOST.share_links * 1000,
    bytes: 300,
    by: ['share-links/rows.ts', 'VIEWS_KEPT = 1000'],
  },
  shift_entry: record('shift_entry', (1 + LIMITS.shiftCorrections) * LIMITS.shiftEntryBody * SIGN + TEXT),
  system_message: { rows: users * LIMITS.systemMessages, bytes: 600, by: ['messages/retention.ts', 'systemMessages'] },
  template: organisation(templates, TEXT),
  template_group: organisation(ORGANISATION_MOST.template_groups, 200),
  template_point: room('template_points', LIMITS.enumTexts * SIGN + 1200),
  template_share: { rows: users * 100, bytes: ROW, by: ['quotas/quotas.ts', 'template_shares'] },
  tenant: { rows: 1, bytes: 1000, by: ['db/tenants.ts', 'addTenant'] },
  tlm_hour: kept(hours.history, 256 * 1024),
  tlm_minute: {
    rows: LIMITS.points * 62 + LIMITS.lateMinutes,
    bytes: 1000,
    total: (LIMITS.points * 62 + LIMITS.lateMinutes) * 150,
    by: ['history/telemetry.ts', 'lateMinutes'],
  },
  tlm_rollup: kept(hours.rollup, 1024),
  tlm_text: kept(hours.history, 1024 * SIGN + ROW),
  user_device_right: room('rights', 0),
  user_group: organisation(ORGANISATION_MOST.user_groups, 200),
  user_item_right: room('rights', 0),
  user_quota: { rows: users * QUOTA_NAMES.length, bytes: ROW, by: ['quotas/quotas.ts', 'user_quota'] },
  user_role: { rows: users * 20, bytes: ROW, by: ['people/user.ts', 'setRoles'] },
  user_template_right: room('rights', 0),
  user_use: { rows: users * QUOTA_NAMES.length, bytes: ROW, by: ['quotas/quotas.ts', 'user_use'] },
  webhook: { rows: 20, bytes: 2500, by: ['push/webhooks.ts', 'MOST = 20'] },
}

/** What is of no organisation. */
const OF_THE_SERVER: Record<string, string> = {
  installation_quota: 'one of each quota',
  schema_migration: 'the program’s own',
  sent_code: 'go after LIMITS.codeMs; rates',
  server_run: 'one of each start; go after LIMITS.historyDays',
  server_setting: 'one of each name',
  tlm_journal: 'goes once it is in tlm_minute; LIMITS.openBytes of each organisation',
  unregistered_device: 'NEW_DEVICES_A_MINUTE; go after 30 days',
}

/** No table of an organisation takes more than what it may keep of summaries for curves over years. */
const MOST_BYTES = QUOTAS.rollup_bytes.fallback

test('no table takes more of an organisation than the summaries of its history', () => {
  const bytesOf = ({ rows, bytes, total = Number.POSITIVE_INFINITY }: Bound) => Math.min(rows * bytes, total)
  expect(Object.entries(BOUNDS).filter(([, bound]) => !(bytesOf(bound) <= MOST_BYTES))).toEqual([])
})

test('the code that is said to hold the bound of a table is there', () => {
  const folder = new URL('../', import.meta.url)
  const strays = Object.entries(BOUNDS).filter(
    ([
      ,
      {
        by: [file, word],
      },
    ]) => {
      const url = new URL(file, folder)
      return !existsSync(url) || !readFileSync(url, 'utf8').includes(word)
    },
  )
  expect(strays.map(([table, { by }]) => [table, ...by])).toEqual([])
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

test('each table has a bound in rows and bytes of an organisation, and the code that holds it', async () => {
  const { rows } = await server.db.system((q) =>
    sql<{ name: string; least: number }>`
      select c.relname as name, 24 + sum(case when a.attlen > 0 then a.attlen else 1 end)::int as least from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        group by c.relname order by 1`.execute(q),
  )
  const names = rows.map(({ name }) => name).filter((name) => !(name in OF_THE_SERVER))
  expect(names.filter((name) => !(name in BOUNDS))).toEqual([])
  expect(Object.keys(BOUNDS).filter((name) => !names.includes(name))).toEqual([])
  const small = rows.filter(({ name, least }) => (BOUNDS[name]?.bytes ?? least) < least)
  expect(small).toEqual([])
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
