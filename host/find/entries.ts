import { foundPage } from '../../core/catalogue/found-pages.ts'
import { hasRight } from '../../core/catalogue/held-rights.ts'
import { isPlace, mayOpen, ROUTES, type Route } from '../../core/catalogue/routes.ts'
import type { OutputOf } from '../../core/contract/endpoint.ts'
import type { find } from '../../core/contract/find.ts'
import { alarmPath } from '../../core/rules/alarm-path.ts'
import { fitOf, folded, searchWords } from '../../core/rules/search-words.ts'
import type { Lang } from '../../core/text/define-text.ts'
import { deviceWords } from '../../core/text/device-words.ts'
import type { AlarmLevel } from '../../elements/kit/AlarmShape.tsx'
import type { IconName } from '../../elements/kit/icons.ts'
import type { DeviceState } from '../../elements/kit/StateMark.tsx'
import { CUSTOM_PAGE, type Place } from '../menu.ts'
import type { Found } from './finder.ts'
import { keyOf, type Opened, type Thing } from './opened.ts'

export type Known = OutputOf<typeof find.known>

/** A line of the search: where it leads, and what it is called. */
export interface Entry {
  key: string
  icon: IconName
  title: string
  /** What tells it from others of its name. */
  note: string
  path: string
  /** What can be a favourite. */
  thing: Thing | null
  /** Of a device, now. */
  state?: DeviceState
  /** Of an alarm. */
  level?: AlarmLevel
}

const STATES = { 1: 'online', 2: 'offline', 3: 'faulty', 4: 'unregistered' } as const

export type GroupName =
  | 'favourites'
  | 'recent'
  | 'devices'
  | 'points'
  | 'screens'
  | 'dashboards'
  | 'alarms'
  | 'templates'
  | 'pages'
  | 'people'

export interface EntryGroup {
  name: GroupName
  entries: Entry[]
}

/** Who searches: the rights held, and the language. */
export interface Seeker {
  roles: readonly string[]
  lang: Lang
  /** What the organisation adds to the menu. */
  own: readonly Place[]
}

const PAGES_MOST = 5
const DOT = ' · '
const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(DOT)

const sameAs = (kind: Thing['kind'], ids: Partial<Thing>): Thing => {
  return { kind, sn: null, screen: null, template: null, ...ids }
}

/** The address of a device: the page that the user may open, with the SN in the place of its parameter. */
function devicePath(
  { roles }: Seeker,
  { sn_code, is_virtual }: { sn_code: string; is_virtual: boolean },
): string | null {
  const page = foundPage(is_virtual ? 'virtualDevice' : 'device', roles)
  return page?.replace(/:\w+$/, encodeURIComponent(sn_code)) ?? null
}

function screenPath(
  { roles }: Seeker,
  thing: Thing,
  { template_id, is_published }: { template_id: number | null; is_published: boolean },
) {
  const { sn, screen } = thing
  const page = is_published ? foundPage('screen', roles) : null
  if (!page) return screen === null ? null : (foundPage('drawnScreen', roles)?.replace(/:\w+$/, `${screen}`) ?? null)
  const query = new URLSearchParams()
  if (sn !== null) query.set('sn', sn)
  else if (template_id !== null) query.set('template', `${template_id}`)
  if (screen !== null) query.set('screen', `${screen}`)
  return `${page}?${query}`
}

interface Line extends Omit<Entry, 'key' | 'path' | 'thing'> {
  path: string | null
  thing?: Thing
}

/** Lines that lead somewhere. */
const entriesOf = (name: GroupName, lines: readonly Line[]): EntryGroup => {
  const entries = lines.flatMap(({ path, thing = null, ...line }) =>
    path === null ? [] : [{ ...line, path, thing, key: `${name} ${thing ? keyOf(thing) : path}` }],
  )
  return { name, entries }
}

const deviceLine = (seeker: Seeker, device: Known['devices'][number]): Line => {
  const { sn_code, dev_alias, group_name, dev_state } = device
  return {
    icon: 'device',
    title: dev_alias,
    state: STATES[dev_state],
    note: joined(sn_code, group_name),
    path: devicePath(seeker, device),
    thing: sameAs('device', { sn: sn_code }),
  }
}

const templateLine = (
  { roles }: Seeker,
  { template_id, module_name, group_name }: Known['templates'][number],
): Line => {
  const page = foundPage('template', roles)
  return {
    icon: 'tiles',
    title: module_name,
    note: group_name,
    path: page && `${page}?template=${template_id}`,
    thing: sameAs('template', { template: template_id }),
  }
}

const screenLine = (seeker: Seeker, screen: Known['screens'][number]): Line => {
  const { screen_id, screen_name, module_name, sn_code, dev_alias } = screen
  const thing = sameAs('screen', { sn: sn_code, screen: screen_id })
  return {
    icon: 'image',
    title: joined(dev_alias ?? module_name, screen_name),
    note: dev_alias ? module_name : '',
    path: screenPath(seeker, thing, screen),
    thing,
  }
}

