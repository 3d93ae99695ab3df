import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guestActionsOf } from '../../../core/contract/guest-calls.ts'
import { openTestServer, type TestServer } from '../server.ts'
import { ask, CALLS } from './ask.ts'
import { type OwnThings, ownThings } from './own-things.ts'
import { openPlant, type Plant } from './plant.ts'
import type { Person, Tenant } from './tenant.ts'
import { openWorld } from './world.ts'

/** Stands in every column that by its name holds who somebody is, or how to reach people and equipment. */
const PLANTED = 'PLANTED'
const OF_PEOPLE =
  '(^|_)(user_name|username|changed_by|creator_name|contact_.*|address|agent|email|user_tel|phone|card_no)$'
/** In them an address is a place that people are shown, or where a message went. */
const PLACES = ['site_address', 'deployment_address']

let server: TestServer
let plant: Plant
let ours: Tenant
let own: OwnThings
let guest: Person
let admin: Person
beforeAll(async () => {
  server = await openTestServer()
  plant = await openPlant(server)
  const world = await openWorld(server, plant)
  ours = world.tenants[0] as Tenant
  own = ownThings(world, ours)
  admin = ours.people[0] as Person
  guest = ours.people.find(({ who }) => who === 'guest') as Person
  const { device_id, tenant_id } = server.fleet.get(own.shown) ?? { device_id: 0, tenant_id: 0 }
  await server.db.system(async (q) => {
    const detail = JSON.stringify({ address: PLANTED, client_id: PLANTED, reason: 'closed' })
    await q.insertInto('device_log').values({ tenant_id, device_id, kind: 'connected', log_time: 1, detail }).execute()
    const sent = { tenant_id, device_id, sn_code: own.shown, command_id: 'planted', key: 'set', value: '1' }
    await q
      .insertInto('command')
      .values({ ...sent, user_id: 1, user_name: '', status: 'done', sent_time: 1 })
      .execute()
    const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
      select c.table_name, c.column_name from information_schema.columns c
        join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text'
          and c.column_name ~* ${OF_PEOPLE} and not c.column_name = any(${PLACES}::text[])
          and c.table_name in (select table_name from information_schema.columns
            where table_schema = 'public' and column_name = 'tenant_id')`.execute(q)
    expect(columns.map(({ table_name, column_name }) => `${table_name}.${column_name}`)).toEqual(
      expect.arrayContaining(['device.contact_phone', 'command.user_name', 'alarm_event.user_name']),
    )
    for (const { table_name, column_name } of columns)
      await sql`update ${sql.table(table_name)}
        set ${sql.ref(column_name)} = ${PLANTED} || md5(random()::text) where tenant_id = ${tenant_id}`.execute(q)
  })
})
afterAll(async () => {
  await plant.close()
  await server.close()
})

const open = [...CALLS.keys()].filter((name) => guestActionsOf(...(name.split('.') as [string, string])).length > 0)

describe('a guest learns of nobody', () => {
  test.each(open)('a guest is not informed of any user by %s', async (name) => {
    const heard = await ask(server, guest, name, await own.input(name))
    expect(heard.text).not.toContain(PLANTED)
  })

  test.each(['device.detail', 'device.log', 'control.records', 'alarm.history', 'screen.show'])(
    'a guest is not informed of the organisation’s own users by %s',
    async (name) => {
      const input = { ...(await own.input(name)), sn_code: own.shown }
      expect((await ask(server, admin, name, input)).text).toContain(PLANTED)
      const heard = await ask(server, guest, name, input)
      expect([heard.code, heard.text.includes(PLANTED)]).toEqual(['100001', false])
    },
  )
})

test('none of these calls was a defect of the server', () => {
  expect(server.defects).toEqual([])
})
