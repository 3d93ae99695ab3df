import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { checkGuess } from '../limits/guesses.ts'
import { demand, openBudget } from '../limits/limiter.ts'
import { networkOf } from '../limits/network-of.ts'
import { claimsOfNetwork } from '../limits/rates.ts'

/** Each wrong password costs 33 ms of CPU. */
const WRONG_OF_DEVICE = { most: 10, perMs: MINUTE_MS } as const
/** Of all devices of one network, of which a few may be set up wrongly. */
const WRONG_OF_NETWORK = { most: 300, perMs: MINUTE_MS } as const
/** Devices that signed in; beyond these the one that did so longest ago is unknown again. */
const FAMILIAR = 50_000

/** Who signs in, and from which address. */
interface Attempt {
  sn_code: string
  address: string
  client_id: string
}

/** `void`: refused for another reason than the password. */
type Verdict = 'right' | 'wrong' | 'void'

/**
 * Holds back who guesses passwords: by SN and network, and by network and site for SNs that never signed in from there.
 * Who behind a NAT guesses does not shut out the devices beside him; nor, when he guesses the password of one of them,
 * the device itself with the client id that it signed in with before.
 */
export function openSignInLimits(now: () => number = Date.now) {
  const ofDevice = openBudget(WRONG_OF_DEVICE, now)
  const ofNetwork = openBudget(WRONG_OF_NETWORK, now)
  const familiar = new Set<string>()

  const remember = (who: string) => {
    familiar.delete(who)
    if (familiar.size >= FAMILIAR) familiar.delete(familiar.values().next().value as string)
    familiar.add(who)
  }

  return {
    /**
     * Throws `tooOften`, and checks nothing, when there were too many wrong ones. Right ones of one network do not hold
     * each other back: a plant's devices come back all at once.
     */
    async check<T>(
      { sn_code, address, client_id }: Attempt,
      check: () => Promise<T>,
      verdict: (found: T) => Verdict,
    ): Promise<T> {
      const network = networkOf(address)
      const device = `${snKey(sn_code)} ${network}`
      const client = `${device} ${client_id}`
      const guesses = familiar.has(client) ? client : device
      const checkOfDevice = async () => {
        // Unlike those of a network they are not waited for: one device does not sign in ten times at once.
        demand([ofDevice, guesses])
        let found: Verdict = 'void'
        try {
          const entry = await check()
          found = verdict(entry)
          return entry
        } finally {
          if (found !== 'wrong') ofDevice.giveBack(guesses)
          if (found === 'right') for (const who of [device, client]) remember(who)
        }
      }
      if (familiar.has(device)) return checkOfDevice()
      return checkGuess(claimsOfNetwork(ofNetwork, network), checkOfDevice, (entry) => verdict(entry) === 'wrong')
    },
  }
}
