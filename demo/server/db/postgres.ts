import pg from 'pg'
import type { Connection } from './connection.ts'
import { type Db, type Priority, toDbError } from './db.ts'
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
    throw new Error('The database at DATABASE_URL cannot be reached.', { cause: error })
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
