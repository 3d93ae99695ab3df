import { LIMITS } from '../../core/catalogue/limits.ts'
import { ApiError } from '../../core/contract/api-error.ts'

/** Wrong passwords that one address may try, for any names: a guesser with a list of names meets it first. */
const ADDRESS_TRIES = 100
const REMEMBERED = 50_000

interface Tries {
  count: number
  until: number
}

/** Slows guessing. Names that do not exist are counted like all others: a lock tells nothing. */
export interface LoginGuard {
  /** Throws 100019 (HTTP 429) when the address has tried too many wrong passwords. */
  admit(address: string): void
  /** Throws 100019 (HTTP 429) while the name is locked. */
  check(user_name: string): void
  failed(user_name: string, address: string): void
  succeeded(user_name: string): void
}

export function openLoginGuard(now: () => number = Date.now): LoginGuard {
  const names = new Map<string, Tries>()
  const addresses = new Map<string, Tries>()
  const keyOf = (user_name: string) => user_name.toLowerCase()

  const isOver = (tries: Map<string, Tries>, key: string, most: number) => {
    const { count = 0, until = 0 } = tries.get(key) ?? {}
    return count >= most && until > now()
  }
  const add = (tries: Map<string, Tries>, key: string) => {
    const before = tries.get(key)
    const count = before && before.until > now() ? before.count + 1 : 1
    tries.delete(key)
    if (tries.size >= REMEMBERED) tries.delete(tries.keys().next().value as string)
    tries.set(key, { count, until: now() + LIMITS.lockMs })
  }
  const refuse = (): never => {
    throw new ApiError('100019', { status: 429 })
  }

  return {
    admit: (address) => {
      if (isOver(addresses, address, ADDRESS_TRIES)) refuse()
    },
    check: (user_name) => {
      if (isOver(names, keyOf(user_name), LIMITS.lockAfter)) refuse()
    },
    failed: (user_name, address) => {
      add(names, keyOf(user_name))
      add(addresses, address)
    },
    succeeded: (user_name) => names.delete(keyOf(user_name)),
  }
}
