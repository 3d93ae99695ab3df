import { openDb } from '../../demo/server/db/open.ts'
import { seed } from '../../demo/server/seed.ts'
import { copyDatabase } from './cached-database.ts'
import { copyMigrated } from './migrated-database.ts'
import { cheapHash } from './passwords.ts'

/** Puts a database with the demo tenants, as a server fills it at its first start, into a data directory. */
export const copySeeded = (dataDir: string): Promise<void> =>
  copyDatabase(dataDir, import.meta.filename, async (made) => {
    await copyMigrated(made)
    const db = await openDb({ dataDir: made })
    await seed(db, { DEMO: true, DEMO_LANGUAGE: 'zh' })
    // Every test signs in; what a hash costs is shown where passwords are.
    await db.system((q) =>
      q
        .updateTable('app_user')
        .set({ password_hash: cheapHash('demo1234') })
        .where('password_hash', '<>', '-')
        .execute(),
    )
    await db.close()
  })
