import type { Alarm } from '../../../../core/contract/alarm.ts'
import { isOver } from '../../../../core/stores/alarm-map.ts'
import type { AlarmChange } from '../../../../core/stores/alarms.ts'
import type { Lang } from '../../../../core/text/define-text.ts'
import type { Sort } from '../../../kit/table/columns.ts'
import { type FeedFilter, matcherOf } from './filter.ts'
import { compareBy, merged } from './order.ts'

/** An alarm that is over is still seen for so long. */
const LEAVING_MS = 2500

export type GroupBy = 'none' | 'device' | 'rule'

export interface RowsView extends FeedFilter {
  readonly sort: Sort
  readonly groupBy: GroupBy
  readonly lang: Lang
}

/** One alarm in its place. What it says changes there; the place only when nobody looks closely. */
export interface FeedRow {
  readonly key: string
  alarm: Alarm
  /** Epoch ms from which it may go: it is over, or does not match any more. Null for one that stays. */
  leaves: number | null
}

/** Above the rows of a device or a rule. */
export interface Heading {
  readonly key: string
  readonly group: string
  /** At least one; also while they are folded away. */
  readonly rows: readonly [FeedRow, ...FeedRow[]]
  readonly worst: number
  readonly isCollapsed: boolean
}
export type FeedItem = FeedRow | Heading
export const isHeading = (item: FeedItem): item is Heading => 'group' in item

/** What waits until nobody hovers, holds the focus or has a selection. */
export interface Waiting {
  readonly count: number
  /** The highest level among them; 0 for none. */
  readonly worst: number
}

const groupOf = ({ sn_code, rule_id }: Alarm, by: GroupBy) => (by === 'device' ? sn_code : rule_id)

/**
 * The rows of a feed, in their order, outside of React. While they are held none comes, goes or moves: texts change in
 * place, and what is new waits.
 */
export class FeedRows {
  readonly #alarms: ReadonlyMap<string, Alarm>
  readonly #listeners = new Set<() => void>()
  readonly #rows = new Map<string, FeedRow>()
  readonly #leaving = new Set<FeedRow>()
  readonly #moved = new Set<FeedRow>()
  readonly #waiting = new Map<string, Alarm>()
  readonly #collapsed = new Set<string>()
  #order: FeedRow[] = []
  #items: readonly FeedItem[] = []
  #view: RowsView
  #matches: (alarm: Alarm) => boolean
  #calls: (alarm: Alarm) => boolean
  #compare: (a: FeedRow, b: FeedRow) => number
  /** How many the source had when all of them were looked at. */
  #known = 0
  #isHeld = false
  #version = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(alarms: ReadonlyMap<string, Alarm>, view: RowsView) {
    this.#alarms = alarms
    this.#view = view
    this.#matches = matcherOf(view)
    this.#calls = matcherOf({ ...view, search: '' })
    this.#compare = comparing(view)
    this.#rebuild()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  /** Counts up with every change. */
  readonly version = () => this.#version

