import { type Kysely, sql } from 'kysely'
import type { Code } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { writeAudit } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import type { LoginGuard } from '../limits/login-guard.ts'
import { notifySharesEnded } from '../messages/index.ts'
import { changePeople, endSharesOf } from '../rights/index.ts'
import { requirePassword } from './own-password.ts'
import type { Sessions } from './sessions.ts'

interface ClosingParts {
  db: Db
  sessions: Sessions
  guard: LoginGuard
  now?: () => number
}

type Left = { code: Code; count: number }

const otherAdministrator = (q: Kysely<Schema>, { user_id }: Pick<Caller, 'user_id'>) =>
  q
    .selectFrom('app_user')
    .select('user_id')
    .where('user_type', '=', 1)
    .where('user_id', '<>', user_id)
    .executeTakeFirst()

/** What an account still owns; a sub-user owns nothing, an administrator the organisation's, unless another is there. */
async function leftOf(q: Kysely<Schema>, { user_id, user_type }: Caller): Promise<Left[]> {
  if (user_type !== 1) return []
  if (await otherAdministrator(q, { user_id })) return []
  const { rows } = await sql<{ users: number; templates: number; devices: number; virtual_devices: number }>`select
    (select count(*) from app_user where user_id <> ${user_id}) as users,
    (select count(*) from template) as templates,
    (select count(*) from device where not is_virtual) as devices,
    (select count(*) from device where is_virtual) as virtual_devices`.execute(q)
  const { users = 0, templates = 0, devices = 0, virtual_devices = 0 } = rows[0] ?? {}
  return [
    { code: '110329', count: users },
    { code: '110330', count: virtual_devices },
    { code: '110331', count: templates },
    { code: '110332', count: devices },
  ].filter((left): left is Left => left.count > 0)
}

/** Answers of the account domain that end an account. */
export function closingAnswers(parts: ClosingParts): Pick<Answers<Contract['account'], Caller>, 'closing' | 'close'> {
  const { db, sessions, now = Date.now } = parts
  return {
    closing: async (_input, caller) => ({ left: await db.tenant(caller.tenant_id, (q) => leftOf(q, caller)) }),

    async close({ password_now }, asking) {
      await requirePassword(parts, asking, password_now)
      const { notify, unshared } = await changePeople(db, asking, async (q, caller) => {
        const { tenant_id, user_id, user_name } = caller
        const [blocking] = await leftOf(q, caller)
        if (blocking) throw new ApiError(blocking.code)
        const time = now()
        await writeAudit(q, caller, { action: 'close', target: user_name, target_user_id: user_id }, time)
        // First: with the user its sessions are gone, and their pages could not be notified.
        const notify = await sessions.endWithin(q, { tenant_id, user_ids: [user_id] }, 'ended')
        const shares = await endSharesOf(q, tenant_id, [user_id])
        await notifySharesEnded(q, shares, { by: user_name, time })
        // The organisation is kept, closed, for its records; nobody signs in to it.
        if (caller.user_type === 1 && !(await otherAdministrator(q, caller)))
          await q.updateTable('tenant').set({ closed_time: time }).where('tenant_id', '=', tenant_id).execute()
        await q.deleteFrom('app_user').where('user_id', '=', user_id).execute()
        return { notify, unshared: shares.map((share) => share.user_id) }
      })
      notify()
      if (unshared.length > 0) sessions.regrouped(asking.tenant_id, unshared)
      return {}
    },
  }
}
