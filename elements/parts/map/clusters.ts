import Supercluster from 'supercluster'
import type { DevState } from '../../../core/contract/device.ts'
import { isStale } from '../../../core/rules/staleness.ts'
import { type MapView, type Place, projection, type Size, zoomOf } from './map-view.ts'

/** A device that is somewhere. */
export interface MarkedDevice {
  readonly sn_code: string
  readonly dev_alias: string
  readonly dev_state: DevState
  readonly lat: number
  readonly lng: number
  /** Degrees from north; drawn only while it moves. */
  readonly heading: number | null
  /** km/h */
  readonly speed: number | null
  /** When it reported its position; null for one that it was given. */
  readonly place_time: number | null
  readonly report_interval_s: number
}

/** What is drawn at one spot: a device, or how many that would lie on each other. */
export interface MapMark<Device extends MarkedDevice = MarkedDevice> {
  readonly place: Place
  readonly count: number
  /** The worst of theirs. */
  readonly dev_state: DevState
  /** Null for several. */
  readonly device: Device | null
  /** Of several. */
  readonly cluster_id: number | null
}

/** Marks nearer to each other than this are one, px. */
const NEAR_PX = 60
/** From here on nothing is put together. */
const CLOSEST = 16
const SEVERITY: Record<DevState, number> = { 1: 0, 4: 1, 2: 2, 3: 3 }
/** Slower than this it stands, km/h. */
const MOVING_KMH = 1

export const isMoving = ({ heading, speed, place_time, report_interval_s }: MarkedDevice, now: number): boolean =>
  heading !== null && (speed ?? 0) > MOVING_KMH && place_time !== null && !isStale(place_time, report_interval_s, now)

/** Devices by place: what a view shows of them, however many there are. */
export class DeviceClusters<Device extends MarkedDevice> {
  #index: Supercluster<{ device: Device }, { dev_state: DevState }>

  constructor(devices: readonly Device[]) {
    this.#index = new Supercluster<{ device: Device }, { dev_state: DevState }>({
      radius: NEAR_PX,
      extent: 256,
      maxZoom: CLOSEST,
      map: ({ device }) => ({ dev_state: device.dev_state }),
      reduce: (all, one) => {
        if (SEVERITY[one.dev_state] > SEVERITY[all.dev_state]) all.dev_state = one.dev_state
      },
    }).load(
      devices.map((device) => ({
        type: 'Feature' as const,
        properties: { device },
        geometry: { type: 'Point' as const, coordinates: [device.lng, device.lat] },
      })),
    )
  }

  marksIn(view: MapView, size: Size, marginPx = NEAR_PX): MapMark<Device>[] {
    const project = projection(view, size)
    const degrees = (360 / view.worldPx) * (size.width / 2 + marginPx)
    const [west, east] = degrees >= 180 ? [-180, 180] : [view.lng - degrees, view.lng + degrees]
    const zoom = Math.max(0, Math.min(CLOSEST + 1, Math.round(zoomOf(view))))
    return this.#index
      .getClusters([west, -85, east, 85], zoom)
      .flatMap(({ geometry, properties }): MapMark<Device>[] => {
        const [lng = 0, lat = 0] = geometry.coordinates
        const y = project([lat, lng])[1]
        if (y < -marginPx || y > size.height + marginPx) return []
        const place: Place = [lat, lng]
        if (!('cluster' in properties))
          return [
            { place, count: 1, dev_state: properties.device.dev_state, device: properties.device, cluster_id: null },
          ]
        const { point_count: count, dev_state, cluster_id } = properties
        return [{ place, count, dev_state, device: null, cluster_id }]
      })
  }

  /** The devices that a mark stands for, so many at most. */
  devicesOf({ device, cluster_id }: MapMark<Device>, most: number): Device[] {
    if (device) return [device]
    return cluster_id === null ? [] : this.#index.getLeaves(cluster_id, most).map(({ properties }) => properties.device)
  }
}
