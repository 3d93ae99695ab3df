import { useLayoutEffect, useRef, useState } from 'react'

/**
 * What a screen shows, such as its filters: given from outside, changed by the user, told to the page. What comes from
 * outside later counts anew, so that a page that keeps the view in its address and one that does not both work.
 */
export function useView<View extends object>(
  given: View,
  tell: (view: View) => void,
): [view: View, change: (part: Partial<View>) => void] {
  const key = JSON.stringify(given)
  const [own, setOwn] = useState({ key, view: given })
  const view = own.key === key ? own.view : given
  if (own.key !== key) setOwn({ key, view: given })
  // Several changes of one moment, such as clearing all filters, add up.
  const latest = useRef(view)
  useLayoutEffect(() => {
    latest.current = view
  }, [view])
  const change = (part: Partial<View>) => {
    const next = { ...latest.current, ...part }
    latest.current = next
    setOwn({ key, view: next })
    tell(next)
  }
  return [view, change]
}
