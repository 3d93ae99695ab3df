import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseIn } from '../../demo/server/db/embedded.ts'
import { startEmbedded } from '../server/stores.ts'
import { type Outcome, runTrial } from './trial.ts'

const LIE_MS = 2000

/**
 * A disk that says that it has written the log of writes and has not, before the power goes: after the end of the process
 * the log is as it was 2 s before. What was acknowledged in these seconds is gone, which no database can help; the store
 * must open, lose no more than that, and go on. What such a disk does to the tables themselves is not tried.
 */
export async function lyingDisk(): Promise<Outcome> {
  const store = await startEmbedded()
  const log = join(store.place.dataDir, databaseIn, 'pg_wal')
  const kept = mkdtempSync(join(tmpdir(), 'sightglass-wal-'))
  const perS = 200
  try {
    return await runTrial({
      fault: 'a disk that lies about fsync',
      store,
      mayLose: { count: 3 * perS, because: 'the disk had said that they were written' },
      async during({ server, wait }) {
        cpSync(log, kept, { recursive: true })
        await wait(LIE_MS)
        await server.kill('SIGKILL')
        rmSync(log, { recursive: true })
        cpSync(kept, log, { recursive: true })
        await server.start()
      },
    })
  } finally {
    rmSync(kept, { recursive: true })
    await store.stop()
  }
}
