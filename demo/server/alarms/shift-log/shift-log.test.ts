import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import type { ShiftEntry } from '../../../../core/contract/shift-log.ts'
import { auditOf, makeRole, makeUser, refusalOf } from '../../../../tests/server/people.ts'
import { openPlant, type Plant } from '../../../../tests/server/safety/plant.ts'
import { openTestServer, type TestServer } from '../../../../tests/server/server.ts'

const LOG = '/shift/log'
const SN = 'TS0001'
const RIGHTS = ['P00000', 'P70000', 'P73000', 'P73500', 'P73600']

let server: TestServer
let plant: Plant
let hidden: number
/** Sees one group without the test stand. */
let apart: string
beforeAll(async () => {
  server = await openTestServer()
  plant = await openPlant(server)
  const made = await server.call('admin', 'POST', '/yun/dev/group', { group_name: 'apart' })
  hidden = (await server.call('admin', 'POST', '/yun/dev/group', { group_name: 'hidden' })).data.group_id
  const device_rights = [{ group_id: made.data.group_id, may_write: false }]
  const { role_id } = await makeRole(server, { permissions: RIGHTS, device_rights })
  apart = (await makeUser(server, { role_ids: [role_id] })).user_name
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await plant.close()
  await server.close()
})

const write = (by: string, input: object) => server.call(by, 'POST', LOG, { kind: 'note', body: 'x', ...input })
const written = async (by: string, input: object): Promise<ShiftEntry> => (await write(by, input)).data
const list = async (by: string, input: object = {}): Promise<ShiftEntry[]> =>
  (await server.call(by, 'GET', LOG, { page_size: 100, ...input })).data.rows
const bodiesOf = async (by: string, input: object = {}) => (await list(by, input)).map(({ body }) => body)
const correct = (by: string, entry_id: number, body: string) => server.call(by, 'PUT', LOG, { entry_id, body })
const take = (by: string, entry_id: number) => server.call(by, 'PUT', `${LOG}/take`, { entry_id })
/** As if it had been written so much earlier. */
const grow = ({ entry_id, entry_time }: ShiftEntry, ms: number) =>
  server.db.system((q) =>
    q
      .updateTable('shift_entry')
      .set({ entry_time: entry_time - ms })
      .where('entry_id', '=', entry_id)
      .execute(),
  )

test('the shift log of an organisation is read by who has the right, the newest entry first, and by nobody else', async () => {
  await written('operator', { body: 'pump 1 started' })
  await written('manager', { body: 'pump 2 started', sn_code: SN })
  expect(await bodiesOf('admin')).toEqual(['pump 2 started', 'pump 1 started'])
  expect(await bodiesOf('rival')).toEqual([])
  const [newest] = await list('admin')
  expect(newest).toMatchObject({ kind: 'note', sn_code: SN, open: null, correct_until: null, may_take: false })
  const { role_id } = await makeRole(server, { permissions: ['P00000', 'P70000', 'P73000', 'P73500'] })
  const reader = (await makeUser(server, { role_ids: [role_id] })).user_name
  expect(refusalOf(await write(reader, {}))).toBe('100015')
  expect((await server.call(reader, 'GET', LOG)).meta.code).toBe('100001')
  const { role_id: none } = await makeRole(server, { permissions: ['P00000', 'P70000', 'P73000'] })
  const other = (await makeUser(server, { role_ids: [none] })).user_name
  expect(refusalOf(await server.call(other, 'GET', LOG))).toBe('100015')
})

test('the shift log is narrowed by text, author, device, kind and time', async () => {
  const { user_name, entry_time } = await written('manager', { body: 'Filter CHANGED', sn_code: SN })
  expect(await bodiesOf('admin', { search: 'filter changed' })).toEqual(['Filter CHANGED'])
  const { data } = await server.call('admin', 'GET', LOG)
  expect(data.authors).toContain(user_name)
  expect(new Set((await list('admin', { user_name })).map((entry) => entry.user_name))).toEqual(new Set([user_name]))
  expect(new Set((await list('admin', { sn_code: SN })).map((entry) => entry.sn_code))).toEqual(new Set([SN]))
  expect(await list('admin', { kind: 'handover' })).toEqual([])
  expect(await bodiesOf('admin', { start: entry_time })).toEqual(['Filter CHANGED'])
  expect(await bodiesOf('admin', { end: entry_time })).not.toContain('Filter CHANGED')
})

test('an entry about a device or a group is there for who sees it alone', async () => {
  const { entry_id } = await written('admin', { body: 'about the stand', sn_code: SN })
  const ofGroup = await written('admin', { body: 'about the hidden group', group_id: hidden })
  expect(ofGroup).toMatchObject({ sn_code: null, about: 'hidden' })
  expect(await bodiesOf(apart)).not.toContain('about the stand')
  expect(await bodiesOf(apart)).not.toContain('about the hidden group')
  expect(refusalOf(await correct(apart, entry_id, 'y'))).toBe('100002')
  expect(refusalOf(await write(apart, { sn_code: SN }))).toBe('110509')
  expect(refusalOf(await write(apart, { group_id: hidden }))).toBe('112002')
  expect(refusalOf(await server.call(apart, 'GET', LOG, { sn_code: SN }))).toBe('110509')
  expect(refusalOf(await server.call(apart, 'GET', `${LOG}/open`, { group_id: hidden }))).toBe('112002')
})

