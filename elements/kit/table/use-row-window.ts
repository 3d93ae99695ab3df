import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useMemo } from 'react'

/** Above about 2.2 M px a scroller's frames take five times as long (measured in Chromium): it stays below that. */
const HEIGHT_LIMIT = 2_000_000

interface RowWindow {
  /** Of the content, in px, at most 2 M. */
  readonly height: number
  readonly indices: readonly number[]
  /** Px by which all rows are drawn elsewhere than their count from the top says: not 0 where that would be too high. */
  readonly shift: number
  /** Px from the content's top to where a row is drawn. */
  topOf(index: number): number
  reveal(index: number): void
}

/** Which rows of so many are in view. Where they would be too high together, the scroll position is scaled. */
export function useRowWindow(
  count: number,
  rowHeight: number,
  headHeight: number,
  scroller: RefObject<HTMLElement | null>,
): RowWindow {
  const full = count * rowHeight
  const height = Math.min(full, HEIGHT_LIMIT)
  const options = useMemo(() => {
    /** Of real scroll px to px of rows. */
    const scale = (element: Element) => {
      const view = element.clientHeight - headHeight
      return full > height && height > view ? (full - view) / (height - view) : 1
    }
    return { scale }
  }, [full, height, headHeight])

  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    overscan: 6,
    observeElementOffset: (instance, changed) => {
      const element = instance.scrollElement
      if (!element) return
      const report = () => changed(element.scrollTop * options.scale(element), false)
      report()
      element.addEventListener('scroll', report, { passive: true })
      return () => element.removeEventListener('scroll', report)
    },
    // Nothing but `reveal` scrolls.
    scrollToFn: () => {},
  })

  const element = scroller.current
  const offset = virtualizer.scrollOffset ?? 0
  const shift = element && full > height ? element.scrollTop - offset : 0
  return {
    height,
    shift,
    indices: virtualizer.getVirtualItems().map((item) => item.index),
    topOf: (index) => index * rowHeight + shift,
    // The library's own way ends at the scroller's real height, which a scaled one exceeds.
    reveal: (index) => {
      const element = scroller.current
      if (!element) return
      const scale = options.scale(element)
      const view = element.clientHeight - headHeight
      const at = element.scrollTop * scale
      const top = index * rowHeight
      if (top < at) element.scrollTop = top / scale
      else if (top + rowHeight > at + view) element.scrollTop = (top + rowHeight - view) / scale
    },
  }
}
