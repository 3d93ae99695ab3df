import { sql } from 'kysely'
import { ROUTES } from '../../../core/catalogue/routes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { ForeignPage } from '../../../core/contract/session.ts'
import type { Caller } from '../caller.ts'
import type { Db } from '../db/db.ts'
import type { LoginGuard } from '../login-guard.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import type { Sessions } from '../sessions.ts'

interface SessionParts {
  db: Db
  sessions: Sessions
  guard: LoginGuard
  /** Filled once the demo's portals are up. */
  foreignPages?: readonly ForeignPage[]
  now?: () => number
}

const HOME = 'P10000'
const LANDINGS = ROUTES.flatMap(({ landing }) => landing ?? [])

/** The page shown first: what the role says, else home, else the first page of the console that the user may open. */
function landingOf(roles: readonly string[], custom_home: string | null): string {
  return [custom_home, HOME, ...LANDINGS].find((code) => code !== null && roles.includes(code)) ?? HOME
}

export function sessionAnswers({
  db,
  sessions,
  guard,
  foreignPages = [],
  now = Date.now,
}: SessionParts): Answers<Contract['session'], Caller> {
  // Verified when a name does not exist, so that the answer takes as long as for one that does.
  const nobodysHash = hashPassword('nobody')

  const find = (user_name: string) =>
    db.system((q) =>
      q
        .selectFrom('app_user')
        .select(['tenant_id', 'user_id', 'name', 'password_hash', 'is_active'])
        .where((on) => on.or([on(sql`lower(user_name)`, '=', user_name.toLowerCase()), on('user_tel', '=', user_name)]))
        // A name goes before a phone number that somebody took as a name.
        .orderBy(sql`lower(user_name) = ${user_name.toLowerCase()}`, 'desc')
        .orderBy('user_id')
        .executeTakeFirst(),
    )

  const tenantOf = (tenant_id: number) =>
    db.tenant(tenant_id, (q) => q.selectFrom('tenant').select(['name', 'timezone']).executeTakeFirstOrThrow())

  async function menuPermissions({ tenant_id, user_id, roles }: Caller): Promise<string> {
    const role = await db.tenant(tenant_id, (q) =>
      q
        .selectFrom('role as r')
        .innerJoin('app_user as u', (join) =>
          join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.role_id', '=', 'r.role_id'),
        )
        .select('r.custom_home')
        .where('u.user_id', '=', user_id)
        .executeTakeFirst(),
    )
    return landingOf(roles, role?.custom_home ?? null)
  }

  return {
    foreignPages: async () => ({ pages: [...foreignPages] }),

    async login({ user_name, password, public_key }, { address }) {
      const said_name = user_name.trim()
      if (said_name === '' || password === '') throw new ApiError('110001')
      let user: Awaited<ReturnType<typeof find>>
      const isRight = await guard.tryPassword(said_name, address, async () => {
        user = await find(said_name)
        return (await verifyPassword(password, user?.password_hash ?? (await nobodysHash))) && user !== undefined
      })
      if (!user || !isRight) throw new ApiError('110003')
      if (user.is_active !== 1) throw new ApiError('110426')
      const { tenant_id, user_id, name } = user
      const token = await sessions.create({ tenant_id, user_id, public_key })
      const caller = await sessions.callerOf(token)
      if (!caller) throw new Error('a new session has no caller')
      const roles = [...caller.roles]
      return { token, user_id, tenant_id, name, roles, menuPermissions: await menuPermissions(caller) }
    },

    async logout(_input, { session_hash }) {
      await sessions.revoke(session_hash)
      return {}
    },

    heart: async () => ({ server_time: now() }),

    async whoAmI(_input, { user_id, user_name, name, user_type, tenant_id }) {
      const { name: tenant_name } = await tenantOf(tenant_id)
      return { user_id, user_name, name, user_type, tenant_id, tenant_name }
    },

    async privileges(_input, caller) {
      return {
        grantedPermissions: caller.roles.length > 0 ? caller.roles.join(',') : null,
        menuPermissions: await menuPermissions(caller),
      }
    },

    // No tenant has a page of its own yet.
    customPage: async () => ({ custom_page_name: null, custom_page_json: null }),

    async timezone(_input, { tenant_id }) {
      const { timezone } = await tenantOf(tenant_id)
      return { timezone }
    },
  }
}
