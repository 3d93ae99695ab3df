import { parentPort, workerData } from 'node:worker_threads'
import { toDbError } from './db.ts'
import { openDurable } from './durable-fs.ts'
import type { Reply, Request } from './embedded-engine.ts'
import { PreparedStatements } from './prepared-statements.ts'

/** The thread that PGlite lives in: its statements are synchronous WebAssembly and would block the server's loop. */
const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs as a worker thread')
const reply = (message: Reply) => port.postMessage(message)

const pg = await openDurable((workerData as { dir: string }).dir)
const statements = new PreparedStatements(pg)

async function answer({ id, around, text, parameters }: Request): Promise<void> {
  const began = performance.now()
  const tookMs = () => performance.now() - began
  try {
    if (around) await pg.exec(around.before)
    if (parameters === null) {
      await statements.script(text)
      return reply({ id, rows: [], count: 0, tookMs: tookMs() })
    }
    const answered = await statements.query(text, parameters)
    if (around?.after !== undefined) await pg.exec(around.after)
    reply({ id, ...answered, tookMs: tookMs() })
  } catch (error) {
    // PostgreSQL itself broke down (a panic, a disk that fails): the thread ends, and the next one recovers the database.
    if (error instanceof WebAssembly.RuntimeError || (error as Error).name === 'ExitStatus') process.exit(1)
    if (around?.after !== undefined) await pg.exec('rollback')
    const { code, message, constraint, table, reference } = toDbError(error)
    reply({ id, refused: { code, message, constraint, table, reference } })
  }
}

async function close(): Promise<void> {
  await pg.exec('checkpoint').catch(() => {})
  await pg.close()
  port?.close()
}

/** The next is begun when the last is answered, in the order in which they came. */
let last: Promise<void> = Promise.resolve()
port.on('message', (request: Request | 'close') => {
  last = last.then(() => (request === 'close' ? close() : answer(request)))
})
reply({ id: 0, rows: [], count: 0, tookMs: 0 })
