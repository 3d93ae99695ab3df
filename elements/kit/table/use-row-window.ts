import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react'

/** Above about 2.2 M px a scroller's frames take five times as long (measured in Chromium): it stays below that. */
const HEIGHT_LIMIT = 2_000_000

/** Rows that are drawn above and below those in view: a quick scroll shows them before the next are there. */
const BEYOND = 6

interface RowWindow {
  /** Of the content, in px, at most 2 M. */
  readonly height: number
  readonly indices: readonly number[]
  /** Px by which all rows are drawn elsewhere than their count from the top says: not 0 where that would be too high. */
  readonly shift: number
  /** Px from the content's top to where a row is drawn. */
  topOf(index: number): number
  reveal(index: number): void
  /** Scrolls a row to the middle, as far as there are rows above and below it. */
  center(index: number): void
}

/** Which rows of so many are in view. Where they would be too high together, the scroll position is scaled. */
export function useRowWindow(
  count: number,
  rowHeight: number,
  headHeight: number,
  scroller: RefObject<HTMLElement | null>,
): RowWindow {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const watched = useRef<{ element: HTMLElement; stop(): void } | null>(null)
  /** What the scroller said last: px of rows above the view, and the view's height, 0 while it has none. */
  const view = useRef({ offset: 0, height: 0 })
  const full = count * rowHeight
  const height = Math.min(full, HEIGHT_LIMIT)

  /** Of real scroll px to px of rows. */
  const scaleOf = (element: Element) => {
    const inView = element.clientHeight - headHeight
    return full > height && height > inView ? (full - inView) / (height - inView) : 1
  }
  const rowsInView = (): readonly [first: number, last: number] => {
    if (count === 0 || view.current.height === 0) return [0, -1]
    const top = Math.min(view.current.offset, Math.max(0, full - view.current.height))
    const first = Math.min(count - 1, Math.max(0, Math.floor(top / rowHeight)))
    return [first, Math.min(count - 1, Math.max(first, Math.ceil((top + view.current.height) / rowHeight) - 1))]
  }
  const [first, last] = rowsInView()

  const look = () => {
    const element = watched.current?.element
    if (!element) return
    view.current = { offset: element.scrollTop * scaleOf(element), height: element.offsetHeight }
    const [nextFirst, nextLast] = rowsInView()
    if (nextFirst !== first || nextLast !== last) draw()
  }
  // Scrolling asks by the rows of the last picture: how many there are changes while the scroller stays.
  const newestLook = useRef(look)
  useLayoutEffect(() => {
    newestLook.current = look
    const element = scroller.current
    if (element === (watched.current?.element ?? null)) return
    watched.current?.stop()
    watched.current = element && { element, stop: watch(element, () => newestLook.current()) }
    look()
  })
  useLayoutEffect(
    () => () => {
      watched.current?.stop()
      watched.current = null
    },
    [],
  )

  const element = scroller.current
  const shift = element && full > height ? element.scrollTop - view.current.offset : 0
  const start = Math.max(0, first - BEYOND)
  const drawn = last < first ? 0 : Math.min(count, last + 1 + BEYOND) - start
  const inViewOf = (element: HTMLElement) => element.clientHeight - headHeight
  return {
    height,
    shift,
    indices: [...Array(drawn).keys()].map((at) => start + at),
    topOf: (index) => index * rowHeight + shift,
    reveal: (index) => {
      const element = scroller.current
      if (!element) return
      const scale = scaleOf(element)
      const inView = inViewOf(element)
      const at = element.scrollTop * scale
      const top = index * rowHeight
      if (top < at) element.scrollTop = top / scale
      else if (top + rowHeight > at + inView) element.scrollTop = (top + rowHeight - inView) / scale
    },
    center: (index) => {
      const element = scroller.current
      if (element) element.scrollTop = (index * rowHeight - (inViewOf(element) - rowHeight) / 2) / scaleOf(element)
    },
  }
}

/** Calls whenever the element is scrolled or gets another size. */
function watch(element: HTMLElement, changed: () => void): () => void {
  const sizes = new ResizeObserver(changed)
  sizes.observe(element)
  element.addEventListener('scroll', changed, { passive: true })
  return () => {
    sizes.disconnect()
    element.removeEventListener('scroll', changed)
  }
}
