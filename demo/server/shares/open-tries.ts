import { ApiError } from '../../../core/contract/api-error.ts'
import { openLoginGuard } from '../login-guard.ts'
import { networkOf } from '../network-of.ts'

const OPENED_A_MINUTE = 60
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Wrong passwords of one link in an hour, from anywhere. */
const WRONG_AN_HOUR = 200
const REMEMBERED = 20_000

/** Slows whoever tries links and their passwords. */
export interface OpenTries {
  /** Throws 100019 (HTTP 429) when an address has opened its share of links in this minute. */
  count(address: string): void
  /** Verifies a password as one try of the address and of the link; throws 100019 (HTTP 429) when either has none left. */
  tryPassword(link_id: number, address: string, verify: () => Promise<boolean>): Promise<boolean>
}

interface Counted {
  span: number
  count: number
}

export function openOpenTries(now: () => number = Date.now): OpenTries {
  const opened = new Map<string, Counted>()
  const wrong = new Map<string, Counted>()
  const guard = openLoginGuard(now)

  const add = (all: Map<string, Counted>, key: string, spanMs: number, more: number): number => {
    const span = Math.floor(now() / spanMs)
    const known = all.get(key)
    const count = (known?.span === span ? known.count : 0) + more
    if (!known && all.size >= REMEMBERED) all.delete(all.keys().next().value as string)
    all.set(key, { span, count })
    return count
  }
  const tooMany = () => new ApiError('100019', { status: 429 })

  return {
    count(address) {
      if (add(opened, networkOf(address), MINUTE_MS, 1) > OPENED_A_MINUTE) throw tooMany()
    },
    async tryPassword(link_id, address, verify) {
      const link = `${link_id}`
      if (add(wrong, link, HOUR_MS, 0) >= WRONG_AN_HOUR) throw tooMany()
      // Whoever guesses elsewhere does not lock out who was given the link.
      const user_name = `share ${link_id} ${networkOf(address)}`
      const isRight = await guard.tryPassword({ kind: 'own', user_name, address }, verify)
      if (!isRight) add(wrong, link, HOUR_MS, 1)
      return isRight
    },
  }
}
