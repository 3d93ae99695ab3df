import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { DEFAULT_LANGUAGE } from '../../../core/catalogue/limits.ts'
import type { Language } from '../../../core/catalogue/words.ts'
import type { GuestAction } from '../../../core/contract/embed.ts'
import { PARENTHESES } from '../../../core/contract/person.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { networkOf } from '../limits/network-of.ts'
import { guestsOf, type Organisation } from '../limits/turns.ts'

/** Devices: those of whole groups (sub-groups are named too), and single ones by SN in lower case. */
export interface Reach {
  readonly groups: ReadonlySet<number>
  readonly devices: ReadonlySet<string>
}

/** All devices of the tenant, or those that every one of these holds. */
export type Reaches = 'all' | readonly [Reach, ...Reach[]]

/** A device that somebody shares with a user, beside the groups. Epoch ms. */
export interface Shared {
  readonly by_name: string
  readonly may_write: boolean
  readonly until_time: number | null
}

/** By SN in lower case. */
export type Shares = ReadonlyMap<string, Shared>

export const NO_SHARES: Shares = new Map()

export const NO_REACH: Reaches = [{ groups: new Set(), devices: new Set() }]

/** Dashboards that a guest's token names, in the versions that are shown, and the points that they bind, by SN in lower case. */
export interface GuestDashboards {
  versions: ReadonlyMap<number, number>
  points: ReadonlyMap<string, ReadonlySet<string>>
}

/** What makes a caller a guest: a token that the holder of an embed key signed. */
export interface Guest {
  key_id: string
  /** The portal's own id of its user; none for a visitor. */
  sub?: string
  actions: readonly GuestAction[]
  /** None where the token names none, or the key does not open them. */
  dashboards?: GuestDashboards
}

/** What makes a caller the visitor of a share link: nothing but one published screen or dashboard and its points, by SN in lower case. */
export interface Visitor {
  link_id: number
  kind: 'screen' | 'dashboard'
  version_id: number
  points: ReadonlyMap<string, ReadonlySet<string>>
}

/** Who calls, as the session or the guest token says. Nobody is tenant 0, which owns nothing. */
export interface Caller {
  tenant_id: number
  /** 0 for a guest, who is no user. */
  user_id: number
  /** The name that signs in; for a guest, the end-user's name with the key's name, as records keep it. */
  user_name: string
  /** The name that people read. */
  name: string
  /** The full name, '' where it is not known. */
  full_name: string
  /** 1 administrator, 2 administrator2, 3 sub-user. */
  user_type: number
  /** Permission codes, and the word of the user's kind. */
  roles: readonly string[]
  /** Devices that the caller sees; `may_write` is a part of them. */
  may_see: Reaches
  may_write: Reaches
  /** Single devices that others share with the caller, who looks at them, manages none and passes none on. */
  shares: Shares
  /** Null for users. */
  guest: Guest | null
  /** Somebody who opened a share link: a guest without any action. */
  visitor?: Visitor
  /** The user group that the caller is in; null for none. */
  user_group_id: number | null
  /** Reads the demo and changes nothing. */
  is_experience: boolean
  /** Somebody else set the password: until it is changed, the caller may do nothing else and holds no right. */
  must_change_password: boolean
  /** Who really acts, in a simulated session; `user_name` then names both, as records keep it. */
  by: { user_id: number; user_name: string; until_time: number } | null
  /** Hex SHA-256 of the session's token, '' without a session. */
  session_hash: string
  /** Network address of this call; '' where none is known. */
  address: string
  /** Whose budget an unknown caller's is: his familiar browser's, else his network's. */
  from: string
  /** The browser or program, as it names itself. */
  agent: string
  /** The name of the host that was asked, without its port. */
  host?: string
  /** In which the caller reads. */
  lang: Language
  /** This call came as a form: its values are texts. */
  isForm?: boolean
  /** Aborted when the caller hangs up before the answer: long work ends then. */
  gone?: AbortSignal
  /** What the caller's organisation calls the product; '' where it has no name of its own. */
  productName?: () => Promise<string>
  /** Counts as so many more calls what neither the size of the body nor that of the answer shows. */
  spend?: (calls: number) => void
  /** Says whose the answer is that a link opens to somebody unknown: until it has gone out it takes that organisation's room. */
  showsOf?: (tenant_id: number) => void
  /**
   * Throws what a new call would be refused with: for after work that took long, before what it writes. Never within a
   * transaction, since it may read the store.
   */
  requireStill?: () => Promise<void>
}

/** Who has something done that takes long: whose turns it takes, and whether he may still have it done. */
export type Awaiting = Pick<Caller, 'tenant_id' | 'requireStill'>

/**
 * Who holds a token, session's or guest's; null when nobody does, or no longer. `origin` is that of the calling page,
 * undefined where none was named. Throws an ApiError for a guest: 100009 with what is wrong with the token, 110004 where
 * the key does not know the origin.
 */
export type CallerOf = (token: string, origin: string | undefined) => Promise<Caller | null>

/** The caller of a public call. */
export const NOBODY: Caller = {
  tenant_id: 0,
  user_id: 0,
  user_name: '',
  name: '',
  full_name: '',
  user_type: 0,
  roles: [],
  may_see: NO_REACH,
  may_write: NO_REACH,
  shares: NO_SHARES,
  guest: null,
  user_group_id: null,
  is_experience: false,
  must_change_password: false,
  by: null,
  session_hash: '',
  address: '',
  from: '',
  agent: '',
  lang: DEFAULT_LANGUAGE,
}

