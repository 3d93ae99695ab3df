import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { openTileMap, type TileMap } from '../../kit/tile-map.ts'
import { shiftedToGcj } from './gcj.ts'
import type { MapView, Size } from './map-view.ts'
import type { TileSource } from './tile-source.ts'

interface TileBaseProps {
  source: TileSource
  view: MapView
  size: Size
  /** No tile comes. */
  onFail: () => void
}

/** Tiles below the canvas of a map, which has the gestures and the marks. */
export default function TileBase({ source, view, size, onFail }: TileBaseProps) {
  const place = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<TileMap | null>(null)
  const fail = useEffectEvent(() => onFail())
  const { url, isShifted } = source
  useEffect(() => {
    const opened = openTileMap(place.current as HTMLDivElement, url, () => fail())
    setMap(opened)
    return () => opened.close()
  }, [url])
  useLayoutEffect(() => {
    if (size.width > 0) map?.show(isShifted ? { ...view, ...shiftedToGcj(view) } : view)
  }, [map, view, size, isShifted])
  return <div ref={place} className="world-map-tiles" aria-hidden="true" />
}
