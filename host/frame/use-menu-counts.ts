import { useStore } from '@nanostores/react'
import { LIMITS } from '../../core/catalogue/limits.ts'
import { unreadOf } from '../../core/stores/unread.ts'
import type { Translated } from '../../core/text/define-text.ts'
import { useText } from '../../elements/define/index.ts'
import type { MenuSection } from '../menu.ts'
import { text } from '../text.ts'
import { useConsole } from '../use-console.ts'
import { type AlarmCounts, openOf, unconfirmedOf } from './alarm-counts.ts'

/** What waits on a page, beside its name in the menu. */
export interface MenuCount {
  count: number
  label: string
}

/** As a badge shows it, which has room for three signs. */
export const shortCount = ({ count }: MenuCount): string => (count > 99 ? '99+' : String(count))

/** By the path of the page; a page where nothing waits has none. */
export type MenuCounts = ReadonlyMap<string, MenuCount>

/** What waits in a section, for a place that shows none of its pages. */
export function countOf({ path, entries }: MenuSection, counts: MenuCounts): MenuCount | undefined {
  const own = path === null ? undefined : counts.get(path)
  // A section's own page counts what waits on the others.
  return own ?? entries.map((entry) => counts.get(entry.path)).find((count) => count !== undefined)
}

interface Waiting {
  /** Null until they are known. */
  alarms: AlarmCounts | null
  /** The page that has them; null for who may open none. */
  alarmPath: string | null
}

/** The sum of unread messages in words; each number is counted up to a limit. */
function unreadLabel(t: Translated<typeof text.rows>, counts: readonly number[]): string {
  const count = counts.reduce((sum, number) => sum + number, 0)
  const isExact = counts.every((number) => number < LIMITS.unreadCounted)
  return isExact ? t.unreadMessages({ count }) : t.unreadAtLeast({ count })
}

/** What waits for the user, by page: open alarms, as many as every other place counts, and unread messages. */
export function useMenuCounts({ alarms, alarmPath }: Waiting): MenuCounts {
  const t = useText(text)
  const { connection } = useConsole()
  const unread = useStore(unreadOf(connection))
  const open = alarms ? openOf(alarms) : 0
  const unconfirmed = alarms ? unconfirmedOf(alarms) : 0
  const inbox = unread?.inbox ?? 0
  const system = unread?.system ?? 0
  const rows: [path: string | null, count: number, label: string][] = [
    [alarmPath, open, [t.openAlarms({ count: open }), t.unconfirmedAlarms({ count: unconfirmed })].join(t.comma)],
    ['/info', inbox + system, unreadLabel(t, [inbox, system])],
    ['/info/inbox', inbox, unreadLabel(t, [inbox])],
    ['/info/systemMsg', system, unreadLabel(t, [system])],
  ]
  return new Map(rows.flatMap(([path, count, label]) => (path && count > 0 ? [[path, { count, label }] as const] : [])))
}
