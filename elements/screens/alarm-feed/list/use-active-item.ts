import { useRef, useState } from 'react'
import type { FeedItem } from '../rows/feed-rows.ts'

/** The item that the keys are on: it stays the same one while others come above it. */
export function useActiveItem(items: readonly FeedItem[], reveal: (index: number) => void) {
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const place = useRef(0)

  /** Where the active row is now. */
  const activeAt = (): number => {
    if (activeKey === null) return -1
    if (items[place.current]?.key === activeKey) return place.current
    place.current = items.findIndex(({ key }) => key === activeKey)
    return place.current
  }
  const go = (index: number) => {
    const next = Math.max(0, Math.min(items.length - 1, index))
    const item = items[next]
    if (!item) return
    place.current = next
    setActiveKey(item.key)
    reveal(next)
  }

  return {
    activeKey,
    activeAt,
    /** Of one that stands at that place. */
    setActive(key: string, index = place.current): void {
      place.current = index
      setActiveKey(key)
    },
    go,
  }
}
