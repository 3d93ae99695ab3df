import { useLayoutEffect, useRef, useState } from 'react'

/**
 * What a screen shows, such as its filters: set from outside, changed by the user, reported to the page. A later change
 * from outside replaces it, so that a page that keeps the view in its address and one that does not both work.
 */
export function useView<View extends object>(
  fromProps: View,
  onChange: (view: View) => void,
): [view: View, change: (part: Partial<View>) => void] {
  const key = JSON.stringify(fromProps)
  const [own, setOwn] = useState({ key, view: fromProps })
  const view = own.key === key ? own.view : fromProps
  if (own.key !== key) setOwn({ key, view: fromProps })
  // Several changes at once, such as clearing all filters, add up.
  const latest = useRef(view)
  useLayoutEffect(() => {
    latest.current = view
  }, [view])
  const change = (part: Partial<View>) => {
    const next = { ...latest.current, ...part }
    latest.current = next
    setOwn({ key, view: next })
    onChange(next)
  }
  return [view, change]
}
