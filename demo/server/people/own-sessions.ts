import { sql } from 'kysely'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { writeAudit } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import type { Caller } from '../http/caller.ts'
import type { Sessions } from './sessions.ts'

interface OwnSessionParts {
  db: Db
  sessions: Sessions
  now?: () => number
}

/** Where somebody is signed in. */
export function ownSessionAnswers({
  db,
  sessions,
  now = Date.now,
}: OwnSessionParts): Pick<Answers<Contract['account'], Caller>, 'sessions' | 'endSession'> {
  return {
    async sessions(_input, { tenant_id, user_id, session_hash }) {
      const rows = await db.tenant(tenant_id, (q) =>
        q
          .selectFrom('session')
          .select(['session_id', 'created_time', 'last_seen_time', 'address', 'agent', 'by_user_name'])
          .select(sql<boolean>`token_hash = ${Buffer.from(session_hash, 'hex')}`.as('is_this'))
          .where('user_id', '=', user_id)
          .where('revoked_time', 'is', null)
          .where('expires_time', '>', now())
          .orderBy('created_time', 'desc')
          .limit(200)
          .execute(),
      )
      return { rows: rows.map(({ by_user_name, ...row }) => ({ ...row, simulated_by: by_user_name })) }
    },

    async endSession({ session_id }, caller) {
      const { tenant_id, user_id, session_hash } = caller
      if (session_id === undefined) {
        await sessions.endAll({ tenant_id, user_ids: [user_id], except: session_hash }, 'ended')
      } else {
        const row = await db.tenant(tenant_id, (q) =>
          q
            .selectFrom('session')
            .select('token_hash')
            .where('user_id', '=', user_id)
            .where('session_id', '=', session_id)
            .executeTakeFirst(),
        )
        if (row) await sessions.revoke(Buffer.from(row.token_hash).toString('hex'), 'ended')
      }
      await db.tenant(tenant_id, (q) =>
        writeAudit(q, caller, { action: 'sessions-end', target: session_id ?? '*', target_user_id: user_id }, now()),
      )
      return {}
    },
  }
}
