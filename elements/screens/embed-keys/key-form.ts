import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { EmbedKey, GuestAction, GuestResources } from '../../../core/contract/embed.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Wrong } from '../../parts/form/refusal.ts'
import type { text } from './text.ts'

export const ACTIONS: readonly GuestAction[] = ['read', 'write', 'confirm']

export type Scope = 'all' | 'groups' | 'devices'

/** What the form holds, as people write it. */
export interface Draft {
  name: string
  origins: string
  actions: readonly GuestAction[]
  scope: Scope
  groups: readonly string[]
  sns: string
  /** Open beside the devices, with what they bind. */
  dashboards: readonly string[]
  without_origin: boolean
  /** Days from now, `never`, or `kept` for the end that the key has already. */
  ends: string
}

export const FIELDS = ['name', 'origins', 'actions', 'resources', 'expires_time'] as const

const lines = (text: string): string[] => [...new Set(text.split(/[\s,，;；]+/).filter(Boolean))]

const scopeOf = ({ all, groups = [] }: GuestResources): Scope =>
  all ? 'all' : groups.length > 0 ? 'groups' : 'devices'

/** A new key's draft, or that of one to be changed. */
export const draftOf = (key: EmbedKey | null): Draft => ({
  name: key?.name ?? '',
  origins: key?.origins.join('\n') ?? '',
  actions: key?.actions ?? ['read'],
  scope: key ? scopeOf(key.resources) : 'all',
  groups: (key?.resources.groups ?? []).map(String),
  sns: (key?.resources.devices ?? []).join('\n'),
  dashboards: (key?.resources.dashboards ?? []).map(String),
  without_origin: key?.without_origin ?? false,
  ends: key ? (key.expires_time === null ? 'never' : 'kept') : '90',
})

/** The origin that is meant: people paste a page's address; null for what is none. */
export function originOf(line: string): string | null {
  if (line.includes('*') || !URL.canParse(line)) return null
  const { origin, protocol, pathname, search, hash } = new URL(line)
  const isBare = pathname === '/' && search === '' && hash === ''
  return isBare && /^https?:$/.test(protocol) ? origin : null
}

/** What is wrong with a draft, by the field; empty when it can be sent. */
export function check(draft: Draft, t: Translated<(typeof text)['rows']>): Wrong<(typeof FIELDS)[number]> {
  const origins = lines(draft.origins)
  const bad = origins.find((line) => originOf(line) === null)
  return {
    ...(draft.name.trim() === '' && { name: t.nameMissing }),
    ...(origins.length === 0 && { origins: t.originsMissing }),
    ...(bad !== undefined && { origins: t.originWrong({ origin: bad }) }),
    ...(draft.actions.length === 0 && { actions: t.actionsMissing }),
    ...(draft.scope === 'groups' && draft.groups.length === 0 && { resources: t.groupsMissing }),
    ...(draft.scope === 'devices' &&
      lines(draft.sns).length === 0 &&
      draft.dashboards.length === 0 && { resources: t.snsMissing }),
  }
}

/** What is sent for a draft that nothing is wrong with. */
export function described(draft: Draft, key: EmbedKey | null, now: number) {
  const { name, scope, ends, without_origin } = draft
  const devices = scope === 'groups' ? { groups: draft.groups.map(Number) } : { devices: lines(draft.sns) }
  const dashboards = draft.dashboards.length > 0 ? { dashboards: draft.dashboards.map(Number) } : {}
  const resources: GuestResources = scope === 'all' ? { all: true } : { ...devices, ...dashboards }
  return {
    name: name.trim(),
    origins: lines(draft.origins).map((line) => originOf(line) ?? line),
    actions: [...draft.actions],
    resources,
    without_origin,
    expires_time: ends === 'never' ? null : ends === 'kept' ? (key?.expires_time ?? null) : now + Number(ends) * DAY_MS,
  }
}
