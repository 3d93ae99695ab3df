import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../../../tests/server/files.ts'
import {
  control,
  documentOf,
  fileOf,
  makeResource,
  makeScreen,
  publish,
  templateOf,
} from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const MIGRATION = new URL('../db/migrations/0021-resource-use.sql', import.meta.url)

const rowsOf = () =>
  server.db.system(async (q) => {
    const { rows } = await sql<{ use: string }>`
      select concat_ws(' ', tenant_id, resource_id, 'screen ' || screen_id, 'version ' || version_id, 'group ' || group_id)
        as use from resource_use order by use`.execute(q)
    return rows.map(({ use }) => use)
  })

/** The same rows as a migration makes them of the texts themselves. */
async function rowsOfTexts(): Promise<string[]> {
  const statements = readFileSync(MIGRATION, 'utf8').split(/;\n/)
  const fills = statements.map((text) => text.trim()).filter((text) => text.startsWith('insert into'))
  expect(fills).toHaveLength(3)
  await server.db.system(async (q) => {
    await sql`delete from resource_use`.execute(q)
    for (const fill of fills) await sql.raw(fill).execute(q)
  })
  return rowsOf()
}

const call = async (method: string, path: string, input: object) => {
  const { meta, data } = await server.call('admin', method, path, input)
  if (meta.success !== 1) throw new Error(`${path} was refused with ${meta.code}`)
  return data
}
const groupText = (...ids: number[]) =>
  JSON.stringify({
    width: 10,
    height: 10,
    controls: ids.map((id) => control(`c${id}`, { kind: 'picture', props: { picture: `gallery/${id}` } })),
  })
const showing = (...ids: number[]) =>
  documentOf(ids.map((id) => control(`c${id}`, { props: { symbol: `gallery/${id}` } })))

test('uses of a resource are found in every spelling that a document can have', async () => {
  const pictures = [await makeResource(server, { bytes: png() }), await makeResource(server, { bytes: png(2, 2) })]
  const [first = 0, second = 0] = pictures
  const bytes = Buffer.from(groupText(first))
  const group = await makeResource(server, { resource_type: 'group', name: 'g.json', bytes })
  const screen_id = await makeScreen(server, showing(group, second))
  await publish(server)
  // Saved again with less, restored with more, copied with its template, and carried as a file.
  const editor_id = 'editor-0001'
  const save = { screen_id, revision: 1, document: showing(first), editor_id }
  await call('PUT', '/yun/module/view/document', save)
  const versions = await call('GET', '/yun/module/view/versions', { screen_id })
  const { version_id } = versions.find(({ kind }: { kind: string }) => kind === 'published')
  await call('POST', '/yun/module/view/restore', { version_id, revision: 2, editor_id })
  await call('POST', '/yun/module/copy', { template_id: templateOf(server), module_name: '副本' })
  const files = [fileOf('g.json', groupText(first, second))]
  await call('PUT', '/yun/resourcesInfo', { resource_id: group, files })
  await publish(server)
  const gone = await makeScreen(server, showing(first))
  await call('DELETE', '/yun/module/view', { screen_id: gone })

  const kept = await rowsOf()
  expect(kept.filter((use) => use.includes('version'))).not.toEqual([])
  expect(kept.filter((use) => use.includes('group'))).toHaveLength(2)
  expect(await rowsOfTexts()).toEqual(kept)
})
