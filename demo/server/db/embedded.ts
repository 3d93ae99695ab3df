import { join } from 'node:path'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { strangersTurn } from '../limits/familiar.ts'
import { type Db, DbError, PROBE, type Priority } from './db.ts'
import { lockDirectory } from './directory-lock.ts'
import { Engine } from './embedded-engine.ts'
import type { Holder } from './lease-turns.ts'
import { holderOf, isLook, Leases, ofCall } from './leases.ts'
import { readAlone } from './lone-reads.ts'
import type { Schema } from './schema.ts'
import { statementLimitMs } from './statement-limits.ts'
import { beginOf, transact } from './transaction.ts'

/** Tables of which a fifth changed, as autovacuum counts; PGlite has none. */
const worn = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where n_dead_tup > 50 + n_live_tup * 0.2 or n_mod_since_analyze > 50 + n_live_tup * 0.2`

const undefinedTable = '42P01'

/** Where in the data directory the database lies; beside it are the lock and what others keep. */
export const databaseIn = 'database'

/**
 * Tables that are more than twice as large as they were when their statistics were made: by the rows that were counted since,
 * or, where a crash has lost those counts, by their pages of 8 KB.
 */
const grown = `
  select format('%I.%I', s.schemaname, s.relname) as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_live_tup > 2 * greatest(c.reltuples, 500)
    or pg_relation_size(c.oid) > 2 * 8192::bigint * greatest(c.relpages, 4)`

/** What was written since the last checkpoint: it is kept beside the tables until the next, and read again after a crash. */
const unsaved = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()`
/** Some seconds to read again; a checkpoint of so much takes half a second to one. */
const UNSAVED_BYTES = 256 << 20

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
  const run = <T>(
    tenant_id: number | null,
    work: (q: Kysely<Schema>) => Promise<T>,
    priority: Priority,
    holder: Holder = tenant_id,
    limitMs = limits[priority],
  ): Promise<T> => {
    const inTransaction = <W>(work: (q: Kysely<Schema>) => Promise<W>): Promise<W> =>
      leases.hold(
        priority,
        async () => transact(await engine.connect(limitMs), tenant_id, ofCall(work, priority, holder)),
        holder,
      )
    if (!isLook(priority)) return inTransaction(work)
    const around = { before: beginOf(tenant_id), after: 'commit' }
    const read = async ({ sql, parameters }: CompiledQuery) => {
      const connection = await engine.connect(limitMs)
      return ofCall(() => connection.query(sql, parameters, around), priority, holder)(undefined)
    }
    return readAlone(work, {
      read: (statement) => leases.read(priority, () => read(statement), holder),
      transact: inTransaction,
    })
  }
  const turn = (text: string, priority: Priority = 'reports') =>
    leases.hold(priority, async () => (await engine.connect(limits.maintain)).query(text, []))
  const eachTable = async (tables: string, command: string, priority: Priority) => {
    await turn('select pg_stat_force_next_flush()', priority)
    const { rows } = await turn(tables, priority)
    for (const { name } of rows as { name: string }[])
      await turn(`${command} ${name}`, priority).catch((error) => {
        // Dropped since it was listed, as partitions are.
        if (!(error instanceof DbError) || error.code !== undefinedTable) throw error
      })
  }
  return {
    kind: 'embedded',
    tenant: (tenant_id, work, priority = 'interactive') =>
      run(tenant_id, work, priority, holderOf(tenant_id, priority)),
    system: (work, priority = 'interactive') => run(null, work, priority),
    systemFor: (tenant_id, work, priority = 'interactive') => run(null, work, priority, holderOf(tenant_id, priority)),
    migrate: (work) => run(null, work, 'reports', null, limits.migrate),
    unknown: (from, work) => run(null, work, 'interactive', strangersTurn(from)),
    probe: async () => {
      engine.checkRoom()
      await run<void>(null, async (q) => void (await sql.raw(PROBE).execute(q)), 'ingest')
    },
    // Takes some ms, before all others: without statistics the store gets so slow that it would never have its turn.
    analyze: async () => {
      await eachTable(grown, 'analyze', 'ingest')
      const { rows } = await turn(unsaved, 'ingest')
      if ((rows as { bytes: number }[]).some(({ bytes }) => bytes > UNSAVED_BYTES)) await turn('checkpoint', 'ingest')
    },
    maintain: async () => {
      await eachTable(worn, 'vacuum (analyze)', 'reports')
      await turn('checkpoint')
    },
    close: () => {
      closed ??= leases.hold('reports', () => engine.close()).then(() => lock.release())
      return closed
    },
  }
}
