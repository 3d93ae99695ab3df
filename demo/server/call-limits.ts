import { type Caller, principalOf } from './caller.ts'
import { type Claim, demand } from './limiter.ts'
import type { Budgets } from './rates.ts'

/**
 * Counts a call of whoever holds a token, before its body is read. Throws 100019 (HTTP 429) when the caller, his embed key
 * or share link, or his organisation has made too many.
 */
export function countCall(budgets: Budgets, caller: Caller): void {
  const { guest, visitor, is_experience, tenant_id } = caller
  const own = visitor || is_experience ? budgets.callsOfVisitor : guest ? budgets.callsOfGuest : budgets.callsOfUser
  const key = visitor ? `link ${visitor.link_id}` : guest ? `key ${guest.key_id}` : null
  const ofKey: Claim[] = key === null ? [] : [[budgets.callsOfKey, key]]
  demand([own, principalOf(caller)], ...ofKey, [budgets.callsOfOrganisation, `${tenant_id}`])
}
