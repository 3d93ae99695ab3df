import { LIMITS } from '../../../core/catalogue/limits.ts'
import { CHART_THEMES } from '../../../core/catalogue/themes.ts'
import {
  DEFAULT_SETTINGS,
  HttpsOrigin,
  type OrganisationSettings,
} from '../../../core/contract/organisation-settings.ts'
import { wrongAccent, wrongSeries } from '../../../core/rules/brand-colours.ts'
import { wrongMapSource } from '../../../core/rules/map-source.ts'
import type { Lang, Translated } from '../../../core/text/define-text.ts'
import type { text } from './text.ts'

/** As it is written: hosts a line each. */
export type Draft = Omit<OrganisationSettings, 'media_hosts' | 'frame_hosts'> & {
  media_hosts: string
  frame_hosts: string
}

export const GROUPS = {
  names: ['product_name', 'title', 'sign_in_text', 'footer'],
  pictures: ['logo', 'logo_dark', 'favicon', 'background'],
  colours: ['accent', 'theme'],
  charts: ['palette', 'own_colours'],
  region: ['language', 'week_start'],
  map: ['map_kind', 'map_url', 'map_attribution', 'map_approval', 'map_crs'],
  hosts: ['media_hosts', 'frame_hosts'],
} as const satisfies Record<string, readonly (keyof Draft)[]>
export type Group = keyof typeof GROUPS

const TENTHS = [...Array(10).keys()]

/** As refusals name them. */
export const FIELDS: readonly string[] = [
  'version',
  'timezone',
  ...Object.values(GROUPS).flat(),
  ...TENTHS.map((place) => `own_colours.${place}`),
]
export type Wrong = Partial<Record<string, string>>

export const draftOf = (settings: OrganisationSettings): Draft => ({
  ...settings,
  media_hosts: settings.media_hosts.join('\n'),
  frame_hosts: settings.frame_hosts.join('\n'),
})

/** What differs from what a draft began with. */
export const typedIn = (first: Draft, draft: Draft): Partial<Draft> =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(first[field as keyof Draft]),
    ),
  )

const hostsIn = (text: string) => [...new Set(text.split(/[\s,，、]+/).filter(Boolean))]

export const settingsIn = (draft: Draft): OrganisationSettings => ({
  ...draft,
  media_hosts: hostsIn(draft.media_hosts),
  frame_hosts: hostsIn(draft.frame_hosts),
})

/** The defaults of a group; the time zone has none. */
export const defaultsOf = (group: Group): Partial<Draft> => {
  const all: Draft = draftOf({ ...DEFAULT_SETTINGS, timezone: '', week_start: 'monday' })
  return Object.fromEntries(GROUPS[group].map((field) => [field, all[field]]))
}

export const isDefault = (draft: Draft, group: Group): boolean =>
  Object.entries(defaultsOf(group)).every(
    ([field, value]) => String(draft[field as keyof Draft] ?? '') === String(value ?? ''),
  )

/** The colours of a palette that is chosen: those that curves take, for the light theme. */
export const coloursOf = ({ palette, own_colours }: Pick<Draft, 'palette' | 'own_colours'>): readonly string[] =>
  palette === 'own' ? own_colours : (CHART_THEMES.find(({ id }) => id === palette)?.light ?? [])

const wrongHosts = (written: string, t: Translated<(typeof text)['rows']>): string | null => {
  const hosts = hostsIn(written)
  if (hosts.length > LIMITS.allowedHosts) return t.hostsMost({ most: LIMITS.allowedHosts })
  const wrong = hosts.find((host) => !HttpsOrigin.safeParse(host).success)
  return wrong === undefined ? null : t.hostWrong({ host: wrong })
}

/** What is wrong with a draft, by the field; empty when it can be sent. */
export function check(draft: Draft, t: Translated<(typeof text)['rows']>, lang: Lang): Wrong {
  const wrong: Wrong = {}
  const set = (field: string, words: string | null | undefined) => {
    if (words) wrong[field] = words
  }
  if (draft.accent !== null) set('accent', wrongAccent(draft.accent)?.[lang])
  if (draft.palette === 'own')
    draft.own_colours.forEach((colour, place) => {
      set(`own_colours.${place}`, wrongSeries(colour)?.[lang])
      if (draft.own_colours.indexOf(colour) < place) set(`own_colours.${place}`, t.sameColour)
    })
  for (const [field, words] of Object.entries(wrongMapSource(draft))) set(field, words[lang])
  set('media_hosts', wrongHosts(draft.media_hosts, t))
  set('frame_hosts', wrongHosts(draft.frame_hosts, t))
  return wrong
}
