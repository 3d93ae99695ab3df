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
  const giveBack = () => {
    for (const [budget, key, cost] of claims) budget.giveBack(key, cost)
  }
  const holder = await look().catch((error) => {
    // The store is away, which says nothing of the token.
    giveBack()
    throw error
  })
  if (holder !== null) giveBack()
  return holder
}
