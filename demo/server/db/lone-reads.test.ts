import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { readAlone } from './lone-reads.ts'
import { builderOn } from './query-builder.ts'
import type { Schema } from './schema.ts'

/** What is carried out, in its order, with how it is: by itself or in the transaction. */
function openStore({ refuses = '' } = {}) {
  const done: string[] = []
  const carryOut =
    (how: string) =>
    async ({ sql }: CompiledQuery) => {
      done.push(`${how}: ${sql}`)
      if (sql === refuses) throw new Error('refused')
      return { rows: [], count: 0 }
    }
  return {
    done,
    read: async (statement: CompiledQuery) => ({ ...(await carryOut('alone')(statement)) }),
    transact: async (work: (q: Kysely<Schema>) => Promise<void>) => {
      done.push('begin')
      try {
        await work(builderOn(carryOut('within')))
        done.push('commit')
      } catch (error) {
        done.push('rollback')
        throw error
      }
    },
  }
}

const run = (q: Kysely<Schema>, statement: string) => sql.raw(statement).execute(q)

test('what only reads opens no transaction', async () => {
  const store = openStore()
  const work = async (q: Kysely<Schema>) => {
    await run(q, 'select 1')
    await run(q, 'with x as (select 2) select * from x')
    return 'read'
  }
  expect(await readAlone(work, store)).toBe('read')
  expect(store.done).toEqual(['alone: select 1', 'alone: with x as (select 2) select * from x'])
})

test.each([
  'insert into a',
  'select 1 from a for update',
  'select 1 from a for no key update of a',
  'select set_config($1, $2, true)',
  'select pg_advisory_xact_lock(1)',
  'with x as (delete from a returning b) select * from x',
])('work is one transaction from its first statement that does more than read: %s', async (statement) => {
  const store = openStore()
  await readAlone(async (q) => {
    await run(q, 'select 1')
    await run(q, statement)
    await run(q, 'select 2')
  }, store)
  expect(store.done).toEqual(['alone: select 1', 'begin', `within: ${statement}`, 'within: select 2', 'commit'])
})

test('a transaction does not begin before the reads beside it have ended', async () => {
  const store = openStore()
  await readAlone((q) => Promise.all([run(q, 'select 1'), run(q, 'insert into a'), run(q, 'select 2')]), store)
  expect(store.done[0]).toBe('alone: select 1')
  expect(store.done.at(-1)).toBe('commit')
})

test('work that fails undoes what it has done', async () => {
  const store = openStore()
  const failing = readAlone(async (q) => {
    await run(q, 'insert into a')
    throw new Error('no')
  }, store)
  await expect(failing).rejects.toThrow('no')
  expect(store.done).toEqual(['begin', 'within: insert into a', 'rollback'])
})

test('a refused statement is not swallowed', async () => {
  const store = openStore({ refuses: 'select 1' })
  const swallowing = readAlone(async (q) => void (await run(q, 'select 1').catch(() => {})), store)
  await expect(swallowing).rejects.toThrow('refused')
})

test('a builder that leaks is refused when the work is over', async () => {
  const store = openStore()
  let leaked: Kysely<Schema> | undefined
  await readAlone(async (q) => {
    leaked = q
  }, store)
  await expect(run(leaked as Kysely<Schema>, 'select 1')).rejects.toMatchObject({ code: '25P01' })
  expect(store.done).toEqual([])
})
