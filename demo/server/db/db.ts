import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Who goes first when the store is busy: readings that wait for their acknowledgement, then people, then long work. What an
 * organisation's readings cause very much of is its backlog: it goes in the turns of the organisation, before its changes, and
 * waits as long as it has to. To look up who calls is for `callers`: it does not wait for what calls are for, nor for the server's own work.
 * `history` is what people read of it, and of logs: much more than all else that they look at.
 */
export type Priority = 'ingest' | 'callers' | 'backlog' | 'interactive' | 'history' | 'reports'

/** The store: PostgreSQL's dialect, either embedded in a worker thread or an external server. */
export interface Db {
  readonly kind: 'embedded' | 'postgres'
  /**
   * One transaction as role sightglass_app (not the owner) with app.tenant set: row-level security binds every row to
   * the tenant. `q` refuses to work after the transaction. Rejects with a DbError when the database refuses. It waits behind
   * other works of the tenant, but with priority 'ingest': what other tenants wait for must not.
   */
  tenant<T>(tenant_id: number, work: (q: Kysely<Schema>) => Promise<T>, priority?: Priority): Promise<T>
  /** One transaction as the owner: ingest, jobs, who calls. */
  system<T>(work: (q: Kysely<Schema>) => Promise<T>, priority?: Priority): Promise<T>
  /**
   * The same, for what follows from what a tenant does, in its turn as `tenant`: as `system` it would stand in the one line of
   * all whom the server looks up.
   */
  systemFor<T>(tenant_id: number, work: (q: Kysely<Schema>) => Promise<T>, priority?: Priority): Promise<T>
  /** One transaction as the owner, of which each statement may take an hour. */
  migrate<T>(work: (q: Kysely<Schema>) => Promise<T>): Promise<T>
  /**
   * One transaction as the owner for somebody who is not signed in. `from` is his network, or his familiar browser: it
   * takes turns with others.
   */
  unknown<T>(from: string, work: (q: Kysely<Schema>) => Promise<T>): Promise<T>
  /** Writes something that leaves no trace. Rejects with a DbError when the store takes no writes. */
  probe(): Promise<void>
  /**
   * Makes statistics of tables that grew much since theirs were made, where nobody else does it (embedded only); for a
   * timer, every minute: what is planned for a small table reads a large one over and over. And a checkpoint after very much
   * was written.
   */
  analyze(): Promise<void>
  /** VACUUM, ANALYZE and CHECKPOINT where nobody else does it (embedded only); for a timer, at quiet times. */
  maintain(): Promise<void>
  /** Waits for what runs, then ends the connections; may be called again. */
  close(): Promise<void>
}

/**
 * What the database refused. Carries neither SQL nor parameters, so it may be logged as it is.
 * `code` is PostgreSQL's SQLSTATE (23505 unique, 23503 foreign key, 42501 row security, 53100 disk full, 57014 took too long), or '08006'
 * when the connection to the store was lost and the transaction with it.
 */
export class DbError extends Error {
  readonly code: string
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly reference: BrokenReference | undefined
  constructor(code: string, message: string, { constraint, table, reference }: DbErrorDetails = {}) {
    super(message)
    this.name = 'DbError'
    this.code = code
    this.constraint = constraint
    this.table = table
    this.reference = reference
  }
}

/** Of a foreign key: the row that is named is gone from this table, or what was to go is still named by this one. */
export interface BrokenReference {
  isGone: boolean
  table: string
}

type DbErrorDetails = Partial<Pick<DbError, 'constraint' | 'table' | 'reference'>>

/** What of a database's error may go out: its first line names columns and relations; `detail` and `where` hold values. */
export function toDbError(error: unknown): DbError {
  if (error instanceof DbError) return error
  const { code, message, constraint, table, detail } = error as Partial<Record<string, unknown>>
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const state = text(code) ?? invalidParameter
  // Messages of class 22 quote the offending value, as do those of a driver that cannot write a parameter.
  if (state.startsWith('22')) return new DbError(state, `the database refused a value (${state})`)
  if (!/^[0-9A-Z]{5}$/.test(state)) return new DbError('08006', `the connection to the database was lost (${state})`)
  return new DbError(state, `${text(message)?.split('\n')[0]} (${state})`, {
    constraint: text(constraint),
    table: text(table),
    reference: state === foreignKeyViolation ? referenceIn(text(detail)) : undefined,
  })
}

/** As PostgreSQL says it in English: another server's language leaves it open. */
function referenceIn(detail = ''): BrokenReference | undefined {
  const [, how, table] = /(not present in|still referenced from) table "(\w+)"\.$/.exec(detail) ?? []
  return table === undefined ? undefined : { isGone: how === 'not present in', table }
}

/** A write that costs a sync of the log and touches no table. */
export const PROBE = `select pg_logical_emit_message(true, 'sightglass', 'is this written?')`

const invalidParameter = '22023'
const foreignKeyViolation = '23503'
