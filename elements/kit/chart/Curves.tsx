import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { CHART_THEMES } from '../../../core/catalogue/themes.ts'
import { useFormat } from '../../context/element-context.ts'
import { lazyPart } from '../lazy-part.tsx'
import type { ChartProps } from './Chart.tsx'
import { watchGestures } from './gestures.ts'
import { Legend } from './Legend.tsx'
import { readLook, watchLook } from './look.ts'
import { chartOptions } from './options.ts'
import { openPlot, type Plot, type PlotBox, type PlotWidth } from './plot.ts'
import { valueAt } from './series.ts'

const Rulers = lazyPart(() => import('./Rulers.tsx').then((chunk) => chunk.Rulers), null)

/** How long a pan, a zoom or the window's edge has to rest before a curve is requested. */
const REST_MS = 180
/** A downloaded picture is for printing and projecting, too. */
const PICTURE_RATIO = 2
/** So many keys lead from one edge to the other. */
const LED_STEPS = 100

export function Curves({
  label,
  series,
  from,
  to,
  palette,
  isLoading,
  scale,
  over,
  marks,
  rulers = [],
  pointedTime = null,
  ref,
  ...events
}: ChartProps) {
  const { onZoom, onCursor, onPlotWidth, onRuler } = events
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot>(null)
  const format = useFormat()
  const [look, setLook] = useState(0)
  const [cursor, setCursor] = useState<number | null>(null)
  // The cursor where keys have led it.
  const [led, setLed] = useState<number | null>(null)
  // Where a gesture has moved to, until the page answers with a new `from` and `to`.
  const [moved, setMoved] = useState<{ from: number; to: number } | null>(null)
  const range = moved ?? { from, to }
  const [inner, setInner] = useState<PlotWidth | null>(null)
  const plotWidth = inner?.width ?? null
  const [box, setBox] = useState<PlotBox | null>(null)

  const point = useEffectEvent((time: number | null) => {
    setCursor(time)
    onCursor?.(time === null ? null : { time, values: series.map((row) => valueAt(row.points, time)) })
  })
  const currentRange = useEffectEvent(() => range)
  const rest = useEffectEvent(() => moved && onZoom?.(moved.from, moved.to))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new stretch from the page ends the gesture
  useEffect(() => setMoved(null), [from, to])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move starts the rest anew
  useEffect(() => {
    const timer = setTimeout(rest, REST_MS)
    return () => clearTimeout(timer)
  }, [moved])

  const tellWidth = useEffectEvent((width: number) => onPlotWidth?.(width))
  useEffect(() => {
    if (plotWidth === null || moved) return
    const timer = setTimeout(() => tellWidth(plotWidth), REST_MS)
    return () => clearTimeout(timer)
  }, [plotWidth, moved])

  useEffect(() => {
    const element = place.current as HTMLDivElement
    const opened = openPlot(element)
    plot.current = opened
    const stops = [
      opened.onPointer((time) => point(time)),
      opened.onWidth(setInner),
      opened.onBox((next) => setBox((before) => (isSameBox(before, next) ? before : next))),
      watchGestures(element, { range: () => currentRange(), width: opened.width, move: setMoved }),
      watchLook(element, () => setLook((count) => count + 1)),
    ]
    return () => {
      for (const stop of stops) stop()
      opened.close()
      plot.current = null
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` counts changes of the theme, read from the page
  useEffect(() => {
    const element = place.current as HTMLDivElement
    const colours = CHART_THEMES.find((theme) => theme.id === palette)
    const input = { series, ...range, scale, marks, look: readLook(element, colours), format }
    plot.current?.draw((height) => chartOptions({ ...input, height }))
  }, [series, range.from, range.to, scale?.low, scale?.high, marks, palette, look, format])

  useImperativeHandle(ref, () => ({
    toImage: async (words) => {
      const { pictureOf } = await import('./picture.ts')
      const colours = CHART_THEMES.find((theme) => theme.id === palette)
      const drawn = readLook(place.current as HTMLDivElement, colours)
      const canvas = (plot.current as Plot).toCanvas(drawn.surface, PICTURE_RATIO)
      return pictureOf(canvas, PICTURE_RATIO, words, series, drawn)
    },
  }))

  const line = led ?? (cursor === null ? pointedTime : null)
  const lead = (time: number | null) => {
    setLed(time)
    point(time)
  }
  return (
    <div className="chart-frame" aria-busy={isLoading}>
      <Legend
        series={series}
        time={cursor ?? pointedTime}
        isPointed={cursor !== null}
        end={range.to}
        palette={palette}
      />
      <div className="chart-stage">
        <div
          ref={place}
          className="chart-place"
          role="img"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows pan, with Shift they lead along the curves, + - zoom while it has the focus
          tabIndex={0}
          onKeyDown={(event) => {
            const sign = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
            if (!event.shiftKey || sign === 0) return
            event.preventDefault()
            const { from, to } = range
            const next = (led ?? (from + to) / 2) + (sign * (to - from)) / LED_STEPS
            lead(Math.min(to, Math.max(from, next)))
          }}
          onBlur={() => led !== null && lead(null)}
        />
        {over && scale && box && <div className="chart-over">{over({ ...box, ...range, ...scale })}</div>}
        {inner && line !== null && line >= range.from && line <= range.to && (
          <span
            className="chart-pointed"
            style={{ left: inner.left + ((line - range.from) / (range.to - range.from)) * inner.width }}
          />
        )}
        {inner && rulers.length > 0 && (
          <Rulers rulers={rulers} {...range} plot={inner} onMove={(name, time) => onRuler?.(name, time)} />
        )}
      </div>
    </div>
  )
}

const isSameBox = (a: PlotBox | null, b: PlotBox) =>
  a !== null && a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height
