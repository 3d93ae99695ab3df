import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Db } from '../db/db.ts'
import { type Caller, NOBODY } from '../http/caller.ts'
import { heldBy, targetOf } from '../rights/index.ts'
import { requireNoMore } from './user-rights.ts'

/**
 * Whether somebody may (still) act as a user: holds the right to, oversees the user, and holds all that the user holds. What
 * the user is given meanwhile is not given to who acts as him.
 */
export const maySimulate = (
  db: Db,
  by: { user_id: number },
  { tenant_id, user_id }: Pick<Caller, 'tenant_id' | 'user_id'>,
): Promise<boolean> =>
  db.tenant(tenant_id, async (q) => {
    const held = await heldBy(q, { tenant_id, user_id: by.user_id })
    if (!held || !hasRight(held.roles, 'P53600')) return false
    const acting = { ...NOBODY, ...held }
    try {
      await requireNoMore(q, acting, await targetOf(q, acting, user_id))
      return true
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  })