test('an entry is corrected by its author within a shift, and says what it said before', async () => {
  const { entry_id, correct_until, entry_time } = await written('operator', { body: 'valve 7 shut' })
  expect(correct_until).toBe(entry_time + LIMITS.shiftMs)
  expect(refusalOf(await correct('admin', entry_id, 'y'))).toBe('100015')
  const { data } = await correct('operator', entry_id, 'valve 8 shut')
  expect(data).toMatchObject({ body: 'valve 8 shut', entry_time })
  expect(data.before.map(({ body }: { body: string }) => body)).toEqual(['valve 7 shut'])
  expect((await auditOf(server, { action: ['shift-log-correct'] }))[0]?.detail).toEqual({
    body: { before: 'valve 7 shut', after: 'valve 8 shut' },
  })
  for (let i = 1; i < LIMITS.shiftCorrections; i++) await correct('operator', entry_id, `valve 8 shut ${i}`)
  expect(refusalOf(await correct('operator', entry_id, 'once more'))).toBe('100019 body')
  const late = await written('operator', { body: 'z' })
  await grow(late, LIMITS.shiftMs)
  expect(refusalOf(await correct('operator', late.entry_id, 'y'))).toBe('100027 body')
})

test('a handover keeps what is open then, and names to each reader the devices that he sees', async () => {
  await server.call('admin', 'POST', '/dev', { sn_code: 'SL0001', dev_alias: 'silent', password: 'secret1' })
  await plant.report(SN, { temperature: 20 })
  await plant.report(SN, { temperature: 95 })
  const before: ShiftEntry['open'] = (await server.call('admin', 'GET', `${LOG}/open`)).data
  expect(before?.levels).toContainEqual({ alarm_level: 4, unconfirmed: 1, open: 1 })
  const { alarm_id } = (await server.call('admin', 'GET', '/rAlarmDev', { sn_code: SN })).data.rows[0]
  await server.call('admin', 'PUT', '/rAlarmDev/shelve', { alarm_ids: [alarm_id], reason: 'x', minutes: 5 })
  const { open, entry_id } = await written('admin', { kind: 'handover', body: 'quiet' })
  expect(open?.levels).toEqual([])
  expect(open?.shelved).toMatchObject([{ sn_code: SN, alarm_name_en: 'Temperature too high' }])
  expect(open?.offline).toEqual([{ sn_code: 'SL0001', dev_alias: 'silent' }])
  expect(open?.shelved[0]).not.toHaveProperty('device_id')
  const others = (await list(apart)).find((entry) => entry.entry_id === entry_id)
  expect(others?.open).toMatchObject({ shelved_count: 1, shelved: [], offline: [] })
  const ofDevice = await written('admin', { kind: 'handover', body: 'stand', sn_code: SN })
  expect(ofDevice.open).toMatchObject({ shelved_count: 1, offline_count: 0 })
})

test('a handover is taken over once, by somebody else, and a note never', async () => {
  const { entry_id, may_take } = await written('operator', { kind: 'handover', body: 'all calm' })
  expect(may_take).toBe(false)
  expect(refusalOf(await take('operator', entry_id))).toBe('100027 entry_id')
  expect((await list('manager'))[0]).toMatchObject({ entry_id, may_take: true, taken_by: null })
  const { data } = await take('manager', entry_id)
  expect(data).toMatchObject({ may_take: false, taken_time: expect.any(Number) })
  expect(data.taken_by).toContain('manager')
  expect(refusalOf(await take('admin', entry_id))).toBe('100027 entry_id')
  expect((await list('operator'))[0]?.taken_by).toBe(data.taken_by)
  const note = await written('operator', {})
  expect(refusalOf(await take('manager', note.entry_id))).toBe('100002')
  expect(refusalOf(await take('rival', entry_id))).toBe('100002')
})

test('a list of the shift log says when any entry was changed last', async () => {
  const { data } = await server.call('admin', 'GET', LOG)
  const { entry_id } = await written('operator', { body: 'first' })
  const after = (await server.call('admin', 'GET', LOG)).data
  expect(after.changed_time).toBeGreaterThanOrEqual(data.changed_time)
  await correct('operator', entry_id, 'second')
  expect((await server.call('admin', 'GET', LOG)).data.changed_time).toBeGreaterThanOrEqual(after.changed_time)
})

test('the shift log is saved as a file in the language of who asks, with what an entry said before', async () => {
  const { entry_id } = await written('operator', { body: '=1+1' })
  await correct('operator', entry_id, '=2+2')
  const token = await server.tokenOf('admin')
  const { body } = await server.app.inject({
    url: `${LOG}/export?format=csv&lang=en&search=2%2B2`,
    headers: { 'x-token': token },
  })
  expect(body).toContain('Taken over by')
  expect(body).toContain("'=2+2")
  expect(body).toContain(': =1+1')
})
