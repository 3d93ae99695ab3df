import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDurable } from './durable-fs.ts'
import { PreparedStatements } from './prepared-statements.ts'

let dir: string
let pg: PGlite
let statements: PreparedStatements

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'prepared-'))
  pg = await openDurable(join(dir, 'database'))
  statements = new PreparedStatements(pg)
  await statements.script(`
    create table pump (tenant_id int, name text, docs jsonb, picture bytea);
    alter table pump enable row level security;
    create policy own on pump using (tenant_id = current_setting('app.tenant')::int);
    create role reader; grant select on pump to reader;
    insert into pump values (1, 'one', null, null), (2, 'two', null, null)`)
})
afterAll(async () => {
  await pg.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Names of the statements that PostgreSQL has prepared. */
const prepared = async () =>
  (await pg.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements')).rows[0]?.n

test('a statement that comes again is prepared, and answers to its new parameters as it did at first', async () => {
  const text = `select $1::text as t, $2::bigint as n, $3::jsonb as j, $4::bytea as b, $5::int[] as a, $6::bool as yes`
  const before = await prepared()
  const values = [
    ['a', 1, '{"x":1}', Buffer.from([1, 255]), [1, 2], true],
    ['ü\u{1f600}', 2 ** 40, '[]', Buffer.from([0]), [], false],
    [null, null, null, null, null, null],
    ['x'.repeat(20_000), -1, '"text"', Buffer.alloc(0), [null], true],
  ]
  for (const parameters of values) {
    const { rows } = await pg.query(text, parameters)
    expect(await statements.query(text, parameters)).toEqual({ rows, count: 1 })
  }
  expect(await prepared()).toBe((before ?? 0) + 1)
})

test('a change says how many rows it changed, each time', async () => {
  const text = 'update pump set docs = $1::jsonb where tenant_id = any($2::int[])'
  for (const [ids, count] of [
    [[1, 2], 2],
    [[1], 1],
    [[], 0],
  ] as const)
    expect(await statements.query(text, ['{}', ids])).toMatchObject({ rows: [], count })
})

test('each organisation sees its own rows by the same prepared statement, and the owner sees all', async () => {
  const text = 'select name from pump order by name'
  const namesOf = async (tenant: number | null) => {
    await statements.script(
      tenant === null ? 'begin' : `begin; set local role reader; set local app.tenant = '${tenant}'`,
    )
    const { rows } = await statements.query(text, [])
    await statements.script('commit')
    return (rows as { name: string }[]).map(({ name }) => name)
  }
  for (let i = 0; i < 8; i++) {
    expect(await namesOf(1)).toEqual(['one'])
    expect(await namesOf(2)).toEqual(['two'])
    expect(await namesOf(null)).toEqual(['one', 'two'])
  }
})

test('a prepared statement that fails says why, and the next one is answered', async () => {
  const text = 'select 1 / $1::int as n'
  for (let i = 0; i < 3; i++) {
    await expect(statements.query(text, [0])).rejects.toMatchObject({ code: '22012' })
    expect(await statements.query(text, [1])).toEqual({ rows: [{ n: 1 }], count: 1 })
  }
})

test('a statement that cannot be prepared fails each time, and those after it are answered', async () => {
  for (let i = 0; i < 3; i++) {
    await expect(statements.query('select nothing from nowhere', [])).rejects.toMatchObject({ code: '42P01' })
    expect(await statements.query('select 1 as n', [])).toEqual({ rows: [{ n: 1 }], count: 1 })
  }
})

test('a prepared statement answers with the columns of a table that was changed meanwhile', async () => {
  const columns = async () => Object.keys((await statements.query('select * from pump limit 1', [])).rows[0] as object)
  for (let i = 0; i < 3; i++) expect(await columns()).not.toContain('model')
  await statements.query('alter table pump add column model text', [])
  expect(await columns()).toContain('model')
  expect(await columns()).toContain('model')
})

test('the last few hundred of many different statements stay prepared', async () => {
  for (let n = 0; n < 500; n++) for (let i = 0; i < 2; i++) await statements.query(`select ${n} as n`, [])
  expect(await prepared()).toBeLessThanOrEqual(300)
  expect(await statements.query('select 0 as n', [])).toEqual({ rows: [{ n: 0 }], count: 1 })
})
