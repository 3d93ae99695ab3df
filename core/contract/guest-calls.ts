import type { Contract } from './contract.ts'
import type { GuestAction } from './embed.ts'

const ANY = ['read', 'write', 'confirm'] as const satisfies readonly GuestAction[]

type GuestCalls = { [D in keyof Contract]?: { [K in keyof Contract[D]]?: readonly GuestAction[] } }

/**
 * The calls that guest tokens open, with the actions of which one must be allowed. Every other call is refused to guests
 * with 100015, also one that is new: what is not in this table is closed.
 */
export const GUEST_CALLS = {
  session: { heart: ANY, whoAmI: ANY, privileges: ANY, timezone: ANY },
  device: {
    list: ['read'],
    counts: ['read'],
    detail: ['read'],
    groups: ['read'],
    log: ['read'],
    readings: ['read'],
    track: ['read'],
    map: ['read'],
  },
  devicePicture: { read: ['read'] },
  history: { curve: ['read'], rows: ['read'], export: ['read'], savedRanges: ['read'] },
  live: { device: ['read'], trend: ['read'] },
  control: { write: ['write'], steps: ['read', 'write'], records: ['read'] },
  alarm: {
    open: ['read'],
    feed: ['read'],
    counts: ['read'],
    one: ['read'],
    holds: ['read'],
    history: ['read'],
    confirm: ['confirm'],
    confirmMany: ['confirm'],
  },
  alarmMeasure: { measure: ['read'] },
  alarmRecord: { perTime: ['read'], marks: ['read'] },
  dashboard: { show: ['read'] },
  screen: { show: ['read'], watched: ['read'], thumbnail: ['read'], replay: ['read'] },
  resource: { content: ['read'] },
  weather: { now: ['read'], daily: ['read'] },
} as const satisfies GuestCalls

/** The actions that open a call to a guest; none for a call that is closed to guests. */
export function guestActionsOf(domain: string, name: string): readonly GuestAction[] {
  const calls = Object.hasOwn(GUEST_CALLS, domain) ? GUEST_CALLS[domain as keyof typeof GUEST_CALLS] : {}
  return Object.hasOwn(calls, name) ? ((calls as Record<string, readonly GuestAction[]>)[name] ?? []) : []
}

type VisitorCalls = { [D in keyof Contract]?: { [K in keyof Contract[D]]?: true } }

/** The calls that the visitor of a share link may make, of the points and the gallery that the shared screen shows; every other one is closed. */
const VISITOR_CALLS: VisitorCalls = { screen: { replay: true }, history: { curve: true }, resource: { content: true } }

export function isOpenToVisitors(domain: string, name: string): boolean {
  const calls = Object.hasOwn(VISITOR_CALLS, domain) ? VISITOR_CALLS[domain as keyof VisitorCalls] : {}
  return Object.hasOwn(calls ?? {}, name)
}
