import { ApiError } from '../../core/contract/api-error.ts'
import { networkOf } from './network-of.ts'

/** Calls of the experience user from one address: one user is shared by everybody who looks around. */
const CALLS_A_MINUTE = 300
const MINUTE_MS = 60_000
const REMEMBERED = 10_000

/** Counts calls of visitors; throws 100019 (HTTP 429) when an address has had its share of this minute. */
export function openVisitorLimit(now: () => number = Date.now): { count(address: string): void } {
  const calls = new Map<string, { minute: number; count: number }>()
  return {
    count(from) {
      const address = networkOf(from)
      const minute = Math.floor(now() / MINUTE_MS)
      const known = calls.get(address)
      const count = known?.minute === minute ? known.count + 1 : 1
      if (count > CALLS_A_MINUTE) throw new ApiError('100019', { status: 429 })
      if (!known && calls.size >= REMEMBERED) calls.delete(calls.keys().next().value as string)
      calls.set(address, { minute, count })
    },
  }
}
