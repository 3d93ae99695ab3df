import { demand } from '../limits/limiter.ts'
import { claimsFrom, type NetworkBudgets } from '../limits/rates.ts'

/**
 * Looks up who holds a token of a session, for whoever comes `from` a network or a familiar browser. Whoever brings many
 * that nobody holds waits: it throws `tooOften`, and nothing is looked up for him meanwhile.
 */
export async function lookUp<T>(
  budgets: NetworkBudgets<'wrongTokens'>,
  from: string,
  look: () => Promise<T | null>,
): Promise<T | null> {
  const claims = claimsFrom(budgets, 'wrongTokens', from)
  demand(...claims)
  const holder = await look()
  if (holder !== null) for (const [budget, key] of claims) budget.giveBack(key)
  return holder
}
