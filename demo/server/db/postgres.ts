import { sql } from 'kysely'
import pg from 'pg'
import { strangersTurn } from '../limits/familiar.ts'
import type { Connection } from './connection.ts'
import { type Db, DbError, PROBE, type Priority, toDbError } from './db.ts'
import type { Holder } from './lease-turns.ts'
import { holderOf, Leases, ofCall } from './leases.ts'
import { statementLimitMs } from './statement-limits.ts'
import { transact } from './transaction.ts'

const connections = 10
const int8 = 20
const CONNECT_MS = 5000

/** An external PostgreSQL (15 or newer), TimescaleDB or Citus, as its owner role. Throws when it cannot be reached. */
export async function openPostgres(databaseUrl: string, limits = statementLimitMs): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    application_name: 'sightglass',
    connectionTimeoutMillis: CONNECT_MS,
    // Our own limits end a statement sooner, also on a server that is frozen; this one is for a node that vanished.
    statement_timeout: limits.reports,
    // For a node that vanished: our own limit on idle transactions is shorter.
    idle_in_transaction_session_timeout: 60_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  const leases = new Leases(connections)
  let closed: Promise<void> | undefined
  const run = <T>(
    tenant_id: number | null,
    work: Parameters<Db['system']>[0],
    priority: Priority,
    holder: Holder = tenant_id,
    limitMs = limits[priority],
  ) =>
    leases.hold(
      priority,
      () => withClient(pool, limitMs, (connection) => transact(connection, tenant_id, ofCall(work, priority, holder))),
      holder,
    ) as Promise<T>
  try {
    await withClient(pool, limits.interactive, (connection) => connection.script('select 1'))
  } catch (error) {
    await pool.end()
    throw notOpened(error as DbError, databaseUrl)
  }
  return {
    kind: 'postgres',
    tenant: (tenant_id, work, priority = 'interactive') =>
      run(tenant_id, work, priority, holderOf(tenant_id, priority)),
    system: (work, priority = 'interactive') => run(null, work, priority),
    systemFor: (tenant_id, work, priority = 'interactive') => run(null, work, priority, holderOf(tenant_id, priority)),
    migrate: (work) =>
      run(
        null,
        async (q) => {
          await sql.raw(`set local statement_timeout = ${limits.migrate}`).execute(q)
          return work(q)
        },
        'reports',
        null,
        limits.migrate,
      ),
    unknown: (from, work) => run(null, work, 'interactive', strangersTurn(from)),
    probe: () => run<void>(null, async (q) => void (await sql.raw(PROBE).execute(q)), 'ingest'),
    analyze: async () => {},
    maintain: async () => {},
    close: () => {
      closed ??= pool.end()
      return closed
    },
  }
}

const WRONG_NAME = 'refuses the name or the password: mend DATABASE_URL.'
/** By SQLSTATE; what has none never answered. */
const REMEDIES: Readonly<Record<string, string>> = {
  '28P01': WRONG_NAME,
  '28000': WRONG_NAME,
  '3D000': 'has no such database: make it, or mend DATABASE_URL.',
  '53300': 'takes no more connections: end some, or let it take more.',
  '57P03': 'is starting or stopping: run this again when it is up.',
}

function notOpened(error: DbError, databaseUrl: string): Error {
  // Without name and password.
  const { host } = new URL(databaseUrl)
  const remedy =
    REMEDIES[error.code] ??
    (error.code === '08006'
      ? 'cannot be reached: start it, mend DATABASE_URL, or unset it to use the embedded database.'
      : `does not open (${error.code}): mend DATABASE_URL.`)
  return new Error(`The database server ${host} of DATABASE_URL ${remedy}`, { cause: error })
}

async function withClient<T>(pool: pg.Pool, limitMs: number, work: (connection: Connection) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error) => {
    throw toDbError(error.code ? error : Object.assign(error, { code: 'no connection in time' }))
  })
  let lost: Error | undefined
  const onError = (error: Error) => {
    lost = error
  }
  client.on('error', onError)
  const sendNow = async (text: string, values?: readonly unknown[]) => {
    if (lost) throw toDbError(lost)
    try {
      // Not in its declared type.
      const config = { text, values: values as unknown[], query_timeout: limitMs } as pg.QueryConfig
      const { rows, rowCount } = await client.query(config)
      return { rows, count: rowCount ?? 0 }
    } catch (error) {
      if (isLate(error)) lost = new DbError('57014', `the statement took more than ${limitMs} ms`)
      throw toDbError(lost ?? error)
    }
  }
  // The driver takes one statement at a time: what is sent together waits here.
  let last: Promise<unknown> = Promise.resolve()
  const send = (text: string, values?: readonly unknown[]) => {
    const sent = last.then(() => sendNow(text, values))
    last = sent.catch(() => {})
    return sent
  }
  try {
    return await work({
      isOrdered: false,
      query: send,
      script: async (text) => {
        await send(text)
      },
    })
  } finally {
    client.off('error', onError)
    client.release(lost)
  }
}

/** What the driver says when the server did not answer in time; it has no code. */
const isLate = (error: unknown): boolean => (error as Error).message === 'Query read timeout'
