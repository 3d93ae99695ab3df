import { LIMITS } from '../../core/catalogue/limits.ts'
import { ApiError } from '../../core/contract/api-error.ts'

/** Wrong passwords that one address may try, for any names: a guesser with a list of names meets it first. */
const ADDRESS_TRIES = 100
const REMEMBERED = 50_000

interface Tries {
  wrong: number
  /** When the wrong ones are forgotten. */
  until: number
  /** Not answered yet: those count as wrong, or any number of guesses could be made side by side. */
  pending: number
}

/** Slows guessing. Names that do not exist are counted like all others: a lock tells nothing. */
export interface LoginGuard {
  /**
   * Verifies a password as one try of the name and of the address. Throws 100019 (HTTP 429), without verifying, when
   * either has no try left; a right password forgets the wrong ones of its name.
   */
  tryPassword(user_name: string, address: string, verify: () => Promise<boolean>): Promise<boolean>
}

export function openLoginGuard(now: () => number = Date.now): LoginGuard {
  const names = new Map<string, Tries>()
  const addresses = new Map<string, Tries>()

  const triesOf = (all: Map<string, Tries>, key: string): Tries => {
    const known = all.get(key)
    if (known) {
      if (known.until <= now()) known.wrong = 0
      return known
    }
    if (all.size >= REMEMBERED) all.delete(all.keys().next().value as string)
    const fresh = { wrong: 0, until: 0, pending: 0 }
    all.set(key, fresh)
    return fresh
  }
  /** The newest wrong try stands last, so that the oldest are forgotten first. */
  const isWrong = (all: Map<string, Tries>, key: string, tries: Tries) => {
    tries.wrong++
    tries.until = now() + LIMITS.lockMs
    all.delete(key)
    all.set(key, tries)
  }
  const drop = (all: Map<string, Tries>, key: string, tries: Tries) => {
    if (tries.wrong + tries.pending === 0 && all.get(key) === tries) all.delete(key)
  }

  return {
    tryPassword: async (user_name, address, verify) => {
      const name = user_name.toLowerCase()
      const ofName = triesOf(names, name)
      const ofAddress = triesOf(addresses, address)
      const hasTry =
        ofName.wrong + ofName.pending < LIMITS.lockAfter && ofAddress.wrong + ofAddress.pending < ADDRESS_TRIES
      try {
        if (!hasTry) throw new ApiError('100019', { status: 429 })
        ofName.pending++
        ofAddress.pending++
        const isRight = await verify().finally(() => {
          ofName.pending--
          ofAddress.pending--
        })
        if (isRight) ofName.wrong = 0
        else {
          isWrong(names, name, ofName)
          isWrong(addresses, address, ofAddress)
        }
        return isRight
      } finally {
        drop(names, name, ofName)
        drop(addresses, address, ofAddress)
      }
    },
  }
}
