import { type RefObject, useEffect } from 'react'
import { useSheet } from '../context/element-context.ts'
import sheet from './more-beside.css?sheet'

/** Marks what is scrolled sideways as long as there is more of it at its end, which then fades (`more-beside`). */
export function useMoreBeside(scroller: RefObject<HTMLElement | null>) {
  useSheet(sheet)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = () =>
      box.toggleAttribute('data-more', box.scrollWidth - box.clientWidth - Math.abs(box.scrollLeft) > 1)
    const sizes = new ResizeObserver(look)
    // Its first part is as wide as all of it.
    for (const one of [box, box.firstElementChild]) if (one) sizes.observe(one)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller])
}
