import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useText } from '../../define/index.ts'
import { text } from './text.ts'

const [LEAST_PX, MOST_PX, STEP_PX] = [280, 720, 16]

/** A width that was kept; null for any other text. */
export const keptWidth = (kept: string | null): number | null => {
  const px = Number(kept)
  return kept !== null && px >= LEAST_PX && px <= MOST_PX ? px : null
}

/** The edge of the panel on the right, by which it is made wider; null is the width that it has by itself. */
export function SideHandle({ onWidth }: { onWidth: (px: number | null) => void }) {
  const t = useText(text)
  const handle = useRef<HTMLDivElement>(null)
  const widthNow = () => handle.current?.parentElement?.offsetWidth ?? LEAST_PX
  const widen = (px: number) => onWidth(Math.round(Math.max(LEAST_PX, Math.min(MOST_PX, px))))
  const outwards = () => (handle.current && getComputedStyle(handle.current).direction === 'rtl' ? 1 : -1)

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const [held, from, width, sign] = [event.currentTarget, event.clientX, widthNow(), outwards()]
    held.setPointerCapture(event.pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) => widen(width + sign * (clientX - from))
    held.addEventListener('pointermove', move)
    held.addEventListener('lostpointercapture', () => held.removeEventListener('pointermove', move), { once: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step !== 0) widen(widthNow() + step * outwards() * STEP_PX)
    else if (event.key === 'Home') onWidth(null)
    else return
    // They would move what is selected in the drawing.
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule across the page has no keys
    <div
      ref={handle}
      className="editor-side-handle"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t.sideWidth}
      aria-valuenow={widthNow()}
      aria-valuemin={LEAST_PX}
      aria-valuemax={MOST_PX}
      title={t.sideWidth}
      onPointerDown={onPointerDown}
      onDoubleClick={() => onWidth(null)}
      onKeyDown={onKeyDown}
    />
  )
}
