import { type RefCallback, useCallback, useState } from 'react'

/** Below this many px, columns would have to be scrolled sideways. */
const NARROW_PX = 640

/**
 * Whether the element itself is narrow, wherever it stands; a phone, or a column of somebody's page. `isUpright`: and
 * higher than wide, so that a drawing for phones fits it better than one for desks.
 */
export function useNarrow(): [ref: RefCallback<HTMLElement>, isNarrow: boolean, isUpright: boolean] {
  const [isNarrow, setNarrow] = useState(false)
  const [isUpright, setUpright] = useState(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => {
      const { clientWidth, clientHeight } = element
      const isNow = clientWidth > 0 && clientWidth < NARROW_PX
      setNarrow(isNow)
      setUpright(isNow && clientHeight > clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, isNarrow, isUpright]
}
