import { useCallback, useMemo, useState } from 'react'
import type { LayoutName } from '../../../core/contract/documents/dashboard.ts'
import type { ScreenDocument } from '../../../core/contract/documents/screen.ts'
import { laidOut, layoutOf } from '../../../core/dashboard/layout.ts'

/**
 * How a dashboard is drawn in its place: `fill` first, then laid out for its width, or as `named` in any case. Null as it is
 * stored, and until the width is known.
 */
export function useLayout(
  named: LayoutName | 'desktop' | null,
  fill: ((document: ScreenDocument) => ScreenDocument) | null,
) {
  const [place, width] = useWidth()
  const name = named === 'desktop' ? null : (named ?? (width === null ? null : layoutOf(width)))
  const arrange = useMemo(() => {
    if (name === null) return fill
    return (document: ScreenDocument) => laidOut(fill ? fill(document) : document, name, width ?? undefined)
  }, [name, width, fill])
  return { place, width, arrange, isNarrow: name !== null }
}

/** px of the place, in steps: a window that is drawn wider does not lay out the dashboard anew at each of them. */
function useWidth(): [ref: (element: HTMLElement | null) => (() => void) | undefined, width: number | null] {
  const [width, setWidth] = useState<number | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const measure = () => {
      const { clientWidth } = element
      if (clientWidth > 0) setWidth(clientWidth - (clientWidth % STEP_PX))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
const STEP_PX = 4
