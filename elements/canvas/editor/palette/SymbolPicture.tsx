import { useEffect, useRef, useState } from 'react'
import { paintDrawing } from '../../controls/symbol/paint.ts'
import { pictureBox } from '../../controls/symbol/picture-box.ts'
import { stateOf } from '../../controls/symbol/shown-state.ts'
import { symbolOf } from '../../controls/symbol/symbol-of.ts'
import { useEditor } from '../editor-context.ts'

const SIZE_PX = 36

/** A symbol of the library in the style of the document, drawn when it comes into sight. */
export function SymbolPicture({ address }: { address: string }) {
  const { look } = useEditor()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isSeen, setSeen] = useState(false)
  const [, setCame] = useState(0)
  useEffect(() => {
    if (!canvas.current) return
    const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && setSeen(true))
    observer.observe(canvas.current)
    return () => observer.disconnect()
  }, [])
  const drawing = isSeen ? symbolOf(address, () => setCame((before) => before + 1)) : null
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || drawing === null || drawing === 'missing') return
    const ratio = window.devicePixelRatio || 1
    context.canvas.width = context.canvas.height = SIZE_PX * ratio
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const box = pictureBox(drawing, { width: SIZE_PX, height: SIZE_PX }, true)
    context.translate(box.x, box.y)
    const state = stateOf(drawing.states, { state: 0, running: null })
    paintDrawing(context, drawing, look, box, {
      state,
      isFaulty: false,
      colour: null,
      liquid: null,
      motionMs: 0,
      level: drawing.level ? 0.5 : null,
    })
  }, [drawing, look])
  return <canvas ref={canvas} className="palette-picture" aria-hidden />
}
