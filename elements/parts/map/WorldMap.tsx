import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSheet } from '../../define/index.ts'
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
  const look = useThemeChanges(canvas)
  const view = moved?.of === places ? moved.view : fitting(places, within(size, edgePx))
  const move = useEffectEvent((change: (view: MapView, size: Size) => MapView) =>
    setMoved({ of: places, view: change(view, size) }),
  )

  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    const stop = watchMapGestures(element, (change) => move(change))
    return () => {
      observer.disconnect()
      stop()
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

/** Counts up when the colours may have changed. */
function useThemeChanges(canvas: React.RefObject<HTMLCanvasElement | null>): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const changed = () => setCount((before) => before + 1)
    const root = (canvas.current as HTMLCanvasElement).getRootNode()
    const observer = new MutationObserver(changed)
    for (const element of [root instanceof ShadowRoot ? root.host : document.body, document.documentElement])
      observer.observe(element, { attributes: true, attributeFilter: ['theme', 'class', 'style'] })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', changed)
    return () => {
      observer.disconnect()
      dark.removeEventListener('change', changed)
    }
  }, [canvas])
  return count
}

function readLook(element: HTMLElement): MapLook {
  const probe = element.ownerDocument.createElement('span')
  element.parentElement?.append(probe)
  const colour = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const look = {
    sea: colour('--sg-surface-0'),
    land: colour('--sg-surface-2'),
    line: colour('--sg-line'),
    text: colour('--sg-text-2'),
    accent: colour('--sg-accent'),
    mark: colour('--sg-text-1'),
    onMark: colour('--sg-surface-1'),
    font: getComputedStyle(element).fontFamily,
  }
  probe.remove()
  return look
}
