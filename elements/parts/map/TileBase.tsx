import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type MapFailure, openTileMap, type ShapeLook, type TileMap } from '../../kit/tile-map.ts'
import { shiftedToGcj } from './gcj.ts'
import type { MapView, Size } from './map-view.ts'
import type { TileSource } from './tile-source.ts'

interface TileBaseProps {
  source: TileSource
  view: MapView
  size: Size
  look: ShapeLook
  /** No tile comes. */
  onFail: (why: MapFailure) => void
}

/** Tiles below the canvas of a map, which has the gestures and the marks. */
export default function TileBase({ source, view, size, look, onFail }: TileBaseProps) {
  const place = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<TileMap | null>(null)
  const fail = useEffectEvent(onFail)
  const { kind, url, isShifted } = source
  // Pictures are as they are in every theme.
  const shown = kind === 'raster' ? '' : JSON.stringify(look)
  const lookNow = useEffectEvent(() => look)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown`, as another look is another map
  useEffect(() => {
    const opened = openTileMap(place.current as HTMLDivElement, { kind, url }, lookNow(), (why) => fail(why))
    setMap(opened)
    return () => opened.close()
  }, [kind, url, shown])
  useLayoutEffect(() => {
    if (size.width > 0) map?.show(isShifted ? { ...view, ...shiftedToGcj(view) } : view)
  }, [map, view, size, isShifted])
  return <div ref={place} className="world-map-tiles" aria-hidden="true" />
}
