import { statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Answer, Connection } from './connection.ts'
import { type Db, DbError, type Priority } from './db.ts'
import { lockDirectory } from './directory-lock.ts'
import { Leases } from './leases.ts'
import { transact } from './transaction.ts'

/** To the worker: `parameters` null asks for a script of several statements. */
export interface Request {
  id: number
  text: string
  parameters: readonly unknown[] | null
}
/** From the worker; id 0 tells that the database is open. */
export type Reply =
  | ({ id: number } & Answer)
  | { id: number; refused: { code: string; message: string; constraint?: string; table?: string } }

/** PGlite ignores statement_timeout: a statement that takes longer ends its worker, and the next one starts in 0.5 s. */
export const statementLimitMs: Record<Priority | 'maintain', number> = {
  ingest: 30_000,
  interactive: 15_000,
  reports: 120_000,
  maintain: 600_000,
}

/** Tables of which a fifth changed, as autovacuum counts; PGlite has none. */
const worn = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where n_dead_tup > 50 + n_live_tup * 0.2 or n_mod_since_analyze > 50 + n_live_tup * 0.2`

/** Where in the data directory the database lies; beside it are the lock and what others keep. */
export const databaseIn = 'database'

interface Waiting {
  resolve(answer: Answer): void
  reject(error: DbError): void
}

/** The thread, its one statement in flight, and the watchdog that replaces a thread which is stuck or dead. */
class Engine {
  readonly #dir: string
  readonly #onFatal: (error: Error) => void
  #ready: Promise<Worker>
  #waiting = new Map<number, Waiting>()
  #lastId = 0
  #isClosing = false

  constructor(dir: string, onFatal: (error: Error) => void) {
    this.#dir = dir
    this.#onFatal = onFatal
    this.#ready = this.#start()
  }

  opened(): Promise<unknown> {
    return this.#ready
  }

  /** A connection as one lease uses it: when its worker goes, it stays broken, since its transaction is gone. */
  async connect(limitMs: number): Promise<Connection> {
    const worker = await this.#ready.catch(() => {
      throw new DbError('08006', 'the embedded database is not open')
    })
    const send = (text: string, parameters: readonly unknown[] | null) => this.#send(worker, text, parameters, limitMs)
    return {
      query: (text, parameters) => send(text, parameters),
      script: async (text) => {
        await send(text, null)
      },
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    const worker = await this.#ready.catch(() => null)
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close')
    const deadline = setTimeout(() => worker.terminate(), 10_000)
    await ended
    clearTimeout(deadline)
  }

  async #send(worker: Worker, text: string, parameters: readonly unknown[] | null, limitMs: number): Promise<Answer> {
    if (this.#isClosing || worker !== (await this.#ready))
      throw new DbError('08006', 'the connection to the database was lost')
    const id = ++this.#lastId
    const watchdog = setTimeout(() => {
      this.#waiting.get(id)?.reject(new DbError('57014', `the statement took more than ${limitMs} ms`))
      this.#waiting.delete(id)
      worker.terminate()
    }, limitMs)
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject })
        worker.postMessage({ id, text, parameters } satisfies Request)
      })
    } finally {
      clearTimeout(watchdog)
    }
  }

  #start(): Promise<Worker> {
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: { dir: this.#dir },
      // Flags such as --input-type that fit the main script need not fit a worker.
      execArgv: [],
    })
    let cause: Error | undefined
    let isOpen = false
    const ready = new Promise<Worker>((resolve, reject) => {
      worker.on('message', (reply: Reply) => {
        if (reply.id === 0) {
          isOpen = true
          return resolve(worker)
        }
        const waiting = this.#waiting.get(reply.id)
        this.#waiting.delete(reply.id)
        if (!('refused' in reply)) return waiting?.resolve(reply)
        const { code, message, constraint, table } = reply.refused
        waiting?.reject(new DbError(code, message, constraint, table))
      })
      worker.on('error', (error: Error) => {
        cause = error
      })
      worker.on('exit', () => {
        for (const { reject } of this.#waiting.values()) reject(new DbError('08006', 'the embedded database ended'))
        this.#waiting.clear()
        if (!isOpen) return reject(doesNotOpen(this.#dir, cause))
        if (this.#isClosing) return
        this.#ready = this.#start()
        this.#ready.catch((error) => this.#onFatal(error))
      })
    })
    ready.catch(() => {})
    return ready
  }
}

/** A new database and the log of its writes take so much. */
const LEAST_FREE_BYTES = 64 << 20

/** PGlite does not say why it gave up, so a full disk is looked for. */
function doesNotOpen(dir: string, cause: Error | undefined): Error {
  const { bavail, bsize } = statfsSync(dirname(dir))
  if (bavail * bsize < LEAST_FREE_BYTES)
    return new Error(
      `The disk of the data directory ${dirname(dir)} is full: free some space, or set DATA_DIR to another.`,
    )
  return new Error(`The embedded database in ${dir} does not open: ${cause?.message ?? 'its thread ended'}`, { cause })
}

/** PGlite in a worker thread; `dataDir` is locked against a second process. Throws one sentence when it cannot open. */
export async function openEmbedded(
  dataDir: string,
  onFatal: (error: Error) => void,
  limits: typeof statementLimitMs = statementLimitMs,
): Promise<Db> {
  const lock = lockDirectory(dataDir, onFatal)
  const engine = new Engine(join(dataDir, databaseIn), onFatal)
  try {
    await engine.opened()
  } catch (error) {
    lock.release()
    throw error
  }
  const leases = new Leases(1)
  let closed: Promise<void> | undefined
  const run = <T>(tenant_id: number | null, work: Parameters<Db['system']>[0], priority: Priority) =>
    leases.hold(priority, async () => transact(await engine.connect(limits[priority]), tenant_id, work)) as Promise<T>
  return {
    kind: 'embedded',
    tenant: (tenant_id, work, priority = 'interactive') => run(tenant_id, work, priority),
    system: (work, priority = 'interactive') => run(null, work, priority),
    maintain: async () => {
      const turn = (text: string) =>
        leases.hold('reports', async () => (await engine.connect(limits.maintain)).query(text, []))
      await turn('select pg_stat_force_next_flush()')
      const { rows } = await turn(worn)
      for (const { name } of rows as { name: string }[]) await turn(`vacuum (analyze) ${name}`)
      await turn('checkpoint')
    },
    close: () => {
      closed ??= leases.hold('reports', () => engine.close()).then(() => lock.release())
      return closed
    },
  }
}
