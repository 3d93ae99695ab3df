import { type RefObject, type UIEvent, useLayoutEffect, useRef, useState } from 'react'

/** px; the sheet says the same. */
export const ROW_PX = 28
const AROUND = 6

interface RowsInView {
  box: RefObject<HTMLDivElement | null>
  onScroll: (event: UIEvent) => void
  scrollTo: (index: number) => void
  /** Whether a row is drawn: it is seen, or nearly. */
  isInView: (index: number) => boolean
}

/** Which rows of a long list are drawn. */
export function useRowsInView(): RowsInView {
  const [seen, setSeen] = useState({ top: 0, height: 600 })
  const box = useRef<HTMLDivElement>(null)
  const scrollTo = (index: number) => {
    const scroller = box.current
    if (!scroller || index < 0) return
    const top = index * ROW_PX
    if (top < scroller.scrollTop) scroller.scrollTop = top
    else if (top + ROW_PX > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + ROW_PX - scroller.clientHeight
  }
  useLayoutEffect(() => {
    const scroller = box.current
    if (!scroller) return
    const look = () => setSeen({ top: scroller.scrollTop, height: scroller.clientHeight })
    const sizes = new ResizeObserver(look)
    sizes.observe(scroller)
    look()
    return () => sizes.disconnect()
  }, [])

  const first = Math.floor(seen.top / ROW_PX) - AROUND
  const last = Math.ceil((seen.top + seen.height) / ROW_PX) + AROUND
  return {
    box,
    onScroll: ({ currentTarget }) => setSeen({ top: currentTarget.scrollTop, height: currentTarget.clientHeight }),
    scrollTo,
    isInView: (index) => index >= first && index < last,
  }
}
