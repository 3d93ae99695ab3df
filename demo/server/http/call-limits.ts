import { type Claim, demand } from '../limits/limiter.ts'
import type { Budgets } from '../limits/rates.ts'
import { type Caller, organisationOf, principalOf } from './caller.ts'

/**
 * Counts a call of whoever holds a token, before its body is read. Throws 100019 (HTTP 429) when the caller, his embed key
 * or share link, or the users or the guests of his organisation have made too many.
 */
export const countCall = (budgets: Budgets, caller: Caller): void => demand(...claimsOf(budgets, caller))

/** Each of these of a body or an answer costs as much as one more call: reading or writing it takes about a millisecond. */
const CHARACTERS_OF_CALL = 65_536

/** How many calls so many characters or bytes cost, beside the call itself. */
export const costOf = (size: number): number => Math.floor(size / CHARACTERS_OF_CALL)

/** Counts the size of a body or an answer, which is known when it is had: whoever sends or asks for large ones calls less often. */
export const countSize = (budgets: Budgets, caller: Caller, size: number): void =>
  spendCalls(budgets, caller, costOf(size))

/** Counts work as so many calls, beside the call itself. */
export function spendCalls(budgets: Budgets, caller: Caller, calls: number): void {
  if (calls > 0) for (const [budget, key] of claimsOf(budgets, caller)) budget.spend(key, calls)
}

function claimsOf(budgets: Budgets, caller: Caller): Claim[] {
  const { guest, visitor, is_experience } = caller
  const own = visitor || is_experience ? budgets.callsOfVisitor : guest ? budgets.callsOfGuest : budgets.callsOfUser
  const key = visitor ? `link ${visitor.link_id}` : guest ? `key ${guest.key_id}` : null
  const ofKey: Claim[] = key === null ? [] : [[budgets.callsOfKey, key]]
  return [[own, principalOf(caller)], ...ofKey, [budgets.callsOfOrganisation, organisationOf(caller)]]
}
