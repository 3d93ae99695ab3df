import { LIMITS } from '../../../core/catalogue/limits.ts'
import { addressOf } from '../../../core/contract/person.ts'
import { tooOften } from './limiter.ts'
import { networkOf, siteOf } from './network-of.ts'

/** Wrong passwords that one address may try, for any names: a guesser with a list of names meets it first. */
const ADDRESS_TRIES = 100
/** A whole site of IPv6 tries as many as so many of its networks. */
const NETWORKS_OF_SITE = 4
/** Organisations of which each may try all that one may, of one device, until nobody may: whoever registers many guesses no more. */
const ORGANISATIONS_OF_DEVICE = 20
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
  /** Who tries the password of a device: wrong ones of others are not to keep the owner from it, unless they are very many. */
  tenant_id?: number
  /** This user has signed in from this address: failed attempts from elsewhere do not lock it here. */
  isFamiliar?: boolean
}

/** What wrong passwords count for: so many make it wait. */
interface Line {
  all: Map<string, Tries>
  key: string
  most: number
}

/** Slows guessing. Names that do not exist are counted like all others: a lock reveals nothing. */
export interface LoginGuard {
  /**
   * Verifies a password as one try of the name, of the address and of its site; that of a device as one of the asking
   * organisation and of all. Throws 100019 (HTTP 429), without verifying, when one of these has no try left; a right
   * password forgets the wrong ones of its name, for a device of its organisation.
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

  /** Whose tries an attempt is one of. A right password forgets the wrong ones of the first. */
  function linesOf(attempt: Attempt): Line[] {
    const { isFamiliar, tenant_id } = attempt
    const name = nameKey(attempt)
    const own = isFamiliar ? familiarKey(attempt) : tenant_id === undefined ? name : `${name} of ${tenant_id}`
    const lines: Line[] = [{ all: names, key: own, most: LIMITS.lockAfter }]
    if (tenant_id !== undefined) lines.push({ all: names, key: name, most: ORGANISATIONS_OF_DEVICE * LIMITS.lockAfter })
    const network = networkOf(attempt.address)
    // Whoever has signed in from here before is not locked out by what others behind the same address try.
    const most = isFamiliar ? Number.POSITIVE_INFINITY : ADDRESS_TRIES
    lines.push({ all: addresses, key: network, most })
    const site = siteOf(network)
    if (site !== null) lines.push({ all: addresses, key: site, most: NETWORKS_OF_SITE * most })
    return lines
  }

  return {
    tryPassword: async (attempt, verify) => {
      const lines = linesOf(attempt).map(({ all, key, most }) => ({ all, key, most, tries: triesOf(all, key) }))
      try {
        const full = lines.filter(({ tries, most }) => tries.wrong + tries.pending >= most)
        if (full.length > 0) throw tooOften(Math.max(...full.map(({ tries }) => tries.until)) - now())
        for (const { tries } of lines) tries.pending++
        const isRight = await verify().finally(() => {
          for (const { tries } of lines) tries.pending--
        })
        if (!isRight) for (const { all, key, tries } of lines) isWrong(all, key, tries)
        else if (lines[0]) lines[0].tries.wrong = 0
        return isRight
      } finally {
        for (const { all, key, tries } of lines) drop(all, key, tries)
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