/**
 * What records call somebody: the full name where there is one, with the name that signs in behind it, and who really
 * acted in a simulated session.
 */
export function recordNameOf({ user_name, full_name, by }: Pick<Caller, 'user_name' | 'full_name' | 'by'>): string {
  // It may have been stored when they were still taken.
  const shown = full_name.replace(PARENTHESES, '').trim()
  if (shown === '') return user_name
  const own = by ? user_name.slice(0, user_name.lastIndexOf(' (')) : user_name
  return `${shown} (${own})${by ? ` (${by.user_name})` : ''}`
}

/** The session, embed key or link by which a caller comes: what he has under way ends with it. */
export const cameBy = ({ guest, session_hash }: Pick<Caller, 'guest' | 'session_hash'>): string =>
  guest?.key_id ?? session_hash

/** Whether two callers are the same user, or come by the same embed key or link. */
export const isSameHolder = (before: Caller, after: Caller) =>
  before.tenant_id === after.tenant_id &&
  before.user_id === after.user_id &&
  before.guest?.key_id === after.guest?.key_id

interface Owned {
  readonly tenant_id: number
  readonly group_id: number | null
  readonly sn_code: string
}

const inGroups = ({ groups }: Reach, group_id: number | null) => group_id !== null && groups.has(group_id)

const holds = (reaches: Reaches, { group_id, sn_code }: Owned) =>
  reaches === 'all' || reaches.every((reach) => inGroups(reach, group_id) || reach.devices.has(snKey(sn_code)))

const isSameSet = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean =>
  one === other || (one.size === other.size && [...one].every((item) => other.has(item)))

/** Whether they hold the same devices, said in the same way. */
export const isSameReach = (one: Reaches, other: Reaches): boolean => {
  if (one === 'all' || other === 'all') return one === other
  const isSame = ({ groups, devices }: Reach, i: number) => {
    const its = other[i]
    return its !== undefined && isSameSet(groups, its.groups) && isSameSet(devices, its.devices)
  }
  return one.length === other.length && one.every(isSame)
}

/** Whether a group is there whole, with the devices that it will get. */
export const holdsGroup = (reaches: Reaches, group_id: number): boolean =>
  reaches === 'all' || reaches.every((reach) => inGroups(reach, group_id))

/** Whether the same devices are shared. */
export const isSameShares = (one: Shares, other: Shares): boolean =>
  one === other || (one.size === other.size && [...one.keys()].every((sn) => other.has(sn)))

/** How the device is shared with the caller now; null where it is not. */
export function sharedWith({ tenant_id, shares }: Caller, device: Owned): Shared | null {
  if (shares.size === 0 || device.tenant_id !== tenant_id) return null
  const shared = shares.get(snKey(device.sn_code))
  return shared && (shared.until_time === null || shared.until_time > Date.now()) ? shared : null
}

/**
 * Whether the device is one of those that the caller reaches without a share. Only such a one may be put before others, in a
 * virtual device or by a link: what is shared with somebody he keeps to himself.
 */
export const canPassOn = (caller: Caller, device: Owned): boolean =>
  device.tenant_id === caller.tenant_id && holds(caller.may_see, device)

/** Whether the device is the caller's tenant's, and one that the caller sees. */
export const canSee = (caller: Caller, device: Owned): boolean =>
  canPassOn(caller, device) || sharedWith(caller, device) !== null

/** Whether the device is the caller's to change: nobody changes what is shared with him. */
export const canWrite = (caller: Caller, device: Owned): boolean =>
  canPassOn(caller, device) && holds(caller.may_write, device)

/** Whether the caller may send values to the device: a user needs the right to write (P30400) too. */
export const maySend = (caller: Caller, device: Owned): boolean =>
  (canWrite(caller, device) || sharedWith(caller, device)?.may_write === true) &&
  (caller.guest !== null || hasRight(caller.roles, 'P30400'))

/** Whether the caller may act on what the device raises, as far as his role does: not on what he is only let look at. */
export const mayActOn = (caller: Caller, device: Owned): boolean =>
  canPassOn(caller, device) || sharedWith(caller, device)?.may_write === true

/** Whether the caller may do one of these: a user may as far as the rights reach, a guest as the token and its key say. */
export const isLet = ({ guest }: Caller, actions: readonly GuestAction[]): boolean =>
  guest === null || actions.some((action) => guest.actions.includes(action))

/**
 * Whose budgets a caller uses up: a user's, wherever he calls from; for an end user of a portal, a visitor or the
 * experience user, whom many may be, those of the name and network.
 */
export function principalOf({ user_id, user_name, guest, visitor, is_experience, address }: Caller): string {
  if (visitor) return `visitor ${visitor.link_id} ${networkOf(address)}`
  if (guest) return `guest ${guest.key_id} ${user_name} ${networkOf(address)}`
  return is_experience ? `experience ${networkOf(address)}` : `user ${user_id}`
}

/** Whose room a caller takes beside others': his organisation's. All who are no users of it have room of their own. */
export const organisationOf = (caller: Caller): string => `${turnsOf(caller)}`

/** Whose turns a caller takes. */
export const turnsOf = (caller: Caller): Organisation =>
  isAnybody(caller) ? guestsOf(caller.tenant_id) : caller.tenant_id

/** Whether the caller has no account, or one that everybody has. */
export const isAnybody = ({ guest, visitor, is_experience }: Caller): boolean =>
  Boolean(guest || visitor || is_experience)
