import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { demand, openBudget, tooOften } from '../limits/limiter.ts'
import { openLoginGuard } from '../limits/login-guard.ts'
import { networkOf } from '../limits/network-of.ts'
import { type Budgets, claimsFrom, type NetworkBudgets } from '../limits/rates.ts'

/** Wrong passwords of one link, from anywhere. */
const WRONG = { most: 200, perMs: HOUR_MS }

/** Slows whoever tries links and their passwords. */
export interface OpenTries {
  /** Throws 100019 (HTTP 429) when the caller's network has opened its share of links. */
  count(address: string): void
  /** Throws 100019 (HTTP 429) when this link was opened its share of times, by whomever. */
  countLink(link_id: number): void
  /** Verifies a password as one try of the address and of the link; throws 100019 (HTTP 429) when either has none left. */
  tryPassword(link_id: number, address: string, verify: () => Promise<boolean>): Promise<boolean>
}

export function openOpenTries(
  budgets: NetworkBudgets<'shareOpenings'> & Pick<Budgets, 'openingsOfLink'>,
  now: () => number = Date.now,
): OpenTries {
  const wrong = openBudget(WRONG, now)
  const guard = openLoginGuard(now)

  return {
    count: (address) => demand(...claimsFrom(budgets, 'shareOpenings', networkOf(address))),
    countLink: (link_id) => demand([budgets.openingsOfLink, `${link_id}`]),
    async tryPassword(link_id, address, verify) {
      const link = `${link_id}`
      const wait = wrong.waitMs(link)
      if (wait > 0) throw tooOften(wait)
      // Guesses from elsewhere do not lock out those who have the link.
      const user_name = `share ${link_id} ${networkOf(address)}`
      const isRight = await guard.tryPassword({ kind: 'own', user_name, address }, verify)
      if (!isRight) wrong.take(link)
      return isRight
    },
  }
}