  get items(): readonly FeedItem[] {
    return this.#items
  }
  /** All that match, in their order, those of collapsed groups included. */
  get order(): readonly FeedRow[] {
    return this.#order
  }
  get waiting(): Waiting {
    let worst = 0
    for (const { alarm_level } of this.#waiting.values()) worst = Math.max(worst, alarm_level)
    return { count: this.#waiting.size, worst }
  }
  rowOf(key: string): FeedRow | undefined {
    return this.#rows.get(key)
  }
  /** Whether operators are to be called for it: who searches among the rows wants to hear of the others too. */
  calls(alarm: Alarm): boolean {
    return this.#calls(alarm)
  }

  setView(view: RowsView): void {
    if (view === this.#view) return
    this.#view = view
    this.#matches = matcherOf(view)
    this.#calls = matcherOf({ ...view, search: '' })
    this.#compare = comparing(view)
    this.#rebuild()
    this.#changed()
  }

  take(changes: readonly AlarmChange[]): void {
    for (const { key, alarm, isGone } of changes) {
      const row = this.#rows.get(key)
      const isWanted = !isGone && this.#matches(alarm)
      if (!row) {
        if (isWanted) this.#waiting.set(key, alarm)
        else this.#waiting.delete(key)
        continue
      }
      const before = row.alarm
      row.alarm = isGone && !isOver(alarm) ? { ...alarm, state: 'NORM' } : alarm
      if (isWanted) {
        row.leaves = null
        this.#leaving.delete(row)
        if (this.#compare({ ...row, alarm: before }, row) !== 0) this.#moved.add(row)
      } else if (row.leaves === null) {
        row.leaves = Date.now() + LEAVING_MS
        this.#leaving.add(row)
      }
    }
    if (!this.#isHeld) this.#settle()
    this.#changed()
  }

  /** What the source had before it was listened to. */
  refresh(): void {
    if (this.#alarms.size === this.#known) return
    this.#rebuild()
    this.#changed()
  }

  /** Whether somebody is about to press, read or choose here. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return
    this.#isHeld = isHeld
    if (isHeld) return
    this.#settle()
    this.#changed()
  }

  /** Also under the pointer: the user wanted it. */
  showWaiting(): void {
    this.#settle()
    this.#changed()
  }

  toggle(group: string): void {
    if (!this.#collapsed.delete(group)) this.#collapsed.add(group)
    this.#group()
    this.#changed()
  }

  dispose(): void {
    clearTimeout(this.#timer)
  }

  #changed(): void {
    this.#version += 1
    for (const listener of [...this.#listeners]) listener()
  }

  #rebuild(): void {
    for (const kept of [this.#rows, this.#leaving, this.#moved, this.#waiting]) kept.clear()
    this.#order = []
    this.#known = this.#alarms.size
    for (const [key, alarm] of this.#alarms) {
      if (!this.#matches(alarm)) continue
      const row: FeedRow = { key, alarm, leaves: null }
      this.#rows.set(key, row)
      this.#order.push(row)
    }
    this.#order.sort(this.#compare)
    this.#group()
  }

  /** What waited comes, what is over goes, and each row to its place. */
  #settle(): void {
    const now = Date.now()
    const fresh: FeedRow[] = []
    const pulled = new Set<FeedRow>()
    for (const row of this.#leaving) {
      if ((row.leaves ?? 0) > now) continue
      pulled.add(row)
      this.#rows.delete(row.key)
      this.#leaving.delete(row)
    }
    for (const row of this.#moved) {
      if (!pulled.has(row)) fresh.push(row)
      pulled.add(row)
    }
    this.#moved.clear()
    for (const [key, alarm] of this.#waiting) {
      const row: FeedRow = { key, alarm, leaves: null }
      this.#rows.set(key, row)
      fresh.push(row)
    }
    this.#waiting.clear()
    if (pulled.size > 0) this.#order = this.#order.filter((row) => !pulled.has(row))
    if (fresh.length > 0) this.#order = merged(this.#order, fresh.sort(this.#compare), this.#compare)
    if (fresh.length > 0 || pulled.size > 0) this.#group()
    this.#comeBack(now)
  }

  /** For those that stay visible for a short time. */
  #comeBack(now: number): void {
    clearTimeout(this.#timer)
    if (this.#leaving.size === 0) return
    const next = Math.min(...[...this.#leaving].slice(0, 1000).map(({ leaves }) => leaves ?? now))
    this.#timer = setTimeout(
      () => {
        if (this.#isHeld) return
        this.#settle()
        this.#changed()
      },
      Math.max(0, next - now) + 1,
    )
  }

  #group(): void {
    const { groupBy } = this.#view
    if (groupBy === 'none') {
      this.#items = this.#order
      return
    }
    const groups = new Map<string, [FeedRow, ...FeedRow[]]>()
    for (const row of this.#order) {
      const group = groupOf(row.alarm, groupBy)
      const known = groups.get(group)
      if (known) known.push(row)
      else groups.set(group, [row])
    }
    this.#items = [...groups].flatMap(([group, rows]): FeedItem[] => {
      const isCollapsed = this.#collapsed.has(group)
      const worst = rows.reduce((most, { alarm }) => Math.max(most, alarm.alarm_level), 0)
      const heading = { key: `group ${group}`, group, rows, worst, isCollapsed }
      return isCollapsed ? [heading] : [heading, ...rows]
    })
  }
}

function comparing({ sort, lang }: RowsView) {
  const compare = compareBy(sort, lang)
  return (a: FeedRow, b: FeedRow) => compare(a.alarm, b.alarm)
}
