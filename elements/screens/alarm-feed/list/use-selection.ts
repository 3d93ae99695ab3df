import { useEffect, useMemo, useRef, useState } from 'react'
import { type FeedItem, type FeedRows, isHeading } from '../rows/feed-rows.ts'

const NONE: ReadonlySet<string> = new Set()

export interface Selection {
  readonly keys: ReadonlySet<string>
  /** One, or all of a heading's; with `isRange` all from the last one to it. */
  toggle(item: FeedItem, isRange?: boolean): void
  all(): void
  clear(): void
  /** Whatever was selected meanwhile stays. */
  drop(isDone: (key: string) => boolean): void
}

/** The selected rows by their key; one that is not among the rows any more is not selected either. */
export function useSelection(rows: FeedRows): Selection {
  const [keys, setKeys] = useState(NONE)
  const last = useRef<string | null>(null)
  useEffect(() => {
    const forget = () =>
      setKeys((before) => {
        const known = [...before].filter((key) => rows.rowOf(key))
        return known.length === before.size ? before : new Set(known)
      })
    forget()
    const stop = rows.subscribe(forget)
    return () => void stop()
  }, [rows])
  return useMemo(
    () => ({
      keys,
      toggle(item, isRange = false) {
        const meant = keysOf(item)
        const isOn = isRange || meant.some((key) => !keys.has(key))
        const range = isRange && last.current !== null ? between(rows.items, last.current, item.key) : []
        const next = new Set([...keys, ...range.flatMap((one) => (isHeading(one) ? [] : one.key)), ...meant])
        if (!isOn) for (const key of meant) next.delete(key)
        last.current = item.key
        setKeys(next)
      },
      all: () => setKeys(new Set(rows.order.map(({ key }) => key))),
      clear: () => setKeys(NONE),
      drop: (isDone) => setKeys((before) => new Set([...before].filter((key) => !isDone(key)))),
    }),
    [keys, rows],
  )
}

/** The rows that it stands for: itself, or those below a heading. */
export const keysOf = (item: FeedItem): string[] => (isHeading(item) ? item.rows.map(({ key }) => key) : [item.key])

function between(items: readonly FeedItem[], from: string, to: string): readonly FeedItem[] {
  const ends = [from, to].map((wanted) => items.findIndex(({ key }) => key === wanted)).sort((a, b) => a - b)
  const [first = 0, second = -1] = ends
  return first < 0 ? [] : items.slice(first, second + 1)
}
