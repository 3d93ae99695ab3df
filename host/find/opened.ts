import { atom, type WritableAtom } from 'nanostores'
import * as z from 'zod/mini'
import { LIMITS } from '../../core/catalogue/limits.ts'
import { SnCode } from '../../core/contract/telemetry.ts'
import { read, write } from '../kept.ts'
import { matchRoute } from '../match.ts'

/** A device, a screen on a device or of a template, or a template. Names are not kept: they change, and are not for everybody. */
const Thing = z.object({
  kind: z.enum(['device', 'screen', 'template']),
  sn: z.nullable(SnCode),
  screen: z.nullable(z.int()),
  template: z.nullable(z.int()),
})
export type Thing = z.infer<typeof Thing>

const Opened = z.object({ recent: z.array(Thing), favourites: z.array(Thing) })
export type Opened = z.infer<typeof Opened>

const NOTHING: Opened = { recent: [], favourites: [] }

export const keyOf = ({ kind, sn, screen, template }: Thing): string =>
  [kind, sn ?? '', screen ?? '', template ?? ''].join(' ')
export const isSame = (one: Thing, other: Thing): boolean => keyOf(one) === keyOf(other)

const numberIn = (query: URLSearchParams, name: string): number | null => {
  const text = query.get(name)
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** What is open at an address; null for a page of something else. */
export function thingAt(path: string, search: string): Thing | null {
  const thing = Thing.safeParse(thingNamed(path, search))
  return thing.success ? thing.data : null
}

function thingNamed(path: string, search: string): Thing | null {
  const matched = matchRoute(path)
  const query = new URLSearchParams(search)
  const nothing = { sn: null, screen: null, template: null }
  switch (matched?.route.path) {
    case '/deviceDetail/:id':
      return { ...nothing, kind: 'device', sn: matched.params.id ?? null }
    case '/device/virtualDevice/:product':
      return { ...nothing, kind: 'device', sn: matched.params.product ?? null }
    case '/configureMonitor': {
      const [sn, screen] = [query.get('sn'), numberIn(query, 'screen')]
      return sn === null && screen === null ? null : { ...nothing, kind: 'screen', sn, screen }
    }
    case '/configureManage/devTemplate': {
      const template = numberIn(query, 'template')
      return template === null ? null : { ...nothing, kind: 'template', template }
    }
    default:
      return null
  }
}

const stores = new Map<number, WritableAtom<Opened>>()
const storageKey = (user_id: number) => `sg-opened:${user_id}`

function restored(user_id: number): Opened {
  try {
    const kept = Opened.safeParse(JSON.parse(read(storageKey(user_id)) ?? 'null'))
    return kept.success ? kept.data : NOTHING
  } catch {
    return NOTHING
  }
}

/** What a user opened last in this browser, the newest first, and the user's favourites, the oldest first. */
export function openedBy(user_id: number): WritableAtom<Opened> {
  let $opened = stores.get(user_id)
  if (!$opened) {
    $opened = atom(restored(user_id))
    stores.set(user_id, $opened)
  }
  return $opened
}

function change(user_id: number, change: (opened: Opened) => Opened) {
  const $opened = openedBy(user_id)
  // Another window may have kept something since; where nothing can be kept, the page knows best.
  const before = read(storageKey(user_id)) === null ? $opened.get() : restored(user_id)
  const after = change(before)
  $opened.set(after)
  write(storageKey(user_id), JSON.stringify(after))
}

export function rememberOpened(user_id: number, thing: Thing): void {
  change(user_id, ({ recent, favourites }) => {
    const others = recent.filter((one) => !isSame(one, thing))
    return { favourites, recent: [thing, ...others].slice(0, LIMITS.recentFinds) }
  })
}

/** Takes it for a favourite, or for one no longer; the oldest goes where there are too many. */
export function toggleFavourite(user_id: number, thing: Thing): void {
  change(user_id, ({ recent, favourites }) => {
    const others = favourites.filter((one) => !isSame(one, thing))
    const isNew = others.length === favourites.length
    return { recent, favourites: isNew ? [...others, thing].slice(-LIMITS.favouriteFinds) : others }
  })
}
