import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import { openTenants } from '../db/tenants.ts'
import type { Caller } from '../http/caller.ts'
import type { LoginGuard } from '../limits/login-guard.ts'
import type { Settings } from '../settings.ts'
import type { LoginChecks } from './login-checks/login-checks.ts'

export interface LoginCheckParts {
  settings: Pick<Settings, 'REGISTRATION'>
  db: Db
  checks: LoginChecks
  guard: LoginGuard
}

export const loginCheckAnswers = ({
  settings,
  db,
  checks,
  guard,
}: LoginCheckParts): Answers<Contract['loginCheck'], Caller> => ({
  async needed({ user_name = '' }, { address, from }) {
    const experience = await db.unknown(from, (q) =>
      q
        .selectFrom('app_user')
        .select('user_id')
        .where('is_experience', '=', true)
        .where('tenant_id', 'in', openTenants(q))
        .limit(1)
        .executeTakeFirst(),
    )
    return {
      puzzle: checks.isOn,
      graphic_code: checks.isOn && guard.isSuspicious({ user_name, address }),
      experience: experience !== undefined,
      registration: settings.REGISTRATION,
    }
  },
  graphicCode: ({ check_code }, { from }) => checks.graphicCode(check_code, from),
  puzzle: (_input, { from }) => checks.puzzle(from),
  solve: async ({ puzzle_id, left }) => ({ puzzle_pass: checks.solve(puzzle_id, left) }),
})
