import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { InputOf, OutputOf } from '../../../core/contract/endpoint.ts'
import { ShareToken } from '../../../core/contract/share-link.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { dashboardForVisitors } from '../dashboards/index.ts'
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
import type { OpenLink, Shares, ShownByLink } from './shares.ts'

export interface OpeningParts {
  db: Db
  fleet: Fleet
  shares: Shares
  budgets: Budgets
  now: () => number
}

/** What a browser calls itself, as far as it is kept. */
const AGENT_MOST = 300
/** Screens and dashboards that are read at once: each is in memory whole, as text and as an object. */
const turns = openCallerTurns({ atOnce: 4, ofOrganisation: 3, ofOne: 2, waitingOfOne: 200, waiting: 500 })

type Opened = OutputOf<Contract['shareLink']['open']>
type OpenedDashboard = OutputOf<Contract['sharedDashboard']['open']>
type Input = InputOf<Contract['shareLink']['open']>

/** The answers that open links to somebody without an account. */
export function linkOpening({ db, fleet, shares, budgets, now }: OpeningParts) {
  const tries = openOpenTries(budgets, now)

  /** By the token in the link; undefined for one of another kind, or that was never issued, is revoked or has expired. */
  const linkOf = (kind: ShownByLink['kind'], share: string, from: string) =>
    db.unknown(from, (q) =>
      q
        .selectFrom('share_link')
        .select(['tenant_id', 'link_id', 'password_hash', 'password_time'])
        .where('token_hash', '=', createHash('sha256').update(share).digest())
        .where(`${kind}_id`, 'is not', null)
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

  /** Opens a link of a kind. `shownBy`: what it shows; null when that is not shown any more. */
  async function open<Shown>(
    kind: ShownByLink['kind'],
    { share, password = '', renew }: Input,
    caller: Caller,
    shownBy: (q: Kysely<Schema>, shows: ShownByLink) => Promise<Shown | null>,
  ): Promise<Omit<Opened, 'shown'> & { shown: Shown }> {
    const { address, agent, gone: hungUp } = caller
    tries.count(address)
    const gone = new ApiError('118301')
    const from = now()
    const found = ShareToken.safeParse(share).success ? await linkOf(kind, share, caller.from) : undefined
    if (!found) throw gone
    // Before anything is read of what the link shows.
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
    // Changed while the old one was tried.
    if (link.password_time !== found.password_time) throw new ApiError('118302')
    caller.showsOf?.(link.tenant_id)
    const read = () =>
      withVersionsRead(db, link.tenant_id, async (q) => {
        const shown = await shownBy(q, link.shows)
        if (!shown) throw gone
        const { timezone } = await q.selectFrom('tenant').select('timezone').executeTakeFirstOrThrow()
        const view = { view_time: now(), address, agent: agent.slice(0, AGENT_MOST) }
        if (!isRenewal && !(await countView(q, link.link_id, view))) throw new ApiError('118303')
        return { shown, sn_code: link.sn_code, timezone, devices: devicesOf(link) }
      })
    const reply = await turns.run({ organisation: `${link.tenant_id}`, principal: `${link.link_id}` }, read, hungUp)
    return { ...shares.tokenFor(link, from), ...reply }
  }

  return {
    screen: (input: Input, caller: Caller): Promise<Opened> => open('screen', input, caller, shownScreen),
    dashboard: (input: Input, caller: Caller): Promise<OpenedDashboard> =>
      open('dashboard', input, caller, async (q, shows) =>
        shows.kind === 'dashboard' ? dashboardForVisitors(q, shows.dashboard_id) : null,
      ),
  }
}

async function shownScreen(q: Kysely<Schema>, shows: ShownByLink): Promise<Opened['shown'] | null> {
  if (shows.kind !== 'screen') return null
  const { template_id, screen_id } = shows
  const shown = await publishedScreen(q, template_id, { screen_id })
  if (!shown) return null
  const screen = { ...shown.screen, changed_by: '', thumbnail: null }
  // One screen is what the link opens; where it leads to stays closed.
  return { ...shown, screen, screens: [], items: [], asks: ASKS_ALL }
}
