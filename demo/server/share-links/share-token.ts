import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers, OutputOf } from '../../../core/contract/endpoint.ts'
import { ShareToken } from '../../../core/contract/share-link.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { Db } from '../db/db.ts'
import { verifyPassword } from '../db/passwords.ts'
import type { Schema } from '../db/schema.ts'
import { withVersionsRead } from '../documents/index.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { asVisited } from '../fleet/seen-devices.ts'
import { type Caller, canSee } from '../http/caller.ts'
import { openCallerTurns } from '../http/caller-turns.ts'
import { turnOfPerson } from '../limits/password-turns.ts'
import type { Budgets } from '../limits/rates.ts'
import { ASKS_ALL, publishedScreen } from '../screens/index.ts'
import { openOpenTries } from './open-tries.ts'
import { countView } from './rows.ts'
import type { OpenLink, Shares } from './shares.ts'

export interface OpeningParts {
  db: Db
  fleet: Fleet
  shares: Shares
  budgets: Budgets
  now: () => number
}

/** What a browser calls itself, as far as it is kept. */
const AGENT_MOST = 300
/** Screens that are read at once: each is in memory whole, as text and as an object. */
const turns = openCallerTurns({ atOnce: 4, ofOrganisation: 3, ofOne: 2, waitingOfOne: 200, waiting: 500 })

type Opened = OutputOf<Contract['shareLink']['open']>

/** The answer that opens a link to somebody without an account. */
export function shareLinkOpening({
  db,
  fleet,
  shares,
  budgets,
  now,
}: OpeningParts): Pick<Answers<Contract['shareLink'], Caller>, 'open'> {
  const tries = openOpenTries(budgets, now)

  /** By the token in the link; undefined for one that was never issued, is revoked or has expired. */
  const linkOf = (share: string, from: string) =>
    db.unknown(from, (q) =>
      q
        .selectFrom('share_link')
        .select(['tenant_id', 'link_id', 'password_hash'])
        .where('token_hash', '=', createHash('sha256').update(share).digest())
        .where('revoked_time', 'is', null)
        .where((on) => on.or([on('expires_time', 'is', null), on('expires_time', '>', now())]))
        .executeTakeFirst(),
    )

  function devicesOf({ sn_code, points, visitor }: OpenLink): Opened['devices'] {
    const sns = new Set(points.keys())
    if (sn_code !== null) sns.add(snKey(sn_code))
    return [...sns].flatMap((sn) => {
      const device = fleet.get(sn)
      if (!device || !canSee(visitor, device) || !visitor.visitor) return []
      const { points: seen, ...said } = asVisited(device, visitor.visitor)
      return [{ ...said, points: [...seen.values()].filter(({ is_added }) => is_added) }]
    })
  }

  /** What the screen shows; null when it is not published any more. */
  async function shownBy(q: Kysely<Schema>, link: OpenLink): Promise<Omit<Opened, 'token' | 'expires_time'> | null> {
    const { template_id, screen_id, sn_code } = link
    const shown = await publishedScreen(q, template_id, { screen_id })
    if (!shown) return null
    const { timezone } = await q.selectFrom('tenant').select('timezone').executeTakeFirstOrThrow()
    const screen = { ...shown.screen, changed_by: '', thumbnail: null }
    return {
      // One screen is what the link opens; where it leads to stays closed.
      shown: { ...shown, screen, screens: [], items: [], asks: ASKS_ALL },
      sn_code,
      timezone,
      devices: devicesOf(link),
    }
  }

  return {
    async open({ share, password = '', renew }, caller) {
      const { address, agent, gone: hungUp } = caller
      tries.count(address)
      const gone = new ApiError('118301')
      const found = ShareToken.safeParse(share).success ? await linkOf(share, caller.from) : undefined
      if (!found) throw gone
      // Before anything is read of the link's screen.
      tries.countLink(found.link_id)
      const isRenewal = renew !== undefined && shares.mayRenew(found, renew)
      const { password_hash } = found
      if (!isRenewal && password_hash !== null) {
        // Nothing typed is no try: the page asks first.
        const isRight =
          password !== '' &&
          (await tries.tryPassword(found.link_id, address, () =>
            verifyPassword(password, password_hash, turnOfPerson(caller)),
          ))
        if (!isRight) throw new ApiError('118302')
      }
      const link = await shares.open(found)
      if (!link) throw gone
      caller.showsOf?.(link.tenant_id)
      const read = () =>
        withVersionsRead(db, link.tenant_id, async (q) => {
          const shown = await shownBy(q, link)
          if (!shown) throw gone
          const view = { view_time: now(), address, agent: agent.slice(0, AGENT_MOST) }
          if (!isRenewal && !(await countView(q, link.link_id, view))) throw new ApiError('118303')
          return shown
        })
      const reply = await turns.run({ organisation: `${link.tenant_id}`, principal: `${link.link_id}` }, read, hungUp)
      return { ...shares.tokenFor(link), ...reply }
    },
  }
}
