import { type RefCallback, useCallback, useState } from 'react'
import { followSize } from '../kit/follow-size.ts'

/** Below this many px, columns would have to be scrolled sideways. */
const NARROW_PX = 640

/** Whether the element itself is narrow, wherever it stands; a phone, or a column of somebody's page. */
export function useNarrow(): [ref: RefCallback<HTMLElement>, isNarrow: boolean] {
  const [isNarrow, setNarrow] = useState(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => setNarrow(element.clientWidth > 0 && element.clientWidth < NARROW_PX)
    measure()
    return followSize(element, measure)
  }, [])
  return [ref, isNarrow]
}
