import type { CompiledQuery, Kysely } from 'kysely'
import type { Answer } from './connection.ts'
import { DbError } from './db.ts'
import { builderOn } from './query-builder.ts'
import type { Schema } from './schema.ts'
import { onlyReads } from './statement-kinds.ts'

type Work<T> = (q: Kysely<Schema>) => Promise<T>

interface Ways {
  /** Carries out one statement that only reads. */
  read(statement: CompiledQuery): Promise<Answer>
  transact(work: Work<void>): Promise<void>
}

/** The transaction that a work goes on in from its first statement that needs one. */
interface Open {
  q: Promise<Kysely<Schema>>
  /** Keeps what was done, or rejects and rolls it back. */
  end(failure?: { error: unknown }): Promise<void>
}

function openTransaction(transact: Ways['transact'], after: Promise<unknown>): Open {
  let finish: Open['end'] = async () => {}
  const q = new Promise<Kysely<Schema>>((begin, refuse) => {
    const isDone = new Promise<void>((resolve, reject) => {
      finish = (failure) => {
        if (failure) reject(failure.error)
        else resolve()
        return ended
      }
    })
    isDone.catch(() => {})
    const ended = after.then(() =>
      transact((q) => {
        begin(q)
        return isDone
      }),
    )
    ended.catch(refuse)
  })
  return { q, end: (failure) => finish(failure) }
}

/**
 * Runs `work`, of which each statement that only reads is carried out by itself: read committed, as a transaction of them
 * would be, without that others wait for the store while this work waits for the event loop. From its first statement that
 * does more on, it is one transaction.
 */
export async function readAlone<T>(work: Work<T>, { read, transact }: Ways): Promise<T> {
  const reading = new Set<Promise<unknown>>()
  let open: Open | undefined
  let isOver = false
  /** In a transaction nothing would go on after it: it must not be swallowed. */
  let failed: { error: unknown } | undefined
  const q = builderOn(async (statement) => {
    if (isOver) throw new DbError('25P01', 'this transaction is over')
    if (!open && onlyReads(statement.sql)) {
      const answered = read(statement)
      reading.add(answered)
      try {
        return await answered
      } catch (error) {
        failed ??= { error }
        throw error
      } finally {
        reading.delete(answered)
      }
    }
    open ??= openTransaction(transact, Promise.allSettled(reading))
    const { rows, numAffectedRows } = await (await open.q).executeQuery(statement)
    return { rows, count: Number(numAffectedRows ?? rows.length) }
  })
  try {
    const result = await work(q)
    isOver = true
    if (failed) throw failed.error
    await open?.end()
    return result
  } catch (error) {
    isOver = true
    await open?.end({ error }).catch(() => {})
    throw error
  }
}
