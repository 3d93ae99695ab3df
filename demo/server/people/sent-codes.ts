import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { DAY_MS, SECOND_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { CodePurpose } from '../../../core/contract/account.ts'
import type { Db } from '../db/db.ts'
import type { Caller } from '../http/caller.ts'
import { demand, takeAll, tooOften } from '../limits/limiter.ts'
import { networkOf, siteOf } from '../limits/network-of.ts'
import type { Budgets } from '../limits/rates.ts'
import { openWindow, type Window } from '../limits/window.ts'

interface Bound {
  purpose: CodePurpose
  /** As `addressOf` reads it. */
  address: string
  /** Whose a code is: the user's who binds, else that of the request for it; without one, of all who do not name theirs. */
  owner?: string | undefined
}

/** The signed-in user who asks, for a `bind`. */
type Asker = Pick<Caller, 'tenant_id' | 'user_id'>

/** The owner of a code that somebody unknown asks for, who returns the code with it. */
export const newRequest = (): string => randomBytes(16).toString('base64url')

/**
 * Codes by SMS and e-mail: 6 digits, good once, for 10 minutes, for one purpose and address. Each has 5 tries of its
 * owner's, which nobody else uses up. Those of somebody unknown have 5 more for all who do not name their request: with 10
 * codes a day for an address, of a million, a guesser has one chance in 10,000 a day.
 * `from` is who asks (`Caller.from`): he takes turns at the store with others.
 */
export interface SentCodes {
  /**
   * Counts a request for a code, of any address alike. Throws 100019 (HTTP 429) within 60 s of the last one for its purpose,
   * and when the address, the asking network or the asker had too many today. Of the 10 codes that an address gets for a
   * purpose one network, or one signed-in user, requests 3: with fewer than four networks nobody keeps its owner from a code.
   * Codes of signed-in users count by user and organisation; unknown callers share a budget, of which a part is kept for
   * networks that have requested few.
   */
  count(bound: Bound, network: string, asker?: Asker): void
  /** Uses up one of the messages that are kept for accounts of an organisation; false when there is none left today. */
  takeOfAccounts(tenant_id: number): boolean
  /** Makes the code and keeps its hash; an earlier one of the same purpose, address and owner is over. */
  make(bound: Bound, from: string): Promise<string>
  /**
   * Whether the code is right; a wrong one costs a try. A right one is used up, unless it is only looked at, and with it all
   * others that were sent to the address for this purpose.
   */
  isRight(bound: Bound, code: string, use: 'look' | 'take', from: string): Promise<boolean>
}

/** The owner of codes of those who do not name their request. */
const ANYBODY = ''

/** A whole site of IPv6 asks as often as so many of its networks. */
const NETWORKS_OF_SITE = 4

const hashOf = ({ purpose, address, owner = ANYBODY }: Bound, code: string) =>
  createHash('sha256').update([purpose, address, owner, code].join('\0')).digest()

export function openSentCodes(
  db: Db,
  budgets: Pick<
    Budgets,
    | ('codesToUnknown' | 'codesToNewcomers' | 'newcomerCodes')
    | ('codesToAccounts' | 'accountCodesOfOrganisation' | 'codesToFewAccounts' | 'fewAccountCodes')
    | ('bindingCodesOfUser' | 'bindingCodesOfOrganisation')
  >,
  now: () => number = Date.now,
): SentCodes {
  const { codesToUnknown, codesToNewcomers, newcomerCodes, codesToAccounts, codesToFewAccounts } = budgets
  const { codesANetworkADay, codesAnAddressADay, codesAnAskerADay, codeResendS } = LIMITS
  const aDay = (most: number, apartMs = 0) => openWindow({ most, withinMs: DAY_MS, apartMs }, now)
  const ofSite = aDay(NETWORKS_OF_SITE * codesANetworkADay)
  const ofNetwork = aDay(codesANetworkADay)
  // Whoever asks: nobody's phone is to ring all day, and no asker is to use up what its owner asks for.
  const toAddress = aDay(codesAnAddressADay, codeResendS * SECOND_MS)
  const ofAsker = aDay(codesAnAskerADay)

  function takeOf(window: Window, key: string): void {
    const waitMs = window.take(key)
    if (waitMs > 0) throw tooOften(waitMs)
  }

  /** Shared by all unknown callers; once it is used up, networks that have requested few use the part kept for them. */
  function takeForUnknown(network: string): void {
    const isNewcomer = newcomerCodes.take(network) === 0
    if (codesToUnknown.take('') === 0) return
    demand([isNewcomer ? codesToNewcomers : codesToUnknown, ''])
  }

  /** Of their own, and of their organisation's. */
  const takeOfAsker = ({ tenant_id, user_id }: Asker) =>
    demand(
      [budgets.bindingCodesOfUser, `${tenant_id}/${user_id}`],
      [budgets.bindingCodesOfOrganisation, String(tenant_id)],
    )

  return {
    count({ purpose, address, owner = ANYBODY }, network, asker) {
      const asking = networkOf(network)
      const site = siteOf(asking)
      if (site !== null) takeOf(ofSite, site)
      takeOf(ofNetwork, asking)
      const bound = `${purpose} ${address}`
      const by = `${bound} ${asker ? owner : (site ?? asking)}`
      // One that the address refuses costs its asker nothing.
      const refusedMs = toAddress.waitMs(bound)
      if (refusedMs > 0) throw tooOften(refusedMs)
      // A new password is sent to accounts alone, and refused alike whether there is one; that costs nothing either.
      const waitMs = purpose === 'recover' ? Math.min(codesToAccounts.waitMs(''), codesToFewAccounts.waitMs('')) : 0
      if (waitMs > 0) throw tooOften(waitMs)
      takeOf(ofAsker, by)
      takeOf(toAddress, bound)
      if (purpose === 'recover') return
      if (asker) takeOfAsker(asker)
      else takeForUnknown(site ?? asking)
    },

    takeOfAccounts(tenant_id) {
      const organisation = `${tenant_id}`
      const hasFew = budgets.fewAccountCodes.take(organisation) === 0
      const isTaken =
        takeAll([
          [codesToAccounts, ''],
          [budgets.accountCodesOfOrganisation, organisation],
        ]) === 0
      return isTaken || (hasFew && codesToFewAccounts.take('') === 0)
    },

    async make(bound, from) {
      const code = randomInt(0, 1_000_000).toString().padStart(6, '0')
      const { purpose, address, owner = ANYBODY } = bound
      const owners = purpose === 'bind' ? [owner] : [owner, ANYBODY]
      const times = { sent_time: now(), expires_time: now() + LIMITS.codeMs, tries: 0 }
      const rows = owners.map((owner) => {
        const code_hash = hashOf({ purpose, address, owner }, code)
        return { purpose, address, owner, code_hash, ...times }
      })
      await db.unknown(from, async (q) => {
        await q.deleteFrom('sent_code').where('expires_time', '<', now()).execute()
        await q
          .insertInto('sent_code')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['purpose', 'address', 'owner']).doUpdateSet((on) => ({
              code_hash: on.ref('excluded.code_hash'),
              sent_time: on.ref('excluded.sent_time'),
              expires_time: on.ref('excluded.expires_time'),
              tries: on.ref('excluded.tries'),
            })),
          )
          .execute()
      })
      return code
    },

    isRight: (bound, code, use, from) =>
      db.unknown(from, async (q) => {
        const { purpose, address, owner = ANYBODY } = bound
        // Two that take one code at once, each by another row, wait for each other in one order.
        if (use === 'take')
          await q
            .selectFrom('sent_code')
            .select('owner')
            .where('purpose', '=', purpose)
            .where('address', '=', address)
            .orderBy('owner')
            .forUpdate()
            .execute()
        const row = await q
          .updateTable('sent_code')
          .set((on) => ({ tries: on('tries', '+', 1) }))
          .where('purpose', '=', purpose)
          .where('address', '=', address)
          .where('owner', '=', owner)
          .where('expires_time', '>', now())
          .where('tries', '<', LIMITS.codeTries)
          .returning('code_hash')
          .executeTakeFirst()
        const wanted = hashOf(bound, code)
        const isRight = row !== undefined && timingSafeEqual(wanted, Buffer.from(row.code_hash))
        if (!isRight) return false
        const mine = { purpose, address, owner }
        if (use === 'take')
          await q
            .deleteFrom('sent_code')
            .where((on) => on.and(purpose === 'bind' ? mine : { purpose, address }))
            .execute()
        // Looking at a right one is no try: its owner is about to use it.
        else
          await q
            .updateTable('sent_code')
            .set((on) => ({ tries: on('tries', '-', 1) }))
            .where((on) => on.and(mine))
            .execute()
        return true
      }),
  }
}
