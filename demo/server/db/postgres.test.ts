import { expect, test } from 'vitest'
import { openDb } from './open.ts'
import { stores } from './test-stores.ts'

const postgres = stores.find(({ name }) => name === 'PostgreSQL')

test('nodes that start together on a new database make its schema once', async () => {
  const store = await postgres?.start()
  if (!store) throw new Error('no PostgreSQL to test with')
  try {
    const nodes = await Promise.all([1, 2, 3].map(() => openDb(store.place)))
    const versions = await nodes[0]?.system((q) => q.selectFrom('schema_migration').select('version').execute())
    expect(new Set(versions?.map(({ version }) => version)).size).toBe(versions?.length)
    await Promise.all(nodes.map((node) => node.close()))
  } finally {
    await store.stop()
  }
}, 30_000)

test('a database that cannot be reached is told in one sentence, without its password', async () => {
  const opening = openDb({ dataDir: '', databaseUrl: 'postgres://owner:hunter2@127.0.0.1:1/none' })
  const refused = (await opening.catch((error: unknown) => error)) as Error
  expect(refused.message).toMatch(/^The database at DATABASE_URL cannot be reached/)
  expect(String(refused.cause)).not.toContain('hunter2')
})
