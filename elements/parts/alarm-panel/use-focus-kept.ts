import { useEffect, useRef } from 'react'
import { useElement } from '../../define/index.ts'

/** Where what is offered in the panel changed and the focus went with it, as with a button whose act is done, the panel takes it. */
export function useFocusKept(offered: string | boolean): void {
  const { root } = useElement()
  const before = useRef(offered)
  useEffect(() => {
    if (before.current === offered) return
    before.current = offered
    if (document.activeElement === document.body)
      root.querySelector<HTMLElement>('.side-panel')?.focus({ preventScroll: true })
  }, [root, offered])
}
