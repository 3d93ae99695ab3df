import { type RefObject, useEffect, useState } from 'react'

/** The whole of the display for a part of the page; where the browser has none, or the page forbids it, the window. */
export function useFullScreen(frame: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false)
  const [isFilling, setFilling] = useState(false)
  useEffect(() => {
    const { current } = frame
    // Within a shadow tree it is the tree that knows.
    const root = current?.getRootNode() as (Document | ShadowRoot) | undefined
    const changed = () => setFull(root?.fullscreenElement === current && current !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [frame])
  useEffect(() => {
    if (!isFilling) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && setFilling(false)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isFilling])
  const toggle = () => {
    if (isFilling) setFilling(false)
    else if (isFull) void document.exitFullscreen().catch(() => {})
    else void (frame.current?.requestFullscreen?.() ?? Promise.reject()).catch(() => setFilling(true))
  }
  return { isFull: isFull || isFilling, isFilling, toggle }
}
