import { useMemo, useRef, useState } from 'react'
import { type FeedItem, type FeedRows, isHeading } from '../rows/feed-rows.ts'

const NONE: ReadonlySet<string> = new Set()

export interface Selection {
  readonly keys: ReadonlySet<string>
  /** One, or with `isRange` all from the last one to it. */
  toggle(key: string, isRange?: boolean): void
  all(): void
  clear(): void
  /** These stay selected. */
  keep(keys: Iterable<string>): void
}

/** The selected rows by their key. */
export function useSelection(rows: FeedRows): Selection {
  const [keys, setKeys] = useState(NONE)
  const last = useRef<string | null>(null)
  return useMemo(
    () => ({
      keys,
      toggle(key, isRange = false) {
        const next = new Set(keys)
        if (isRange && last.current !== null) for (const one of between(rows.items, last.current, key)) next.add(one)
        else if (!next.delete(key)) next.add(key)
        last.current = key
        setKeys(next)
      },
      all: () => setKeys(new Set(rows.order.map(({ key }) => key))),
      clear: () => setKeys(NONE),
      keep: (kept) => setKeys(new Set(kept)),
    }),
    [keys, rows],
  )
}

function between(items: readonly FeedItem[], from: string, to: string): string[] {
  const ends = [from, to].map((wanted) => items.findIndex(({ key }) => key === wanted)).sort((a, b) => a - b)
  const [first = 0, second = -1] = ends
  if (first < 0) return [to]
  return items.slice(first, second + 1).flatMap((item) => (isHeading(item) ? [] : [item.key]))
}
