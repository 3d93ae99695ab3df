import { checkGuess } from '../limits/guesses.ts'
import { claimsFrom, type NetworkBudgets } from '../limits/rates.ts'

/**
 * Finds who holds a token of a session, for whoever comes `from` a network or a familiar browser. Whoever brings many that
 * nobody holds waits: it throws `tooOften`, and nothing is looked up for him meanwhile.
 */
export const holderOfToken = <T>(
  budgets: NetworkBudgets<'wrongTokens'>,
  from: string,
  findHolder: () => Promise<T | null>,
): Promise<T | null> => checkGuess(claimsFrom(budgets, 'wrongTokens', from), findHolder, (holder) => holder === null)
