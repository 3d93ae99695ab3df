import { useEffect, useState } from 'react'
import { LIMITS } from '../../core/catalogue/limits.ts'

/** Whether the keyboard of a phone stands over the page: less of the window is seen than of one without it, by as much as it takes. */
export function useKeyboard(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const { visualViewport } = window
    if (!visualViewport) return
    let [width, height] = [visualViewport.width, visualViewport.height]
    const changed = () => {
      // A phone that is turned has another height without a keyboard.
      if (visualViewport.width !== width) [width, height] = [visualViewport.width, visualViewport.height]
      height = Math.max(height, visualViewport.height)
      const covered = height - visualViewport.height
      setOpen(covered >= LIMITS.keyboardMinPx && covered <= LIMITS.keyboardMaxPx)
    }
    visualViewport.addEventListener('resize', changed)
    return () => visualViewport.removeEventListener('resize', changed)
  }, [])
  return isOpen
}
