import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError } from '../../../core/contract/api-error.ts'
import { type Caller, isSameReach, isSameShares } from '../http/caller.ts'
import type { Member } from './member.ts'

/** So many tokens are looked up before everything else has its turn. */
const TOKENS_AT_ONCE = 20

interface RecheckParts {
  /** Who holds the socket's token by now; null where the store does not answer. */
  holderOf(member: Member): Promise<Caller | ApiError | null>
  expire(member: Member, refusal: ApiError): void
  /** `isSame`: he may what he might before. */
  take(member: Member, caller: Caller, isSame: boolean): void
  /** A defect in taking it from, or giving it to, the sockets of one token. */
  report(error: unknown): void
  /** Tokens that are being looked up: they are left out. */
  underWay: Set<string>
}

/**
 * Checks again who holds the tokens of sockets, and what they may hear by now. Many elements of one page, and many pages of
 * one user, hold the same token: it is looked up once, and compared once with who held it before. Never rejects.
 */
export async function recheck(members: readonly Member[], parts: RecheckParts): Promise<void> {
  const byToken = new Map<string, Member[]>()
  for (const member of members) {
    if (!member.caller) continue
    const name = `${member.token} ${member.origin}`
    const same = byToken.get(name)
    if (same) same.push(member)
    else byToken.set(name, [member])
  }
  let count = 0
  const checks: Promise<void>[] = []
  for (const [name, same] of byToken) {
    if (parts.underWay.has(name)) continue
    parts.underWay.add(name)
    checks.push(
      recheckToken(same, parts)
        .catch(parts.report)
        .finally(() => parts.underWay.delete(name)),
    )
    count += 1
    if (count % TOKENS_AT_ONCE === 0) await nextTurn()
  }
  await Promise.all(checks)
}

async function recheckToken(members: readonly Member[], { holderOf, expire, take }: RecheckParts): Promise<void> {
  const [first] = members
  if (!first) return
  const { token } = first
  const holder = await holderOf(first)
  if (holder === null) return
  const isSame = new Map<Caller | null, boolean>()
  for (const member of members) {
    if (member.isGone || member.token !== token) continue
    if (holder instanceof ApiError) {
      expire(member, holder)
      continue
    }
    const before = member.caller
    const isAsBefore = isSame.get(before) ?? (before !== null && maySame(before, holder))
    isSame.set(before, isAsBefore)
    take(member, holder, isAsBefore)
  }
}

/** Whether a caller may hear what the other one may. */
function maySame(before: Caller, after: Caller): boolean {
  if (before === after) return true
  const isSameVisitor =
    before.visitor?.points === after.visitor?.points &&
    before.guest?.dashboards?.points === after.guest?.dashboards?.points
  const isSameRoles =
    before.roles.length === after.roles.length && before.roles.every((role, i) => role === after.roles[i])
  const isSameGuest = before.guest?.actions.join() === after.guest?.actions.join()
  const isSameSight = isSameReach(before.may_see, after.may_see) && isSameShares(before.shares, after.shares)
  return isSameVisitor && isSameRoles && isSameGuest && isSameSight
}
