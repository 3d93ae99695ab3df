import type { Asker } from './ask.ts'
import type { Kind } from './inputs.ts'
import type { Mark } from './marks.ts'

/** The side of a tenant that its administrator2 oversees, and the other one. */
export type Side = 'inside' | 'outside'

export interface KnownUser {
  side: Side
  group: number | null
  user_type: number
}

/** Somebody who looks at everything. */
export interface Person extends Asker {
  who: 'administrator' | 'administrator2' | 'sub-user' | 'guest' | 'visitor' | 'experience' | 'nobody'
  tenant: Tenant
  user_id: number
  /** By which a visitor comes. */
  link_id?: number
  /** A guest whose token names one dashboard and nothing else: he reads what that binds, as a visitor of its link. */
  isOfDashboard?: boolean
}

/** `isBeyond`: of the outside, or of a hidden device: not for everybody of the tenant. */
export interface KnownId {
  id: string | number
  isBeyond: boolean
}

export const FIXED = [
  'inside',
  'inner',
  'outside',
  'shown',
  'hidden',
  'template',
  'nonstandard',
  'narrow',
  'templateGroup',
  'screen',
  'version',
  'dashboard',
  'dashboardVersion',
  'resource',
  'category',
  'link',
  'middleware',
  'geofence',
] as const

/** A tenant, and what the test knows of it by its own counting. */
export interface Tenant {
  mark: Mark
  tenant_id: number
  people: Person[]
  /** Of the outside: acts, and is not checked for what it sees. */
  outsider: Asker & { user_id: number }
  /** Every id that there was, of what is gone too. */
  ids: Record<Kind, KnownId[]>
  users: Map<number, KnownUser>
  userGroups: Map<number, { side: Side; parent: number | null }>
  /** Null for roles of the whole tenant. */
  roles: Map<number, { side: Side | null }>
  deviceGroups: Map<number, { isHidden: boolean }>
  devices: Map<string, { isHidden: boolean; isHot: boolean }>
  virtualDevices: Map<string, { isHidden: boolean }>
  /** By whom each was registered and deregistered, by its number. */
  deregistered: Map<number, { token: string | null }>
  /** Those of the organisation; hidden ones are for administrators alone. */
  dashboards: Map<number, { isHidden: boolean }>
  /** By whom each was made. */
  templates: Map<number, Person['who']>
  keys: Map<string, string>
  /** What the people hold, which stays as it is. */
  fixed: Record<(typeof FIXED)[number], number>
  alarms: { shown: number; hidden: number }
}
