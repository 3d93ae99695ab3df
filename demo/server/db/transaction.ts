import type { CompiledQuery, Kysely } from 'kysely'
import { callHasWritten } from '../limits/call-now.ts'
import type { Answer, Connection } from './connection.ts'
import { DbError } from './db.ts'
import { builderOn } from './query-builder.ts'
import type { Schema } from './schema.ts'
import { leavesNothing, writes } from './statement-kinds.ts'

/** One transaction on a leased connection; a builder that leaks is refused once it is over. */
class Session {
  readonly #connection: Connection
  isOver = false
  hasWritten = false
  leavesNothing = true
  /** What begins the transaction, with its first statement where the connection is ordered. */
  #first: Promise<unknown> | undefined
  /** PostgreSQL answers a commit after a failed statement with a silent rollback: the failure must not be swallowed. */
  failure: unknown

  readonly #idleLimitMs: number
  #idle: NodeJS.Timeout | undefined
  #running = 0
  #abandon: (error: DbError) => void = () => {}
  /** Rejects when the work does nothing with its transaction for too long: others wait for the connection. */
  readonly abandoned: Promise<never>

  readonly #begin: string

  constructor(connection: Connection, begin: string, idleLimitMs: number) {
    this.#connection = connection
    this.#begin = begin
    this.#idleLimitMs = idleLimitMs
    this.abandoned = new Promise((_, reject) => {
      this.#abandon = reject
    })
    this.watch()
  }
  watch(): void {
    clearTimeout(this.#idle)
    const idleInTransaction = '25P03'
    const error = () => new DbError(idleInTransaction, `the transaction was idle for ${this.#idleLimitMs} ms`)
    if (!this.isOver) this.#idle = setTimeout(() => this.#abandon(error()), this.#idleLimitMs)
  }
  end(): void {
    this.isOver = true
    clearTimeout(this.#idle)
  }
  #requireOpen(): void {
    if (this.isOver) throw new DbError('25P01', 'this transaction is over')
  }
  get hasBegun(): boolean {
    return this.#first !== undefined
  }
  async #carryOut({ sql, parameters }: CompiledQuery): Promise<Answer> {
    if (!this.#first && this.#connection.isOrdered) {
      const answered = this.#connection.query(sql, parameters, { before: this.#begin })
      this.#first = answered
      return answered
    }
    this.#first ??= this.#connection.script(this.#begin)
    // Nothing more is sent where the transaction did not even begin, or is over by then: it would be carried out outside of one.
    await this.#first
    this.#requireOpen()
    return this.#connection.query(sql, parameters)
  }
  async send(statement: CompiledQuery): Promise<Answer> {
    this.#requireOpen()
    clearTimeout(this.#idle)
    this.#running++
    try {
      this.hasWritten ||= writes(statement.sql)
      this.leavesNothing &&= leavesNothing(statement.sql)
      return await this.#carryOut(statement)
    } catch (error) {
      this.failure = error
      throw error
    } finally {
      if (--this.#running === 0) this.watch()
    }
  }
}

/**
 * Runs `work` between begin and commit; any error rolls back and goes on to the caller. Work that leaves its transaction
 * idle for `idleLimitMs` is rolled back. Each way to the store and back waits for a turn of the event loop, and others wait
 * for the connection meanwhile: what begins goes with the first statement, and what was only read does not wait for its end.
 */
export async function transact<T>(
  connection: Connection,
  tenant_id: number | null,
  work: (q: Kysely<Schema>) => Promise<T>,
  idleLimitMs = 30_000,
): Promise<T> {
  const session = new Session(connection, beginOf(tenant_id), idleLimitMs)
  try {
    const result = await Promise.race([work(builderOn((statement) => session.send(statement))), session.abandoned])
    session.end()
    if (session.failure) throw session.failure
    if (!session.hasBegun) return result
    const isKept = connection.script('commit')
    if (connection.isOrdered && session.leavesNothing) isKept.catch(() => {})
    else await isKept
    if (session.hasWritten) callHasWritten()
    return result
  } catch (error) {
    session.end()
    // Without a connection there is nothing to roll back, and the first error is the one to report.
    if (session.hasBegun) await connection.script('rollback').catch(() => {})
    throw error
  }
}

/** Begins a transaction as the owner, or bound to a tenant. */
export const beginOf = (tenant_id: number | null): string => `begin${tenant_id === null ? '' : bindTenant(tenant_id)}`

function bindTenant(tenant_id: number): string {
  if (!Number.isSafeInteger(tenant_id) || tenant_id < 1) throw new DbError('22023', 'a tenant id is a positive integer')
  return `; set local role sightglass_app; set local app.tenant = '${tenant_id}'`
}
