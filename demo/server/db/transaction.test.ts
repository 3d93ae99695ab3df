import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Connection } from './connection.ts'
import { DbError } from './db.ts'
import type { Schema } from './schema.ts'
import { transact } from './transaction.ts'

const isRefused = (code: string) => expect.objectContaining({ name: 'DbError', code })

/** What is sent, in its order; a commit is answered when `answer` is called. */
function openConnection({ isOrdered = true, refuses = '' } = {}) {
  const sent: string[] = []
  let answer = () => {}
  const committed = new Promise<void>((resolve) => {
    answer = resolve
  })
  const connection: Connection = {
    isOrdered,
    query: async (text, _parameters, around) => {
      sent.push(around ? `${around.before}; ${text}` : text)
      if (text === refuses) throw new DbError('22000', 'refused')
      return { rows: [], count: 0 }
    },
    script: async (text) => {
      sent.push(text)
      if (text === 'commit') await committed
    },
  }
  return { connection, sent, answer }
}

const run = (q: Kysely<Schema>, ...statements: string[]) =>
  Promise.all(statements.map((statement) => sql.raw(statement).execute(q)))

test('a transaction begins with its first statement, in one round trip', async () => {
  const { connection, sent, answer } = openConnection()
  answer()
  await transact(connection, 7, (q) => run(q, 'insert into a', 'select 1'))
  expect(sent).toEqual([
    "begin; set local role sightglass_app; set local app.tenant = '7'; insert into a",
    'select 1',
    'commit',
  ])
})

test('a transaction that only reads does not wait for its end', async () => {
  const { connection, sent } = openConnection()
  await transact(connection, null, (q) => run(q, 'select 1', 'select a from b for update'))
  expect(sent.at(-1)).toBe('commit')
})

test.each([
  'insert into a',
  'with x as (delete from a) select 1',
  'select pg_logical_emit_message()',
  'create table a ()',
])('a transaction waits until what it has changed is kept: %s', async (statement) => {
  const { connection, sent, answer } = openConnection()
  let isOver = false
  const over = transact(connection, null, (q) => run(q, 'select 1', statement)).then(() => {
    isOver = true
  })
  await expect.poll(() => sent.at(-1)).toBe('commit')
  expect(isOver).toBe(false)
  answer()
  await over
})

test('a transaction waits for its end where the connection is not ordered', async () => {
  const { connection, sent, answer } = openConnection({ isOrdered: false })
  let isOver = false
  const over = transact(connection, null, (q) => run(q, 'select 1')).then(() => {
    isOver = true
  })
  await expect.poll(() => sent.at(-1)).toBe('commit')
  expect(isOver).toBe(false)
  answer()
  await over
})

test('nothing more is sent where the first statement, or what begins the transaction, is refused', async () => {
  const { connection, sent } = openConnection({ refuses: 'select 1' })
  const refused = transact(connection, null, (q) => run(q, 'select 1', 'insert into a'))
  await expect(refused).rejects.toEqual(isRefused('22000'))
  expect(sent).toEqual(['begin; select 1', 'rollback'])
})

test('a statement that waited for the first one is not sent when its transaction is over', async () => {
  const { connection, sent } = openConnection()
  let answerFirst = () => {}
  const slow: Connection = {
    ...connection,
    query: async (text, parameters, around) => {
      const answer = await connection.query(text, parameters, around)
      await new Promise<void>((resolve) => {
        answerFirst = resolve
      })
      return answer
    },
  }
  let late: Promise<unknown> = Promise.resolve()
  const failed = transact(slow, 1, async (q) => {
    void run(q, 'select 1').catch(() => {})
    late = run(q, 'update a set b = 1')
    late.catch(() => {})
    await expect.poll(() => sent).toEqual([expect.stringContaining('select 1')])
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  answerFirst()
  await expect(late).rejects.toEqual(isRefused('25P01'))
  expect(sent.at(-1)).toBe('rollback')
})

test('a transaction without statements sends nothing', async () => {
  const { connection, sent } = openConnection()
  expect(await transact(connection, null, async () => 1)).toBe(1)
  expect(sent).toEqual([])
})

test('an idle transaction gives its connection back', async () => {
  const { connection, sent } = openConnection()
  const work = async (q: Kysely<Schema>) => {
    await run(q, 'select 1')
    await new Promise(() => {})
  }
  await expect(transact(connection, null, work, 10)).rejects.toEqual(isRefused('25P03'))
  expect(sent).toEqual(['begin; select 1', 'rollback'])
})
