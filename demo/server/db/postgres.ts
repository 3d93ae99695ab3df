import pg from 'pg'
import type { Connection } from './connection.ts'
import { type Db, type DbError, type Priority, toDbError } from './db.ts'
import { Leases } from './leases.ts'
import { transact } from './transaction.ts'

const connections = 10
const int8 = 20

/** An external PostgreSQL (15 or newer), TimescaleDB or Citus, as its owner role. Throws when it cannot be reached. */
export async function openPostgres(databaseUrl: string): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    application_name: 'sightglass',
    statement_timeout: 120_000,
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
  const run = <T>(tenant_id: number | null, work: Parameters<Db['system']>[0], priority: Priority) =>
    leases.hold(priority, () => withClient(pool, (connection) => transact(connection, tenant_id, work))) as Promise<T>
  try {
    await withClient(pool, (connection) => connection.script('select 1'))
  } catch (error) {
    await pool.end()
    throw notOpened(error as DbError, databaseUrl)
  }
  return {
    kind: 'postgres',
    tenant: (tenant_id, work, priority = 'interactive') => run(tenant_id, work, priority),
    system: (work, priority = 'interactive') => run(null, work, priority),
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

async function withClient<T>(pool: pg.Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error) => {
    throw toDbError(error)
  })
  let lost: Error | undefined
  const onError = (error: Error) => {
    lost = error
  }
  client.on('error', onError)
  const send = async (text: string, parameters?: readonly unknown[]) => {
    try {
      const { rows, rowCount } = await client.query(text, parameters as unknown[])
      return { rows, count: rowCount ?? 0 }
    } catch (error) {
      throw toDbError(error)
    }
  }
  try {
    return await work({
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
