import { useEffect, useRef, useState } from 'react'
import { useEditor } from '../editor-context.ts'

const SIZE_PX = 48
/** The gallery notifies its painters when a picture has loaded; a tile polls meanwhile. */
const ASK_AGAIN_MS = 300

/** A picture of the gallery, drawn when it comes into sight: what it holds cannot run. */
export function GalleryPicture({ address }: { address: string }) {
  const { gallery } = useEditor()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!canvas.current) return
    const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && setSeen(true))
    observer.observe(canvas.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (!isSeen) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      const picture = gallery.picture(address)
      if (picture === null) {
        timer = setTimeout(draw, ASK_AGAIN_MS)
        return
      }
      const context = canvas.current?.getContext('2d')
      if (!context || picture === 'missing') return
      const { width, height } = picture as HTMLImageElement
      const ratio = window.devicePixelRatio || 1
      const scale = Math.min(SIZE_PX / (width || 1), SIZE_PX / (height || 1), 1)
      context.canvas.width = context.canvas.height = SIZE_PX * ratio
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      const [across, down] = [width * scale, height * scale]
      context.drawImage(picture, (SIZE_PX - across) / 2, (SIZE_PX - down) / 2, across, down)
    }
    draw()
    return () => clearTimeout(timer)
  }, [address, gallery, isSeen])
  return <canvas ref={canvas} className="palette-picture palette-picture-large" aria-hidden />
}
