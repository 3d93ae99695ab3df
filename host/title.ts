import { atom } from 'nanostores'
import type { Lang } from '../core/text/define-text.ts'
import { type Matched, matchRoute } from './match.ts'
import type { NavigationTab } from './navigation-tabs.ts'

/** What a page is called, in the tab, the menu and the browser: with its parameter where it is one of many. */
export function titleOf({ route, params }: Matched, lang: Lang): string {
  const [first] = Object.values(params)
  return first ? `${route.title[lang]} ${first}` : route.title[lang]
}

/** What an open page is called: as its element calls itself in this language, else as its route does; null for an address of no page. */
export function titleOfTab({ path, name, lang: named }: NavigationTab, lang: Lang): string | null {
  const matched = matchRoute(path)
  return matched && (named === lang && name ? name : titleOf(matched, lang))
}

/** Critical alarms that nobody has confirmed: the browser's tab says so while another one is in sight. */
export const $waitingCritical = atom(0)

/** Whether the page that is open shows the past: what is live then is the line alone. */
export const $isPast = atom(false)

export function documentTitle(title: string, waiting: number, product = 'Sightglass'): string {
  const named = title ? `${title} · ${product}` : product
  return waiting > 0 ? `(${waiting}) ${named}` : named
}
