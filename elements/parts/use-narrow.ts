import { type RefCallback, useCallback, useState } from 'react'

/** Below this many px, columns would have to be scrolled sideways. */
const NARROW_PX = 640

/** Whether the element itself is narrow, wherever it stands; a phone, or a column of somebody's page. */
export function useNarrow(): [ref: RefCallback<HTMLElement>, isNarrow: boolean] {
  const [isNarrow, setNarrow] = useState(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    setNarrow(element.clientWidth > 0 && element.clientWidth < NARROW_PX)
    const observer = new ResizeObserver(() => setNarrow(element.clientWidth > 0 && element.clientWidth < NARROW_PX))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, isNarrow]
}
