import { atom } from 'nanostores'
import * as z from 'zod/mini'
import type { Lang } from '../core/text/define-text.ts'
import { read, write } from './kept.ts'

/** A page that was visited: its path below the base path, without query, which is its name too. */
const NavigationTab = z.object({
  path: z.string(),
  search: z.string(),
  /** What its element called itself last; pages that are one of a kind have their route's. */
  name: z.optional(z.string()),
  /** The language that the name is in. */
  lang: z.optional(z.enum(['zh', 'en'])),
})
export type NavigationTab = z.infer<typeof NavigationTab>

const KEY = 'sg-tabs'
/** Beyond this the oldest closes: a row of tabs that nobody can read helps nobody. */
const MOST = 12

function restored(): readonly NavigationTab[] {
  try {
    const kept = z.array(NavigationTab).safeParse(JSON.parse(read(KEY) ?? '[]'))
    return kept.success ? kept.data.slice(0, MOST) : []
  } catch {
    return []
  }
}

/** The open pages, oldest first; saved, and cleared by sign-in and sign-out. */
export const $tabs = atom<readonly NavigationTab[]>(restored())
$tabs.listen((tabs) => write(KEY, JSON.stringify(tabs)))

/** Adds the page, or takes its newest filters when it is open already. */
export function visitTab(path: string, search: string): void {
  const tabs = $tabs.get()
  const known = tabs.find((tab) => tab.path === path)
  if (known?.search === search) return
  if (known) $tabs.set(tabs.map((tab) => (tab === known ? { ...tab, search } : tab)))
  else $tabs.set([...tabs, { path, search }].slice(-MOST))
}

/** Keeps what a page is called: "Pump station · Values" and not "Device WW0001". */
export function nameTab(path: string, name: string, lang: Lang): void {
  const tabs = $tabs.get()
  if (tabs.some((tab) => tab.path === path && (tab.name !== name || tab.lang !== lang)))
    $tabs.set(tabs.map((tab) => (tab.path === path ? { ...tab, name, lang } : tab)))
}

/** Closes a page; answers which one to show instead when it was the one in sight, null when nothing is left. */
export function closeTab(path: string): NavigationTab | null {
  const tabs = $tabs.get()
  const at = tabs.findIndex((tab) => tab.path === path)
  const rest = tabs.filter((tab) => tab.path !== path)
  $tabs.set(rest)
  return rest[Math.min(at, rest.length - 1)] ?? null
}

/** Moves a page before or behind its neighbour. */
export function moveTab(path: string, by: -1 | 1): void {
  const tabs = [...$tabs.get()]
  const at = tabs.findIndex((tab) => tab.path === path)
  const [moved] = at < 0 ? [] : tabs.splice(at, 1)
  if (moved) $tabs.set(tabs.toSpliced(Math.max(0, at + by), 0, moved))
}

export const clearTabs = (): void => $tabs.set([])
