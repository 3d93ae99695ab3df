import { type Budget, demand, waitOf } from '../limits/limiter.ts'
import { claimsFrom, type NetworkBudgets } from '../limits/rates.ts'

/** Tokens that share a budget: a network's or a familiar browser's, or those of a whole site or organisation. */
interface Line {
  /** Being looked up, or waiting for that. */
  size: number
  /** Being looked up. */
  underWay: number
  /** Continue when one of those under way has ended. */
  waiting: (() => void)[]
}

const linesOf = new WeakMap<Budget, Map<string, Line>>()

/**
 * Finds who holds a token of a session, for whoever comes `from` a network or a familiar browser. Whoever brings many that
 * nobody holds waits: it throws `tooOften`, and nothing is looked up for him meanwhile. Each token counts as a wrong one
 * while it is looked up, so that no more wrong ones are looked up at once than one after the other; but those under way may
 * be right, and so are waited for: after a restart the right tokens of a whole site come at once.
 */
export async function holderOfToken<T>(
  budgets: NetworkBudgets<'wrongTokens'>,
  from: string,
  findHolder: () => Promise<T | null>,
): Promise<T | null> {
  const claims = claimsFrom(budgets, 'wrongTokens', from)
  const giveBack = () => {
    for (const [budget, key, cost] of claims) budget.giveBack(key, cost)
  }
  const lines = linesOf.get(budgets.wrongTokens) ?? new Map<string, Line>()
  linesOf.set(budgets.wrongTokens, lines)
  const widest = claims.at(-1)?.[1] ?? from
  const line = lines.get(widest) ?? { size: 0, underWay: 0, waiting: [] }
  lines.set(widest, line)
  line.size += 1
  try {
    while (line.underWay > 0 && waitOf(claims) > 0)
      await new Promise<void>((goOn) => {
        line.waiting.push(goOn)
      })
    demand(...claims)
    line.underWay += 1
    try {
      const holder = await findHolder()
      if (holder !== null) giveBack()
      return holder
    } catch (error) {
      // The store is away, or the token is refused for another reason than that nobody holds it.
      giveBack()
      throw error
    } finally {
      line.underWay -= 1
      // Where none is under way any more, nobody else continues the others.
      for (const goOn of line.waiting.splice(0, line.underWay > 0 ? 1 : line.waiting.length)) goOn()
    }
  } finally {
    line.size -= 1
    if (line.size === 0) lines.delete(widest)
  }
}
