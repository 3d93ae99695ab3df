import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Answer, Around, Connection, Timed } from './connection.ts'
import { DbError } from './db.ts'

/** To the worker: `parameters` null asks for a script of several statements. */
export interface Request {
  id: number
  around: Around | undefined
  text: string
  parameters: readonly unknown[] | null
}
/** From the worker; id 0 reports that the database is open. */
export type Reply =
  | ({ id: number } & Answer & Timed)
  | { id: number; refused: Pick<DbError, 'code' | 'message' | 'constraint' | 'table' | 'reference'> }

interface Waiting {
  limitMs: number
  resolve(answer: Answer & Timed): void
  reject(error: DbError): void
}

/** A new segment of the log of writes takes 16 MB: with less, whatever is free, nothing can be relied on. */
const FULL_BYTES = 17 << 20
/** A statement that runs so long while the disk is full is one that waits for room and never gets it. */
const STUCK_MS = 5000
const REOPEN_MS = 2000

interface EngineConnection extends Connection {
  query(...statement: Parameters<Connection['query']>): Promise<Answer & Timed>
}

/**
 * The thread, its statements in flight, and the watchdog that replaces a thread which is stuck or dead: PGlite ignores
 * statement_timeout, and the next thread starts in 0.5 s. On a full disk none starts: it is tried until there is room.
 */
export class Engine {
  readonly #dir: string
  readonly #onFatal: (error: Error) => void
  #ready: Promise<Worker>
  /** The thread that serves; null while another one starts. */
  #worker: Worker | null = null
  /** In the order in which the thread works on them. */
  readonly #waiting = new Map<number, Waiting>()
  #watchdog: NodeJS.Timeout | undefined
  #roomCheck: NodeJS.Timeout | undefined
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

  /** Throws a DbError when the disk is full. */
  checkRoom(): void {
    if (freeBytes(this.#dir) < FULL_BYTES) throw noRoom()
  }

  /** A connection as one lease uses it: when its worker goes, it stays broken, since its transaction is gone. */
  async connect(limitMs: number): Promise<EngineConnection> {
    // The next thread starts at once, or not before there is room.
    if (!this.#worker) this.checkRoom()
    const worker = await this.#ready.catch(() => {
      throw new DbError('08006', 'the embedded database is not open')
    })
    const send = (statement: Omit<Request, 'id'>) => this.#send(worker, statement, limitMs)
    return {
      isOrdered: true,
      query: (text, parameters, around) => send({ around, text, parameters }),
      script: async (text) => {
        await send({ around: undefined, text, parameters: null })
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

  async #send(worker: Worker, statement: Omit<Request, 'id'>, limitMs: number): Promise<Answer & Timed> {
    if (this.#isClosing || worker !== this.#worker)
      throw new DbError('08006', 'the connection to the database was lost')
    const id = ++this.#lastId
    return new Promise<Answer & Timed>((resolve, reject) => {
      this.#waiting.set(id, { limitMs, resolve, reject })
      if (this.#waiting.size === 1) this.#watch(worker)
      worker.postMessage({ id, ...statement } satisfies Request)
    })
  }

  /** Watches the statement that the thread works on: those behind it do not pay for it. */
  #watch(worker: Worker): void {
    clearTimeout(this.#watchdog)
    clearInterval(this.#roomCheck)
    const [first] = this.#waiting
    if (!first) return
    const [id, { limitMs, reject }] = first
    const giveUp = (error: DbError) => {
      reject(error)
      this.#waiting.delete(id)
      worker.terminate()
    }
    this.#watchdog = setTimeout(
      () => giveUp(new DbError('57014', `the statement took more than ${limitMs} ms`)),
      limitMs,
    )
    this.#roomCheck = setInterval(() => {
      if (freeBytes(this.#dir) < FULL_BYTES) giveUp(noRoom())
    }, STUCK_MS)
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
          this.#worker = worker
          return resolve(worker)
        }
        const waiting = this.#waiting.get(reply.id)
        this.#waiting.delete(reply.id)
        this.#watch(worker)
        if (!('refused' in reply)) return waiting?.resolve(reply)
        const { code, message, ...details } = reply.refused
        waiting?.reject(new DbError(code, message, details))
      })
      worker.on('error', (error: Error) => {
        cause = error
      })
      worker.on('exit', () => {
        this.#worker = null
        for (const { reject } of this.#waiting.values()) reject(new DbError('08006', 'the embedded database ended'))
        this.#waiting.clear()
        this.#watch(worker)
        if (!isOpen) return reject(doesNotOpen(this.#dir, cause))
        if (this.#isClosing) return
        this.#ready = this.#startAgain()
        this.#ready.catch((error) => this.#onFatal(error))
      })
    })
    ready.catch(() => {})
    return ready
  }

  async #startAgain(): Promise<Worker> {
    for (;;) {
      try {
        return await this.#start()
      } catch (error) {
        if (this.#isClosing || freeBytes(this.#dir) >= LEAST_FREE_BYTES) throw error
        await new Promise((resolve) => setTimeout(resolve, REOPEN_MS))
      }
    }
  }
}

const noRoom = () => new DbError('53100', 'the disk of the data directory is full')

function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dirname(dir))
  return bavail * bsize
}

/** A new database and the log of its writes take so much. */
const LEAST_FREE_BYTES = 64 << 20

/** PGlite does not say why it gave up, so a full disk is looked for. */
function doesNotOpen(dir: string, cause: Error | undefined): Error {
  if (freeBytes(dir) < LEAST_FREE_BYTES)
    return new Error(
      `The disk of the data directory ${dirname(dir)} is full: free some space, or set DATA_DIR to another.`,
    )
  return new Error(`The embedded database in ${dir} does not open: ${cause?.message ?? 'its thread ended'}`, { cause })
}
