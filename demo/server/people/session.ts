import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { ForeignPage } from '../../../core/contract/session.ts'
import { writeAudit } from '../audit/index.ts'
import type { Caller } from '../http/caller.ts'
import type { Settings } from '../settings.ts'
import { firstPageOf } from './landing.ts'
import { type LoginParts, loginAnswers } from './login.ts'

export interface SessionParts extends LoginParts {
  settings: Pick<Settings, 'DEMO_ON_NETWORK'>
  /** Filled once the demo's portals are up. */
  foreignPages?: readonly ForeignPage[]
}

export function sessionAnswers(parts: SessionParts): Answers<Contract['session'], Caller> {
  const { settings, db, sessions, customPages, foreignPages = [], now = Date.now } = parts

  const tenantOf = (tenant_id: number) =>
    db.tenant(tenant_id, (q) =>
      q.selectFrom('tenant').select(['name', 'timezone', 'week_start', 'is_demo']).executeTakeFirstOrThrow(),
    )

  return {
    ...loginAnswers(parts),

    foreignPages: async () => ({ pages: [...foreignPages] }),

    async logout(_input, caller) {
      await sessions.revoke(caller.session_hash)
      const { tenant_id, user_id: target_user_id } = caller
      await db.tenant(tenant_id, (q) => writeAudit(q, caller, { action: 'sign-out', target_user_id }, now()))
      return {}
    },

    heart: async () => ({ server_time: now() }),

    async whoAmI(_input, { user_id, user_name, name, user_type, tenant_id, by, is_experience }) {
      const { name: tenant_name, is_demo } = await tenantOf(tenant_id)
      const demo = !is_demo ? ('no' as const) : settings.DEMO_ON_NETWORK ? ('network' as const) : ('local' as const)
      const simulated_by = by && { user_id: by.user_id, name: by.user_name, until_time: by.until_time }
      return { user_id, user_name, name, user_type, tenant_id, tenant_name, simulated_by, is_experience, demo }
    },

    async privileges(_input, caller) {
      const { timezone, week_start } = await tenantOf(caller.tenant_id)
      return {
        grantedPermissions: caller.roles.length > 0 ? caller.roles.join(',') : null,
        menuPermissions: await db.tenant(caller.tenant_id, (q) => firstPageOf(q, caller, customPages)),
        timezone,
        week_start,
      }
    },

    async customPage(_input, caller) {
      const page = await db.tenant(caller.tenant_id, (q) => customPages.of(q, caller))
      if (page === null) return { custom_page_name: null, custom_page_json: null }
      const { dashboard_id, dashboard_name } = page
      return { custom_page_name: dashboard_name, custom_page_json: { dashboard_id } }
    },

    async timezone(_input, { tenant_id }) {
      const { timezone, week_start } = await tenantOf(tenant_id)
      return { timezone, week_start }
    },
  }
}
