import { type Budget, type Claim, demand, waitOf } from './limiter.ts'

/** Guesses that share a budget: a network's or a familiar browser's, or those of a whole site or organisation. */
interface Line {
  /** Being checked, or waiting for that. */
  size: number
  /** Being checked. */
  underWay: number
  /** Continue when one of those under way has ended. */
  waiting: (() => void)[]
}

const linesOf = new WeakMap<Budget, Map<string, Line>>()

/**
 * Checks a password or token that may be guessed. Each counts as a wrong one while it is checked, so that no more wrong
 * ones are checked at once than one after the other; but those under way may be right, and so are waited for: after a
 * restart the right ones of a whole site come at once. Throws `tooOften`, and checks nothing, where wrong ones have used
 * up the claims: the narrowest first, the widest last.
 */
export async function checkGuess<T>(
  claims: readonly Claim[],
  check: () => Promise<T>,
  isWrong: (found: T) => boolean,
): Promise<T> {
  const giveBack = () => {
    for (const [budget, key, cost] of claims) budget.giveBack(key, cost)
  }
  const [budget, key] = claims.at(-1) as Claim
  const lines = linesOf.get(budget) ?? new Map<string, Line>()
  linesOf.set(budget, lines)
  const line = lines.get(key) ?? { size: 0, underWay: 0, waiting: [] }
  lines.set(key, line)
  line.size += 1
  try {
    while (line.underWay > 0 && waitOf(claims) > 0)
      await new Promise<void>((goOn) => {
        line.waiting.push(goOn)
      })
    demand(...claims)
    line.underWay += 1
    try {
      const found = await check()
      if (!isWrong(found)) giveBack()
      return found
    } catch (error) {
      // The store is away, or it is refused for another reason than that it is wrong.
      giveBack()
      throw error
    } finally {
      line.underWay -= 1
      // Where none is under way any more, nobody else continues the others.
      for (const goOn of line.waiting.splice(0, line.underWay > 0 ? 1 : line.waiting.length)) goOn()
    }
  } finally {
    line.size -= 1
    if (line.size === 0) lines.delete(key)
  }
}
