import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { auditOf, demoIds } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { writeChanges } from './changeset.ts'
import type { RuleAtDevice } from './place.ts'
import { deleteUnconfirmed } from './unconfirmed.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(() =>
  server.db.system(async (q) => {
    await q.deleteFrom('alarm').execute()
    await q.deleteFrom('system_message').execute()
    await q.deleteFrom('audit').execute()
  }),
)

type Row = { recover_time?: number; confirm_time?: number; held?: 'SHLVD'; next_alarm_id?: number }
const WAITS: Row = { recover_time: 10 }

/** Alarms of a device in this order, the first the oldest. */
async function keep(sn_code: string, rows: readonly Row[]): Promise<number[]> {
  const device = server.fleet.get(sn_code)
  if (!device) throw new Error(`no device ${sn_code}`)
  const { tenant_id, device_id } = device
  const values = rows.map((row, i) => {
    const raised = { key: 'temperature', alarm_level: 3, alarm_name: 'hot', alarm_time: 1000 + i }
    return { tenant_id, device_id, sn_code, rule_id: 1000 + i, ...raised, ...row }
  })
  const made = await server.db.system((q) => q.insertInto('alarm').values(values).returning('alarm_id').execute())
  return made.map(({ alarm_id }) => alarm_id)
}

const limit = async (alarms: number | null) => {
  const ids = await demoIds(server)
  const quotas = [{ quota: 'alarms_kept', limit: alarms }]
  await server.call('admin', 'PUT', '/user/quota', { user_id: ids.user('admin'), quotas })
}
const left = async () => {
  const rows = await server.db.system((q) => q.selectFrom('alarm').select('alarm_id').orderBy('alarm_id').execute())
  return rows.map(({ alarm_id }) => alarm_id)
}
const messages = async () => {
  const rows = await server.db.system((q) => q.selectFrom('system_message').select(['kind', 'params']).execute())
  return rows.filter(({ kind }) => kind === 'alarms-deleted')
}
const audited = async () => (await auditOf(server)).filter(({ action }) => action === 'alarm-delete')
const most = (kept: number) => kept * LIMITS.unconfirmedKept

test('the oldest alarms that recovered and nobody confirmed are deleted beyond ten times the limit, and the audit and administrators know of it', async () => {
  await limit(1)
  const made = await keep(
    'TS0001',
    Array.from({ length: most(1) + 3 }, () => WAITS),
  )
  await deleteUnconfirmed(server.db, Date.now())
  expect(await left()).toEqual(made.slice(3))
  expect(await audited()).toMatchObject([{ user_name: '', detail: { count: 3 } }])
  expect(await messages()).toEqual([{ kind: 'alarms-deleted', params: { most: most(1) } }])
  await deleteUnconfirmed(server.db, Date.now())
  expect(await left()).toEqual(made.slice(3))
  expect(await audited()).toHaveLength(1)
})

test('many unconfirmed alarms beyond the limit are deleted in pieces, and administrators are notified of them once a day', async () => {
  await limit(1)
  for (const more of [LIMITS.alarmsDroppedAtOnce + 1, 1]) {
    const before = (await left()).length
    const rows = Array.from({ length: most(1) - before + more }, () => WAITS)
    await keep('TS0001', rows)
    await deleteUnconfirmed(server.db, Date.now())
    expect(await left()).toHaveLength(most(1))
  }
  expect((await audited()).map(({ detail }) => detail)).toEqual([
    { count: 1 },
    { count: LIMITS.alarmsDroppedAtOnce + 1 },
  ])
  expect(await messages()).toHaveLength(1)
})

test.each<[string, Row]>([
  ['stands', {}],
  ['stands and was confirmed', { confirm_time: 5 }],
  ['is over and confirmed', { recover_time: 5, confirm_time: 5 }],
  ['recovered while it was shelved', { recover_time: 5, held: 'SHLVD' }],
])('an alarm that %s is no unconfirmed one that recovered, and stays', async (_what, row) => {
  await limit(1)
  const made = await keep('TS0001', [row, row, ...Array.from({ length: most(1) }, () => WAITS)])
  await deleteUnconfirmed(server.db, Date.now())
  expect(await left()).toEqual(made)
})

test('an unconfirmed alarm of one organisation makes no room for another one’s, and stays where there is no limit', async () => {
  await limit(null)
  const made = await keep(
    'TS0001',
    Array.from({ length: most(1) + 1 }, () => WAITS),
  )
  const theirs = await keep('RV0001', [WAITS])
  await deleteUnconfirmed(server.db, Date.now())
  expect(await left()).toEqual([...made, ...theirs])
  expect(await messages()).toEqual([])
})

test('an alarm whose last occurrence was deleted unconfirmed begins anew when it comes again', async () => {
  const [alarm_id] = await keep('TS0001', [WAITS])
  const alarm = await server.db.system((q) => q.selectFrom('alarm').selectAll().executeTakeFirstOrThrow())
  const rule = { rule_id: alarm.rule_id, key: 'temperature', condition: 'above', alarm_level: 3, alarm_name: 'hot' }
  const device = server.fleet.get('TS0001')
  const at = { device, rule, alarm, hold: null, isSuppressed: false } as unknown as RuleAtDevice
  const came = { at, time: 2000, value: 9, isLate: false, alarm_info: '', alarm_info_en: null }
  await server.db.system((q) => q.deleteFrom('alarm').execute())
  await server.db.system((q) =>
    writeChanges(q, [{ ...came, is: 'repeated', further: 1, recover_time: null }], Date.now()),
  )
  const open = await server.db.system((q) =>
    q.selectFrom('alarm').select('alarm_id').where('recover_time', 'is', null).execute(),
  )
  expect(open).toHaveLength(1)
  expect(open).not.toEqual([{ alarm_id }])
})
