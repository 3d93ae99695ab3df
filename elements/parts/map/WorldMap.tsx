import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Lang } from '../../../core/text/define-text.ts'
import { words } from '../../../core/text/words.ts'
import { lazyPart, useElement, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { watchLook } from '../../kit/chart/look.ts'
import type { MapFailure, ShapeLook } from '../../kit/tile-map.ts'
import { tokensAt } from '../../kit/tokens-at.ts'
import { BasePicture } from './base-picture.ts'
import { drawBase, drawScaleBar, type MapLook, type Outline } from './draw-base.ts'
import { type MapPointer, watchMapGestures } from './map-gestures.ts'
import { fitting, type MapView, type Place, type Size } from './map-view.ts'
import { text } from './text.ts'
import { sourceText, type TileSource, useTileSource } from './tile-source.ts'
import sheet from './world-map.css?sheet'

const TileBase = lazyPart(() => import('./TileBase.tsx').then((chunk) => chunk.default), null)

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
  /** How near these are shown at most: how wide the world is then, px. */
  closestPx?: number
  /** Kept free about them, px: a mark is more than its place. */
  edgePx?: number
  paint?: PaintOnMap
  /** The outline alone, whatever the organisation has set. */
  isPlain?: boolean
  /** What is drawn by `paint` and answers to a pointer. */
  pointer?: MapPointer
  /** What stands over the map in the page. */
  children?: (shown: ShownMap) => ReactNode
}

/** The map has come to rest when nothing moved it for so long. */
const REST_MS = 120
const NO_POINTER: MapPointer = {}

/** An outline of the world that ships with the kit. Drag or arrows pan; wheel, pinch or + and - zoom. */
export function WorldMap(props: WorldMapProps) {
  const { label, places, closestPx, edgePx = 0, paint, isPlain = false, pointer = NO_POINTER, children } = props
  useSheet(sheet)
  const t = useText(text)
  const { retry } = useText(words)
  const { lang } = useElement()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const [moved, setMoved] = useState<{ of: readonly Place[]; view: MapView } | null>(null)
  const outline = useOutline()
  const [look, setLook] = useState<MapLook | null>(null)
  const view = moved?.of === places ? moved.view : fitting(places, within(size, edgePx), closestPx)
  const latest = useRef(view)
  useLayoutEffect(() => {
    latest.current = view
  })
  // Several moves may come before a frame: each goes on from the one before.
  const move = useEffectEvent((change: (view: MapView, size: Size) => MapView) => {
    latest.current = change(latest.current, size)
    setMoved({ of: places, view: latest.current })
  })
  const pointerNow = useEffectEvent(() => pointer)

  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    setLook(readLook(element))
    const stops = [
      watchMapGestures(
        element,
        (change) => move(change),
        () => pointerNow(),
      ),
      watchLook(element, () => setLook(readLook(element))),
    ]
    return () => {
      observer.disconnect()
      for (const stop of stops) stop()
    }
  }, [])

  const source = useTileSource(isPlain)
  const [failed, setFailed] = useState<{ source: TileSource; why: MapFailure } | null>(null)
  const tiles = source && failed?.source !== source ? source : null
  const isTiled = tiles !== null
  const [picture] = useState(() => new BasePicture())
  const [rested, setRested] = useState<MapView | null>(null)
  const isAtRest = rested === view
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !look || size.width === 0) return
    const element = context.canvas
    const ratio = window.devicePixelRatio || 1
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
    // Setting it empties the canvas and costs as much as a frame.
    if (element.width !== width || element.height !== height) Object.assign(element, { width, height })
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const key = outline ? `${JSON.stringify(look)} ${lang}` : ''
    if (isTiled) context.clearRect(0, 0, size.width, size.height)
    const isExact =
      isTiled ||
      picture.show(context, view, size, key, isAtRest, (own, ownView, wide) =>
        drawBase(own, ownView, wide, look, outline, lang),
      )
    paint?.(context, view, size, look)
    drawScaleBar(context, view, size, look, isTiled ? null : t.source)
    if (isExact) return
    const timer = setTimeout(() => setRested(view), REST_MS)
    return () => clearTimeout(timer)
  }, [view, size, paint, outline, look, lang, picture, isAtRest, isTiled, t])

  return (
    <div className="world-map" data-tiled={isTiled || undefined}>
      {tiles && look && size.width > 0 && (
        <TileBase
          source={tiles}
          view={view}
          size={size}
          look={shapeLook(look, lang)}
          onFail={(why) => setFailed({ source: tiles, why })}
        />
      )}
      <canvas ref={canvas} className="world-map-canvas" role="img" aria-label={label} tabIndex={0} />
      {tiles && <span className="world-map-source">{sourceText(tiles)}</span>}
      {failed && source && !tiles && (
        <span className="world-map-failed" role="status">
          {t[failed.why]}
          <Button look="plain" onPress={() => setFailed(null)}>
            {retry}
          </Button>
        </span>
      )}
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

/** The outline comes in a chunk of its own: what is on the map is shown before it. */
function useOutline(): Outline | null {
  const [outline, setOutline] = useState<Outline | null>(null)
  useEffect(() => {
    let isGone = false
    import('./outline.ts').then(
      (chunk) => isGone || setOutline(chunk),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [])
  return outline
}

const shapeLook = ({ sea, land, line, text, plate, font }: MapLook, lang: Lang): ShapeLook => ({
  sea,
  land,
  line,
  text,
  plate,
  font,
  lang,
})

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
    plate: token('surface-3'),
    states: {
      1: token('state-online'),
      2: token('state-offline'),
      3: token('state-faulty'),
      4: token('state-unregistered'),
    },
    onState: token('on-alarm'),
    font: token('font'),
  }
}
