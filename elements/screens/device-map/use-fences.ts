import { useCallback, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Geofence } from '../../../core/contract/geofence.ts'
import type { FenceShape } from '../../../core/rules/geofence.ts'
import { metresBetween } from '../../../core/rules/places.ts'
import { geofences } from '../../../core/stores/collections/devices.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { refusalText } from '../../parts/form/refusal.ts'
import { dragged, drawFences, handleAt } from '../../parts/map/draw-fences.ts'
import { cornerAt, metresPerPx, withCorner } from '../../parts/map/fence-shape.ts'
import type { MapPointer } from '../../parts/map/map-gestures.ts'
import { type MapView, type Pixel, placeAtPx, projection, type Size } from '../../parts/map/map-view.ts'
import type { PaintOnMap } from '../../parts/map/WorldMap.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import type { UndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import { text } from './text.ts'

const NONE: readonly Geofence[] = []
/** A new circle takes as much of the view. */
const FIRST_PX = 80

/** A fence that is being drawn; `fence` null for a new one. */
export interface FenceDraft extends FenceShape {
  fence: Geofence | null
  fence_name: string
  group_id: number | null
}

const keptRadius = (metres: number) =>
  Math.round(Math.max(LIMITS.geofenceRadiusMinM, Math.min(LIMITS.geofenceRadiusM, metres)))

/** Geofences of the map: what is painted and pressed, and what is kept. */
export function useFences({ done, refused }: Pick<UndoToasts, 'done' | 'refused'>) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const called = useCollection(geofences)
  const fences = called.data ?? NONE
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState<FenceDraft | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const drawnId = draft?.fence?.fence_id ?? null

  const paint = useCallback<PaintOnMap>(
    (context, view, size, look) => drawFences(context, view, size, { fences, hovered, drawn: draft, drawnId }, look),
    [fences, hovered, draft, drawnId],
  )
  const shape = (change: (now: FenceDraft) => FenceShape) => setDraft((now) => now && { ...now, ...change(now) })

  /** What a pointer does to the fence that is being drawn, on the map as it was painted last. */
  function pointer(view: MapView, size: Size): MapPointer {
    const project = projection(view, size)
    const at = (px: Pixel) => cornerAt(placeAtPx(view, px, size))
    const set = (px: Pixel) =>
      shape(({ corners, radius_m }) => {
        if (radius_m !== null) return { corners: [at(px)], radius_m }
        const isFull = corners.length >= LIMITS.geofenceCorners
        return { corners: isFull ? corners : withCorner(corners, at(px), project), radius_m }
      })
    return {
      tap: set,
      middle: set,
      grab: (px) => {
        const handle = draft && handleAt(draft, px, view, size)
        if (!draft || !handle) return null
        const { corners, radius_m } = draft
        const isNew = handle.is === 'edge' && corners.length < LIMITS.geofenceCorners
        if (handle.is === 'edge' && !isNew) return null
        const held = handle.is === 'edge' ? { is: 'corner' as const, index: handle.index + 1 } : handle
        const from = isNew && handle.is === 'edge' ? corners.toSpliced(handle.index + 1, 0, at(px)) : corners
        const drag = (to: Pixel) => {
          const corner = at(to)
          const [centre] = corners
          const metres = centre ? metresBetween(centre.lat, centre.lng, corner.lat, corner.lng) : 0
          shape(() => dragged({ corners: from, radius_m }, held, corner, keptRadius(metres)))
        }
        return { drag, drop: drag, cancel: () => shape(() => ({ corners, radius_m })) }
      },
    }
  }

  async function remove(fence: Geofence) {
    const { fence_id, fence_name, group_id, corners, radius_m } = fence
    try {
      await api.geofence.remove({ fence_id })
      const again = () =>
        void api.geofence
          .create({ fence_name, group_id, corners: [...corners], radius_m })
          .catch((error: unknown) => refused(refusalText(error, lang)))
      done(t.fenceDeleted({ name: fence_name }), again)
    } catch (error) {
      refused(refusalText(error, lang))
    }
  }

  return {
    called,
    fences,
    isOpen,
    draft,
    paint,
    pointer,
    remove,
    hover: setHovered,
    toggle: () => setOpen((before) => !before),
    close: () => {
      setOpen(false)
      setDraft(null)
    },
    begin: (kind: 'circle' | 'polygon', view: MapView) =>
      setDraft({
        fence: null,
        fence_name: '',
        group_id: null,
        corners: kind === 'circle' ? [cornerAt([view.lat, view.lng])] : [],
        radius_m: kind === 'circle' ? keptRadius(FIRST_PX * metresPerPx(view.worldPx, view.lat)) : null,
      }),
    edit: (fence: Geofence) => {
      const { fence_name, group_id, corners, radius_m } = fence
      setDraft({ fence, fence_name, group_id, corners, radius_m })
    },
    change: (part: Partial<FenceDraft>) => setDraft((now) => now && { ...now, ...part }),
    cancel: () => setDraft(null),
    saved: (name: string) => {
      setDraft(null)
      done(t.fenceSaved({ name }))
    },
  }
}