/** What was found, by kind, and the pages of the console that are called so. */
export function foundGroups(found: Found | null, search: string, seeker: Seeker): EntryGroup[] {
  const { roles, lang } = seeker
  const named = (name: string, name_en: string | null) => (lang === 'en' && name_en ? name_en : name)
  const person = foundPage('person', roles)
  const dashboard = foundPage('dashboard', roles)
  const {
    devices = [],
    points = [],
    screens = [],
    dashboards = [],
    alarms = [],
    templates = [],
    people = [],
  } = found ?? {}
  const groups = [
    entriesOf(
      'devices',
      devices.map((device) => deviceLine(seeker, device)),
    ),
    entriesOf(
      'screens',
      screens.map((screen) => screenLine(seeker, screen)),
    ),
    entriesOf(
      'dashboards',
      dashboards.map(({ dashboard_id, dashboard_name, folder_name, module_name }) => {
        return {
          icon: 'gauge',
          title: dashboard_name,
          note: joined(module_name, folder_name),
          path: dashboard && `${dashboard}?dashboard=${dashboard_id}`,
        }
      }),
    ),
    entriesOf(
      'points',
      points.map((point) => {
        const path = devicePath(seeker, point)
        const title = named(point.name, point.name_en)
        return {
          icon: 'chart',
          title,
          note: joined(deviceWords(point), point.key),
          path: path && `${path}?tab=curve&moment=${encodeURIComponent(point.key)}`,
        }
      }),
    ),
    entriesOf(
      'alarms',
      alarms.map((alarm) => {
        const title = named(alarm.alarm_name, alarm.alarm_name_en)
        const path = alarmPath((right) => hasRight(roles, right), alarm)
        return { icon: 'bell', level: alarm.alarm_level as AlarmLevel, title, note: deviceWords(alarm), path }
      }),
    ),
    entriesOf(
      'templates',
      templates.map((template) => templateLine(seeker, template)),
    ),
    entriesOf('pages', pagesCalled(search, seeker)),
    entriesOf(
      'people',
      people.map(({ user_name, name, group_name }) => {
        return {
          icon: 'user',
          title: name,
          note: joined(user_name, group_name),
          path: person && `${person}?search=${encodeURIComponent(user_name)}`,
        }
      }),
    ),
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

/** The section of the menu that a page stands in, unless it is the section itself. */
const sectionOf = ({ menu }: Route): Route | undefined =>
  menu?.[1] === undefined ? undefined : ROUTES.find((route) => route.menu?.length === 1 && route.menu[0] === menu[0])

/** Pages that the user may open, by their titles in both languages. */
function pagesCalled(search: string, { roles, lang, own }: Seeker): Line[] {
  const words = searchWords(search)
  const named = own.filter(({ title }) => words.every((word) => folded(title[lang]).includes(word)))
  const distance = ({ title }: Route) => Math.min(fitOf(words, title.zh), fitOf(words, title.en))
  const ownLines = named.map(({ title, icon, path }): Line => ({ icon, title: title[lang], note: '', path }))
  const lines = ROUTES.filter((route) => {
    const text = folded(`${route.title.zh}\n${route.title.en}`)
    // The custom page is one of the organisation's own, where there is one.
    if (route.path === CUSTOM_PAGE || named.some(({ path }) => path === route.path)) return false
    return isPlace(route) && mayOpen(route, roles) && words.every((word) => text.includes(word))
  })
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, PAGES_MOST)
    .map((route): Line => {
      const isCalledSo = fitOf(words, route.title[lang]) < 4
      const other = isCalledSo ? null : route.title[lang === 'zh' ? 'en' : 'zh']
      return {
        icon: 'log',
        title: route.title[lang],
        note: joined(other, sectionOf(route)?.title[lang] ?? null),
        path: route.path,
      }
    })
  return [...ownLines, ...lines].slice(0, PAGES_MOST)
}

/** What the user opened before, with the names of now; what is not there any more is left out. */
export function knownGroups({ recent, favourites }: Opened, known: Known | null, seeker: Seeker): EntryGroup[] {
  if (!known) return []
  const lineOf = (thing: Thing): Line | null => {
    const { kind, sn, screen: screen_id, template } = thing
    const device = known.devices.find(({ sn_code }) => sn_code === sn)
    if (kind === 'device') return device ? { ...deviceLine(seeker, device), thing } : null
    if (kind === 'template') {
      const found = known.templates.find(({ template_id }) => template_id === template)
      return found ? { ...templateLine(seeker, found), thing } : null
    }
    const screen = known.screens.find((one) => one.screen_id === screen_id)
    if ((sn !== null && !device) || (screen_id !== null && !screen)) return null
    const title = joined(device?.dev_alias ?? screen?.module_name ?? null, screen?.screen_name ?? null)
    const { template_id = null, is_published = true } = screen ?? {}
    return {
      icon: 'image',
      title,
      note: device ? (screen?.module_name ?? '') : '',
      path: screenPath(seeker, thing, { template_id, is_published }),
      thing,
    }
  }
  const isFavourite = new Set(favourites.map(keyOf))
  const linesOf = (things: readonly Thing[]) => things.flatMap((thing) => lineOf(thing) ?? [])
  return [
    entriesOf('favourites', linesOf(favourites)),
    entriesOf('recent', linesOf(recent.filter((thing) => !isFavourite.has(keyOf(thing))))),
  ].filter(({ entries }) => entries.length > 0)
}

/** What has to be asked for to name these. */
export function idsOf({ recent, favourites }: Opened) {
  const things = [...recent, ...favourites]
  const own = <T>(pick: (thing: Thing) => T | null) => [...new Set(things.flatMap((thing) => pick(thing) ?? []))] as T[]
  return {
    sn_codes: own(({ sn }) => sn),
    screen_ids: own(({ screen }) => screen),
    template_ids: own(({ template }) => template),
  }
}
