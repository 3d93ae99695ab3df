import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useFormat, useSheet } from '../../context/element-context.ts'
import sheet from './rulers.css?sheet'

/** A time that the user holds on to, to read the curves there. */
export interface ChartRuler {
  /** One letter, at its line and in the table of what is read there. */
  name: string
  /** What it is for those who do not see it. */
  label: string
  /** Epoch ms. */
  time: number
}

interface RulersProps {
  rulers: readonly ChartRuler[]
  from: number
  to: number
  /** The plot in its stage, px. */
  plot: { left: number; width: number }
  onMove: (name: string, time: number) => void
}

/** With Shift an arrow goes so many pixels. */
const LEAP_PX = 20

/** Lines over all plots that are dragged, or moved by the arrows: a pixel, and with Shift many. */
export function Rulers({ rulers, from, to, plot, onMove }: RulersProps) {
  useSheet(sheet)
  const format = useFormat()
  const stage = useRef<HTMLDivElement>(null)
  const perPx = (to - from) / plot.width
  const move = (name: string, time: number) => onMove(name, Math.round(Math.min(to, Math.max(from, time))))
  const drag = (name: string) => (event: PointerEvent) => {
    if (!stage.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    move(name, from + (event.clientX - stage.current.getBoundingClientRect().left - plot.left) * perPx)
  }
  const step =
    ({ name, time }: ChartRuler) =>
    (event: KeyboardEvent) => {
      const sign = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
      if (sign === 0) return
      event.preventDefault()
      move(name, time + sign * perPx * (event.shiftKey ? LEAP_PX : 1))
    }
  return (
    <div ref={stage} className="chart-rulers">
      {rulers
        .filter(({ time }) => time >= from && time <= to)
        .map((ruler) => (
          <div
            key={ruler.name}
            className="chart-ruler"
            style={{ left: `${plot.left + (ruler.time - from) / perPx}px` }}
            role="slider"
            tabIndex={0}
            aria-label={ruler.label}
            aria-valuemin={from}
            aria-valuemax={to}
            aria-valuenow={ruler.time}
            aria-valuetext={format.dateTime(ruler.time)}
            onPointerDown={(event) => event.button === 0 && event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag(ruler.name)}
            onKeyDown={step(ruler)}
          >
            <span className="chart-ruler-name" aria-hidden="true">
              {ruler.name}
            </span>
          </div>
        ))}
    </div>
  )
}
