import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { drawTrack, type TrackLook, type TrackScene } from './draw-track.ts'
import { watchMapGestures } from './map-gestures.ts'
import { fitting, type MapView, type Size } from './map-view.ts'

interface TrackMapProps extends Omit<TrackScene, 'fillLand'> {
  /** What is on the map, in words. */
  label: string
}

/** The route on an outline of the world that ships with the kit. Drag or arrows pan; wheel, pinch or + and - zoom. */
export function TrackMap({ label, fixes, stops, time }: TrackMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const [moved, setMoved] = useState<{ of: TrackScene['fixes']; view: MapView } | null>(null)
  const fillLand = useLand()
  const look = useThemeChanges(canvas)
  const view =
    moved?.of === fixes
      ? moved.view
      : fitting(
          fixes.map(([, lat, lng]) => [lat, lng]),
          size,
        )
  const move = useEffectEvent((change: (view: MapView, size: Size) => MapView) =>
    setMoved({ of: fixes, view: change(view, size) }),
  )

  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    const stop = watchMapGestures(element, move)
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
    drawTrack(context, view, size, { fixes, stops, time, fillLand }, readLook(element))
  }, [view, size, fixes, stops, time, fillLand, look])

  return <canvas ref={canvas} className="track-map" role="img" aria-label={label} tabIndex={0} />
}

/** Coastlines come in a chunk of their own: the track is shown before them. */
function useLand(): TrackScene['fillLand'] {
  const [fillLand, setFillLand] = useState<TrackScene['fillLand']>(null)
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
    const host = ((canvas.current as HTMLCanvasElement).getRootNode() as ShadowRoot).host
    const observer = new MutationObserver(changed)
    for (const element of [host, document.documentElement])
      if (element) observer.observe(element, { attributes: true, attributeFilter: ['theme', 'class', 'style'] })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', changed)
    return () => {
      observer.disconnect()
      dark.removeEventListener('change', changed)
    }
  }, [canvas])
  return count
}

function readLook(element: HTMLElement): TrackLook {
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
    track: colour('--sg-accent'),
    mark: colour('--sg-text-1'),
    onMark: colour('--sg-surface-1'),
    font: getComputedStyle(element).fontFamily,
  }
  probe.remove()
  return look
}
