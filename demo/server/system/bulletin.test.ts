import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

const BOARD = '/bulletin/board'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const call = (user: string, method: string, input: object = {}, path = BOARD) => server.call(user, method, path, input)
const publish = async (overrides: object = {}, user = 'manager') =>
  (await call(user, 'POST', { title: '公告', body: '第一行\nhttps://example.com', ...overrides })).data
const titlesOf = async (user: string, input: object = {}): Promise<string[]> =>
  (await call(user, 'GET', input)).data.rows.map(({ title }: { title: string }) => title)

test('everybody of the organisation reads the board, pinned bulletins first, and nobody else', async () => {
  await publish({ title: 'pinned', is_pinned: true })
  await publish({ title: 'newer' })
  expect(await titlesOf('operator')).toEqual(['pinned', 'newer'])
  expect(await titlesOf('operator', { sort: '-from_time' })).toEqual(['newer', 'pinned'])
  expect(await titlesOf('rival')).toEqual([])
  expect(await titlesOf('operator', { search: 'EXAMPLE.com' })).toHaveLength(2)
})

test('a user without the right to publish changes nothing and sees only what is shown', async () => {
  const { bulletin_id } = await publish()
  expect(refusalOf(await call('operator', 'POST', { title: 'x', body: 'x' }))).toBe('100015')
  expect(refusalOf(await call('operator', 'PUT', { bulletin_id, title: 'x', body: 'x' }))).toBe('100015')
  expect(refusalOf(await call('operator', 'DELETE', { bulletin_id }))).toBe('100015')
  expect(refusalOf(await call('operator', 'GET', { all: true }))).toBe('100015')
  expect(refusalOf(await call('rival', 'DELETE', { bulletin_id }))).toBe('117801')
  expect(refusalOf(await call('rival', 'PUT', { bulletin_id, title: 'x', body: 'x' }))).toBe('117801')
})

test('a bulletin is shown from its start to its end', async () => {
  const now = Date.now()
  await publish({ title: 'planned', from_time: now + HOUR_MS })
  await publish({ title: 'over', from_time: now - 2 * HOUR_MS, until_time: now - HOUR_MS })
  await publish({ title: 'in time', from_time: now - HOUR_MS, until_time: now + HOUR_MS })
  const shown = await titlesOf('operator')
  expect(shown).toContain('in time')
  expect(shown).not.toContain('planned')
  expect(shown).not.toContain('over')
  const all = (await call('admin', 'GET', { all: true, page_size: 100 })).data.rows as {
    title: string
    state: string
  }[]
  const stateOf = (title: string) => all.find((row) => row.title === title)?.state
  expect([stateOf('planned'), stateOf('over'), stateOf('in time')]).toEqual(['planned', 'over', 'shown'])
  expect(refusalOf(await call('admin', 'POST', { title: 'x', body: 'x', from_time: now, until_time: now }))).toBe(
    '100006 until_time',
  )
})

test('a bulletin is changed, and taken off the board with a way back', async () => {
  const { bulletin_id, from_time } = await publish({ title: 'before' })
  const { data } = await call('admin', 'PUT', { bulletin_id, title: 'after', body: 'x', is_pinned: true })
  expect(data).toMatchObject({ title: 'after', is_pinned: true, user_name: 'admin', name: '管理员', from_time })
  await call('admin', 'DELETE', { bulletin_id })
  expect(await titlesOf('operator')).not.toContain('after')
  expect(refusalOf(await call('admin', 'PUT', { bulletin_id, title: 'x', body: 'x' }))).toBe('117801')
  expect((await call('admin', 'PUT', { bulletin_id }, `${BOARD}/restore`)).data.title).toBe('after')
  expect(await titlesOf('operator')).toContain('after')
})
