import { LIMITS } from '../../../core/catalogue/limits.ts'
import { addressOf } from '../../../core/contract/person.ts'
import { tooOften } from '../limits/limiter.ts'
import { networkOf } from '../limits/network-of.ts'

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

export interface Attempt {
  /** What the password is of: a sign-in, the own account, a device. Each has tries of its own. */
  kind?: 'login' | 'own' | 'device'
  /** As it was typed; a phone number counts as one however it is spelt. */
  user_name: string
  address: string
  /** This user has signed in from this address: what strangers try elsewhere does not lock it here. */
  isFamiliar?: boolean
}

/** Slows guessing. Names that do not exist are counted like all others: a lock tells nothing. */
export interface LoginGuard {
  /**
   * Verifies a password as one try of the name and of the address. Throws 100019 (HTTP 429), without verifying, when
   * either has no try left; a right password forgets the wrong ones of its name.
   */
  tryPassword(attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean>
  /** Whether enough passwords were wrong, for this name or from this address, to ask for a graphic code. */
  isSuspicious(attempt: Omit<Attempt, 'isFamiliar'>): boolean
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
  const wrongOf = (all: Map<string, Tries>, key: string): number => {
    const known = all.get(key)
    return known && known.until > now() ? known.wrong : 0
  }
  const nameKey = ({ kind = 'login', user_name }: Pick<Attempt, 'kind' | 'user_name'>) =>
    `${kind} ${addressOf(user_name)?.address ?? user_name.trim().toLowerCase()}`
  const familiarKey = (attempt: Attempt) => `familiar ${networkOf(attempt.address)} ${nameKey(attempt)}`

  return {
    tryPassword: async (attempt, verify) => {
      const address = networkOf(attempt.address)
      const name = attempt.isFamiliar ? familiarKey(attempt) : nameKey(attempt)
      const ofName = triesOf(names, name)
      const ofAddress = triesOf(addresses, address)
      // Whoever has signed in from here before is not locked out by what others behind the same address try.
      const addressTries = attempt.isFamiliar ? Number.POSITIVE_INFINITY : ADDRESS_TRIES
      const hasTry =
        ofName.wrong + ofName.pending < LIMITS.lockAfter && ofAddress.wrong + ofAddress.pending < addressTries
      try {
        if (!hasTry) throw tooOften(Math.max(ofName.until, ofAddress.until) - now())
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
    isSuspicious: (attempt) =>
      Math.max(
        wrongOf(names, nameKey(attempt)),
        wrongOf(names, familiarKey(attempt)),
        wrongOf(addresses, networkOf(attempt.address)),
      ) >= LIMITS.graphicCodeAfter,
  }
}
