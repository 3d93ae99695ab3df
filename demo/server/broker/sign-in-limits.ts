import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { openBudget, takeAll, waitOf } from '../limits/limiter.ts'
import { networkOf } from '../limits/network-of.ts'
import { claimsOfNetwork } from '../limits/rates.ts'

/** Each wrong password costs 33 ms of CPU. */
const WRONG_OF_DEVICE = { most: 10, perMs: MINUTE_MS } as const
/** Of all devices of one network, of which a few may be set up wrongly. */
const WRONG_OF_NETWORK = { most: 300, perMs: MINUTE_MS } as const
/** Devices that signed in; beyond these the one that did so longest ago is unknown again. */
const FAMILIAR = 50_000

/** A sign-in that may be checked. Call one of them when it was. */
export interface Attempt {
  right(): void
  wrong(): void
  /** It was not checked after all, or refused for another reason. */
  void(): void
}

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
    /** Null when there were too many wrong ones. Right ones of one network do not hold each other back: a plant's devices come back all at once. */
    begin(sn_code: string, address: string, client_id: string): Attempt | null {
      const network = networkOf(address)
      const wrong = claimsOfNetwork(ofNetwork, network)
      const device = `${snKey(sn_code)} ${network}`
      const client = `${device} ${client_id}`
      if (!familiar.has(device) && waitOf(wrong) > 0) return null
      const guesses = familiar.has(client) ? client : device
      if (ofDevice.take(guesses) > 0) return null
      const giveBack = () => ofDevice.giveBack(guesses)
      return {
        right: () => {
          giveBack()
          remember(device)
          remember(client)
        },
        wrong: () => void takeAll(wrong),
        void: giveBack,
      }
    },
  }
}
