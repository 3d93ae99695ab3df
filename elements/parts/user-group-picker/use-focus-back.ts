import { useEffect, useRef } from 'react'
import { useElement } from '../../define/index.ts'

/**
 * Gives the focus to what a selector names when a panel closes and the focus went with it: the panel gives it back to
 * what opened it, unless that was a menu or another panel, which are gone too.
 */
export function useFocusBack(isOpen: boolean, selector: string): void {
  const { root } = useElement()
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (isClosed && document.activeElement === document.body) root.querySelector<HTMLElement>(selector)?.focus()
  }, [isOpen, root, selector])
}
