import { useCallback, useMemo } from 'react'
import type { Place } from '../map/map-view.ts'
import { type PaintOnMap, WorldMap } from '../map/WorldMap.tsx'
import { drawTrack, type TrackScene } from './draw-track.ts'

interface TrackMapProps extends TrackScene {
  /** What is on the map, in words. */
  label: string
}

/** The route on an outline of the world. */
export function TrackMap({ label, fixes, stops, gaps, time }: TrackMapProps) {
  const places = useMemo(() => fixes.map(([, lat, lng]): Place => [lat, lng]), [fixes])
  const paint = useCallback<PaintOnMap>(
    (context, view, size, look) => drawTrack(context, view, size, { fixes, stops, gaps, time }, look),
    [fixes, stops, gaps, time],
  )
  return (
    <div className="track-map">
      <WorldMap label={label} places={places} paint={paint} />
    </div>
  )
}
