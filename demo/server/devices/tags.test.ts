import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditOf, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let editor: string
beforeAll(async () => {
  server = await openTestServer()
  const [held, hidden] = await Promise.all(
    ['held', 'hidden'].map(async (group_name) => {
      const { data } = await server.call('admin', 'POST', '/yun/dev/group', { group_name })
      return data.group_id
    }),
  )
  for (const [sn_code, group_id] of [
    ['TAG1', held],
    ['TAG2', held],
    ['TAG3', hidden],
  ])
    await server.call('admin', 'POST', '/dev', { sn_code, password: 'secret1', dev_alias: `D ${sn_code}`, group_id })
  const permissions = ['P00000', 'P30000', 'P30200']
  const { role_id } = await makeRole(server, { permissions, device_rights: [{ group_id: held, may_write: true }] })
  editor = (await makeUser(server, { role_ids: [role_id] })).user_name
})
afterAll(() => server.close())

const change = (by: string, sn_codes: string[], add: string[], remove: string[] = []) =>
  server.call(by, 'PUT', '/dev/tags', { sn_codes, add, remove })
const tagsOf = async (sn_code: string): Promise<string[]> =>
  (await server.call('admin', 'GET', '/dev/basic', { sn_code })).data.tags
const snsBy = async (input: object): Promise<string[]> =>
  (await server.call('admin', 'GET', '/dev', input)).data.rows.map(({ sn_code }: { sn_code: string }) => sn_code)

test('devices are given tags together, have each once whatever its case, and are found by them', async () => {
  await change('admin', ['TAG1', 'tag2'], ['Critical', 'North, pump']).then(({ meta, data }) =>
    expect([meta.code, data.fields[0].field]).toEqual(['100006', 'add.1']),
  )
  const { data } = await change('admin', ['TAG1', 'tag2', 'NONE'], ['Critical', 'critical', 'Spare'])
  expect(data).toEqual([
    { id: 'TAG1', code: null },
    { id: 'TAG2', code: null },
    { id: 'NONE', code: '110509' },
  ])
  expect(await tagsOf('TAG1')).toEqual(['critical', 'Spare'])
  await change('admin', ['TAG2'], ['CRITICAL', 'Winter'], ['SPARE'])
  expect(await tagsOf('TAG2')).toEqual(['critical', 'Winter'])
  expect(await snsBy({ tag: 'Critical' })).toEqual(['TAG1', 'TAG2'])
  expect(await snsBy({ search: 'winte' })).toEqual(['TAG2'])
  expect((await server.call('admin', 'GET', '/dev/tags')).data).toEqual([
    { tag: 'critical', device_count: 2 },
    { tag: 'Spare', device_count: 1 },
    { tag: 'Winter', device_count: 1 },
  ])
})

test('tags are changed with the other fields of a device, and by nobody who has not seen what they are', async () => {
  const edit = (tags: string[], was: string[]) =>
    server.call('admin', 'PUT', '/dev/basic', { sn_code: 'TAG1', tags, was: { tags: was } })
  await change('admin', ['TAG1'], ['first'], await tagsOf('TAG1'))
  expect((await edit(['second'], ['first'])).meta.code).toBe('100001')
  const { meta, data } = await edit(['third'], ['first'])
  expect([meta.code, data.fields[0].field]).toEqual(['100027', 'tags'])
  expect(await tagsOf('TAG1')).toEqual(['second'])
  const [line] = (await auditOf(server, { action: 'device-edit' })).filter(({ target }) => target === 'D TAG1')
  expect(line?.detail).toEqual({ tags: { before: ['first'], after: ['second'] } })
})

test('a device has ten tags at most, and none of those that were to be changed has more afterwards', async () => {
  const ten = [...Array(10)].map((_, n) => `t${n}`)
  await change('admin', ['TAG2'], ten, await tagsOf('TAG2'))
  const { meta, data } = await change('admin', ['TAG1', 'TAG2'], ['more'])
  expect([meta.code, data.fields[0]]).toMatchObject(['100006', { field: 'add' }])
  expect(data.fields[0].message).toContain('D TAG2')
  expect(await tagsOf('TAG1')).not.toContain('more')
})

test('whoever reaches some devices only changes the tags of those, and sees no others’ tags', async () => {
  await change('admin', ['TAG3'], ['secret'])
  const { data } = await change(editor, ['TAG1', 'TAG3'], ['mine'])
  expect(data).toEqual([
    { id: 'TAG1', code: null },
    { id: 'TAG3', code: '110509' },
  ])
  const seen = (await server.call(editor, 'GET', '/dev/tags')).data.map(({ tag }: { tag: string }) => tag)
  expect(seen).toContain('mine')
  expect(seen).not.toContain('secret')
  expect(await tagsOf('TAG3')).toEqual(['secret'])
})
