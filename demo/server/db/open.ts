import type { Db } from './db.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

export interface Place {
  /** Directory of the embedded database; made when missing. */
  dataDir: string
  /** An external PostgreSQL instead, by its owner's URL. */
  databaseUrl?: string | undefined
  /** The store is lost for good (disk full, directory taken): end the process with this one sentence. */
  onFatal?: (error: Error) => void
}

/** Opens the store and brings its schema up to date. Throws an Error of one sentence that says what is wrong. */
export async function openDb({ dataDir, databaseUrl, onFatal = endProcess }: Place): Promise<Db> {
  const db = databaseUrl ? await openPostgres(databaseUrl) : await openEmbedded(dataDir, onFatal)
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

function endProcess(error: Error): void {
  console.error(error.message)
  process.exit(1)
}
