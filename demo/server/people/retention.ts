import type { Db } from '../db/db.ts'
import { SESSION_MS } from './sessions.ts'

/** Deletes sessions that are over for as long as one lasts: their pages could show why. For a job. */
export async function deleteOldSessions(db: Db, now: number): Promise<void> {
  const over = now - SESSION_MS
  await db.system((q) => q.deleteFrom('session').where('expires_time', '<', over).execute(), 'reports')
}
