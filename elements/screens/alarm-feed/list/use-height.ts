import { type RefObject, useLayoutEffect, useState } from 'react'

/** Px that an element is high, followed; `first` until it is known. */
export function useHeight(element: RefObject<HTMLElement | null>, first: number): number {
  const [height, setHeight] = useState(first)
  useLayoutEffect(() => {
    const observed = element.current
    if (!observed) return
    const measure = () => setHeight(observed.offsetHeight || first)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element, first])
  return height
}
