import { useCallback, useState } from 'react'

/** Widths are rounded up to this many px, so that dragging a window's edge does not ask for a curve at every pixel. */
const STEP_PX = 50

/** The width of an element in whole steps, 0 until it is known: for a curve's first request, before it has axes. */
export function useWidth(): [ref: (element: HTMLElement | null) => void, width: number] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => setWidth(Math.ceil(element.clientWidth / STEP_PX) * STEP_PX)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
