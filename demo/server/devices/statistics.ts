import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { calendarOf } from '../../../core/rules/alarm-measure/calendar.ts'
import type { Db } from '../db/db.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { quotasOf } from '../quotas/index.ts'
import { openAvailability } from './availability.ts'

export interface StatisticsParts {
  db: Db
  fleet: Fleet
  /** How many alarms began on each day. */
  perTime: Answers<Contract['alarmRecord'], Caller>['perTime']
  now?: () => number
}

/** Days of the trend, today among them. */
const DAYS = 7
const LEAST_AVAILABLE = 5

export function statisticsAnswers(parts: StatisticsParts): Answers<Contract['statistics'], Caller> {
  const { db, perTime, now = Date.now } = parts
  const availability = openAvailability(parts)

  async function alarms(caller: Caller) {
    const { timezone } = await db.tenant(caller.tenant_id, (q) =>
      q.selectFrom('tenant').select('timezone').executeTakeFirstOrThrow(),
    )
    const end = now() + 1
    const [start = end] = calendarOf(timezone).days(end - (DAYS - 1) * DAY_MS, end)
    return perTime({ start, end, step: 'day' }, caller)
  }

  return {
    async read({ types }, caller) {
      const mayReadQuotas = types.includes('quotas') && hasRight(caller.roles, 'P53000')
      return {
        alarms: types.includes('alarms') ? await alarms(caller) : null,
        quotas: mayReadQuotas
          ? await db.tenant(caller.tenant_id, (q) => quotasOf(q, caller.tenant_id, caller.user_id))
          : null,
        availability: types.includes('availability') ? await availability(caller, LEAST_AVAILABLE) : null,
      }
    },
  }
}
