import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { countingStatements } from '../../../tests/server/statements.ts'
import { readRules } from '../alarms/rows.ts'

const RULES = 200
const points = [{ key: 'a', name: 'a', data_type: 'number' as const }]
const rule = (n: number) => ({
  key: 'a',
  alarm_name: `${n}`,
  alarm_level: 1,
  condition: 'above' as const,
  threshold: n,
})
const rules = (count: number) => Array.from({ length: count }, (_, n) => rule(n))

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const call = (method: string, path: string, input: object) => server.call('rival', method, path, input)
const made = async (method: string, path: string, input: object) => {
  const { meta, data } = await call(method, path, input)
  expect({ ...meta, data }).toMatchObject({ code: '100001' })
  return data
}
const templateOf = async (module_name: string, alarm_rules: object[]): Promise<number> =>
  (await made('POST', '/yun/module', { module_name, points, alarm_rules })).template_id
const device = (sn_code: string, more: object = {}) => ({ sn_code, dev_alias: sn_code, password: 'device-1', ...more })
const refused = (field: string) => ({ meta: { code: '100019' }, data: { fields: [{ field }] } })

test('the alarm rules of an organisation, counted at each device, have a limit wherever a device or a template gets some', async () => {
  const full = await templateOf('Full', rules(RULES))
  const small = await templateOf('Small', rules(2))
  for (const sn_code of ['BOUND', 'OWN', 'ENDED']) await made('POST', '/dev', device(sn_code))
  await made('PUT', '/yun/module/binding', { template_id: small, sn_codes: ['BOUND', 'ENDED'] })
  await made('DELETE', '/dev', { sn_code: 'ENDED' })
  // Of the demo’s own none are left: with two at BOUND there is room for 198.
  await server.db.system((q) => sql`delete from alarm_rule where alarm_name !~ '^[0-9]+$'`.execute(q))
  await server.db.system((q) =>
    sql`insert into device (tenant_id, sn_code, dev_alias, group_id, template_id, password_hash, created_time)
      select tenant_id, 'MANY' || n, 'n', group_id, ${full}, '', 0
      from device, generate_series(1, ${LIMITS.rulesAtDevices / RULES - 1}::int) n where sn_code = 'BOUND'`.execute(q),
  )
  await made('POST', '/dev/points', { sn_code: 'OWN', points })
  await made('PUT', '/yun/alarmRules', { sn_code: 'OWN', rules: rules(196) })
  expect(await call('PUT', '/yun/alarmRules', { sn_code: 'OWN', rules: rules(200) })).toMatchObject(refused('rules'))
  expect(await call('POST', '/dev', device('NEW', { template_id: full }))).toMatchObject(refused('template_id'))
  const binding = { template_id: full, sn_codes: ['BOUND'] }
  expect(await call('PUT', '/yun/module/binding', binding)).toMatchObject(refused('template_id'))
  const { alarm_rules } = await made('GET', '/yun/module/basic', { template_id: small })
  const more = { template_id: small, alarm_rules: [...alarm_rules, ...rules(3)] }
  expect(await call('PUT', '/yun/module', more)).toMatchObject(refused('alarm_rules'))
  await made('POST', '/dev', device('NEW', { template_id: small }))
  const { rows } = await made('GET', '/dev/deregistered', {})
  expect(await call('PUT', '/dev/deregistered', { device_id: rows[0].device_id })).toMatchObject(refused('device_id'))
})

test('the texts of all alarm rules of an organisation have a limit', async () => {
  const template = await templateOf('Wordy', rules(2))
  await server.db.system((q) =>
    sql`update alarm_rule set consequence = repeat('语', ${Math.floor(LIMITS.ruleTextBytes / 6) - 1000}::int)
      where template_id = ${template}`.execute(q),
  )
  // Six kilobytes are left, of which others have one.
  const wordy = rules(12).map((one) => ({ ...one, cause: '因'.repeat(150) }))
  const { template_id } = await made('POST', '/yun/module', { module_name: 'Brief', points, alarm_rules: rules(12) })
  expect(await call('PUT', '/yun/alarmRules', { template_id, rules: wordy })).toMatchObject(refused('rules'))
  expect(await call('POST', '/yun/module', { module_name: 'More', points, alarm_rules: wordy })).toMatchObject(
    refused('alarm_rules'),
  )
  await made('DELETE', '/yun/module', { template_id: template })
})

test('the rules of all organisations are read at the start by several statements, each rule once', async () => {
  await server.db.system((q) =>
    sql`insert into alarm_rule (tenant_id, template_id, key, alarm_name, alarm_level, condition, threshold)
      select tenant_id, template_id, 'a', 'r', 1, 'above', 1 from template, generate_series(1, 6000) n
      where module_name in ('Full', 'Small')`.execute(q),
  )
  const { db, count } = countingStatements(server.db)
  const read = await db.system((q) => readRules(q))
  const { rows } = await server.db.system((q) =>
    sql<{ count: number }>`select count(*) as count from alarm_rule where is_enabled`.execute(q),
  )
  expect(new Set(read.map(({ rule_id }) => rule_id)).size).toBe(rows[0]?.count)
  expect(read).toHaveLength(rows[0]?.count ?? 0)
  expect(count()).toBeGreaterThan(2)
})
