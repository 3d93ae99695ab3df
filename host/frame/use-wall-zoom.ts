import { useEffect, useState } from 'react'
import { wallZoom } from './wall.ts'

const ofWindow = () => wallZoom(innerWidth, innerHeight)

/** How much larger a wall shows what is read from afar, as the window is now. */
export function useWallZoom(): number {
  const [zoom, setZoom] = useState(ofWindow)
  useEffect(() => {
    const resized = () => setZoom(ofWindow())
    window.addEventListener('resize', resized)
    return () => window.removeEventListener('resize', resized)
  }, [])
  return zoom
}
