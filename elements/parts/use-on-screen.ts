import { type RefCallback, useCallback, useState } from 'react'

/**
 * Whether an element is on the screen, or nearly: what is live listens only then. True before it is known, so that the
 * first values do not wait for the observer.
 *
 * `const [ref, isOnScreen] = useOnScreen()`
 */
export function useOnScreen(): [ref: RefCallback<HTMLElement>, isOnScreen: boolean] {
  const [isOnScreen, setOnScreen] = useState(true)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => setOnScreen(entries.at(-1)?.isIntersecting ?? true),
      // A little before it is scrolled into view, so that it is fresh when it gets there.
      { rootMargin: '200px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, isOnScreen]
}
