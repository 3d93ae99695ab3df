import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIT_DETAIL_BYTES } from '../../../core/contract/audit.ts'
import { auditOf } from '../../../tests/server/people.ts'
import { uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { writeAudit } from './audit-trail.ts'
import { shortDetail } from './short-detail.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const points = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ key: `p${i}`, name: `${i}`.padEnd(20, '测'), data_type: 'number' }))
const actor = async (user_name = 'admin') => {
  const user = await server.db.system((q) =>
    q
      .selectFrom('app_user')
      .select(['tenant_id', 'user_id', 'user_name', 'full_name'])
      .where('user_name', '=', user_name)
      .executeTakeFirstOrThrow(),
  )
  return { ...user, by: null, address: '' } as unknown as Parameters<typeof writeAudit>[1] & typeof user
}

test('an audit detail that is too large is reduced to its fields with their number of entries', async () => {
  const module_name = uniqueName('大模板')
  const made = await server.call('admin', 'POST', '/yun/module', { module_name, points: points(400) })
  expect(made.meta.code).toBe('100001')
  const [line] = await auditOf(server)
  expect(line).toMatchObject({ action: 'template-create', target: module_name })
  expect(line?.detail).toMatchObject({
    module_name: { before: null, after: module_name },
    points: { before: null, after: { entries: 400 } },
    shortened: { bytes: expect.any(Number) },
  })
  const [stored] = await server.db.system((q) =>
    q.selectFrom('audit').select('detail').orderBy('audit_id', 'desc').limit(1).execute(),
  )
  expect(stored?.detail).toEqual(line?.detail)
})

test.each<[string, object]>([
  [
    'many fields',
    Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}`, { before: i, after: i + 1 }])),
  ],
  ['long names of fields', { ['x'.repeat(100_000)]: 1 }],
  ['one long text', { note: 'x'.repeat(100_000) }],
  [
    'fields of some size',
    Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, { before: 'x'.repeat(2000) }])),
  ],
])('an audit detail with %s is never larger than its limit', (_what, detail) => {
  const short = shortDetail(detail as Record<string, unknown>)
  expect(bytesOf(short)).toBeLessThanOrEqual(AUDIT_DETAIL_BYTES)
  expect(short).toMatchObject({ shortened: { bytes: bytesOf(detail) } })
})

test('an audit detail within its limit is unchanged', () => {
  const detail = { points: { before: [], after: points(50) } }
  expect(bytesOf(detail)).toBeLessThanOrEqual(AUDIT_DETAIL_BYTES)
  expect(shortDetail(detail)).toBe(detail)
})

/** Lines of the rival organisation as an earlier version wrote them. */
async function writeUnbounded(details: readonly object[]) {
  const { tenant_id, user_id, user_name } = await actor('rival')
  await server.db.system((q) =>
    q
      .insertInto('audit')
      .values(
        details.map((detail) => ({
          tenant_id,
          user_id,
          user_name,
          audit_time: Date.now(),
          address: '',
          action: 'template-edit',
          detail: JSON.stringify(detail),
        })),
      )
      .execute(),
  )
}

test('an audit line from before the limit is shortened when it is read', async () => {
  const detail = { points: { before: points(10), after: points(3000) }, note: 'x'.repeat(9), count: 3, none: null }
  await writeUnbounded([detail])
  const [line] = await auditOf(server, { action: ['template-edit'] }, 'rival')
  expect(line?.detail).toEqual({
    points: { before: { entries: 10 }, after: { entries: 3000 } },
    note: { entries: 9 },
    count: 3,
    none: null,
    shortened: { bytes: expect.any(Number) },
  })
})

test('a page of the audit has a limit in bytes, however large its lines are', async () => {
  await writeUnbounded(Array.from({ length: 100 }, () => ({ points: { before: null, after: points(120) } })))
  const lines = await auditOf(server, { action: ['template-edit'] }, 'rival')
  expect(lines).toHaveLength(100)
  expect(bytesOf(lines)).toBeLessThan(40 * AUDIT_DETAIL_BYTES)
  expect(lines[0]?.detail.points?.after).toHaveLength(120)
  expect(lines.at(-1)?.detail).toMatchObject({ points: { after: { entries: 120 } }, shortened: {} })
})

test('an organisation with much audit detail within an hour keeps no more large details', async () => {
  const from = await actor('rival')
  const detail = { points: { before: null, after: points(120) } }
  const written = async (time: number) => {
    const large = { action: 'template-edit', detail } as const
    await server.db.tenant(from.tenant_id, (q) => writeAudit(q, from, large, time))
    const [line] = await server.db.system((q) =>
      q.selectFrom('audit').select('detail').orderBy('audit_id', 'desc').limit(1).execute(),
    )
    return line?.detail
  }
  expect(await written(Date.now())).toEqual(detail)
  const text = () => Array.from({ length: 40_000 }, () => Math.random().toString(36).slice(2)).join('')
  await writeUnbounded(Array.from({ length: 110 }, () => ({ text: text() })))
  expect(await written(Date.now())).toMatchObject({ points: { after: { entries: 120 } }, shortened: {} })
  expect(await written(Date.now() + 3_700_000)).toEqual(detail)
})

test('only one function writes into the audit', () => {
  const folder = new URL('../', import.meta.url)
  const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => /insertInto\('audit'\)|insert into audit\b/.test(readFileSync(new URL(path, folder), 'utf8')))
  expect(writers).toEqual(['audit/audit-trail.ts'])
})
