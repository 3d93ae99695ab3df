import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSheet } from '../../define/index.ts'
import { watchLook } from '../../kit/chart/look.ts'
import { tokensAt } from '../../kit/tokens-at.ts'
import { drawBase, drawScaleBar, type FillLand, type MapLook } from './draw-base.ts'
import { watchMapGestures } from './map-gestures.ts'
import { fitting, type MapView, type Place, type Size } from './map-view.ts'
import sheet from './world-map.css?sheet'

/** Between the land and the scale bar. */
export type PaintOnMap = (context: CanvasRenderingContext2D, view: MapView, size: Size, look: MapLook) => void

export interface ShownMap {
  view: MapView
  size: Size
  move: (change: (view: MapView, size: Size) => MapView) => void
}

interface WorldMapProps {
  /** What is on the map, in words. */
  label: string
  /** All of them are in view until somebody moves the map; another list starts over. */
  places: readonly Place[]
  /** Kept free about them, px: a mark is more than its place. */
  edgePx?: number
  paint?: PaintOnMap
  /** What stands over the map in the page. */
  children?: (shown: ShownMap) => ReactNode
}

/** An outline of the world that ships with the kit. Drag or arrows pan; wheel, pinch or + and - zoom. */
export function WorldMap({ label, places, edgePx = 0, paint, children }: WorldMapProps) {
  useSheet(sheet)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const [moved, setMoved] = useState<{ of: readonly Place[]; view: MapView } | null>(null)
  const fillLand = useLand()
  const [look, setLook] = useState(0)
  const view = moved?.of === places ? moved.view : fitting(places, within(size, edgePx))
  const move = useEffectEvent((change: (view: MapView, size: Size) => MapView) =>
    setMoved({ of: places, view: change(view, size) }),
  )

  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    const stops = [
      watchMapGestures(element, (change) => move(change)),
      watchLook(element, () => setLook((before) => before + 1)),
    ]
    return () => {
      observer.disconnect()
      for (const stop of stops) stop()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` counts changes of the theme, read from the page
  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement
    const context = element.getContext('2d')
    if (!context || size.width === 0) return
    const ratio = window.devicePixelRatio || 1
    element.width = Math.round(size.width * ratio)
    element.height = Math.round(size.height * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const colours = readLook(element)
    drawBase(context, view, size, colours, fillLand)
    paint?.(context, view, size, colours)
    drawScaleBar(context, view, size, colours)
  }, [view, size, paint, fillLand, look])

  return (
    <div className="world-map">
      <canvas ref={canvas} className="world-map-canvas" role="img" aria-label={label} tabIndex={0} />
      {size.width > 0 &&
        children?.({ view, size, move: (change) => setMoved({ of: places, view: change(view, size) }) })}
    </div>
  )
}

/** A size without an edge; what is too small for one is left as it is. */
export const within = ({ width, height }: Size, edgePx: number): Size => ({
  width: Math.max(width / 2, width - edgePx * 2),
  height: Math.max(height / 2, height - edgePx * 2),
})

/** Coastlines come in a chunk of their own: what is on the map is shown before them. */
function useLand(): FillLand | null {
  const [fillLand, setFillLand] = useState<FillLand | null>(null)
  useEffect(() => {
    let isGone = false
    import('./land.ts').then(
      (land) => isGone || setFillLand(() => land.fillLand),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [])
  return fillLand
}

function readLook(element: HTMLElement): MapLook {
  const token = tokensAt(element)
  return {
    sea: token('surface-0'),
    land: token('surface-2'),
    line: token('line'),
    text: token('text-2'),
    accent: token('accent'),
    mark: token('text-1'),
    onMark: token('surface-1'),
    font: token('font'),
  }
}
