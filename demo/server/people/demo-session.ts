import type { Db } from '../db/db.ts'
import type { Sessions } from './sessions.ts'

/**
 * A session for a program that comes with the demo, as a demo user: its token, or null where there is no such user. The
 * session of an earlier start of the same program ends.
 */
export async function demoSession(
  db: Db,
  sessions: Pick<Sessions, 'create'>,
  user_name: string,
  agent: string,
): Promise<string | null> {
  const user = await db.system((q) =>
    q
      .selectFrom('app_user')
      .select(['tenant_id', 'user_id'])
      .where('user_name', '=', user_name)
      // A user of another organisation may have the name: nothing of the demo acts as him.
      .where('tenant_id', 'in', q.selectFrom('tenant').select('tenant_id').where('is_demo', '=', true))
      .executeTakeFirst(),
  )
  if (!user) return null
  await db.system((q) =>
    q.deleteFrom('session').where('user_id', '=', user.user_id).where('agent', '=', agent).execute(),
  )
  return sessions.create({ ...user, agent, address: '127.0.0.1' })
}
