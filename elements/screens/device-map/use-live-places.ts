import { useEffect, useState } from 'react'
import type { DevicePlace } from '../../../core/contract/device.ts'
import { isPlace } from '../../../core/rules/places.ts'
import { useConnection } from '../../define/index.ts'
import { liveValueOf } from '../../parts/point-text.ts'

export type LivePlace = Pick<DevicePlace, 'dev_state' | 'lat' | 'lng' | 'heading' | 'speed' | 'place_time'>

/** Each of them is a channel of the socket. */
const MOST_DEVICES = 300
/** What comes within this is drawn once, ms. */
const SETTLE_MS = 250
const NONE: ReadonlyMap<string, LivePlace> = new Map()

/** Newest positions of the devices that stand on the map by themselves, by SN. Others are not subscribed to. */
export function useLivePlaces(sn_codes: readonly string[]): ReadonlyMap<string, LivePlace> {
  const { readings } = useConnection()
  const [places, setPlaces] = useState(NONE)
  const which = sn_codes.slice(0, MOST_DEVICES).join('\n')
  useEffect(() => {
    const known = new Map<string, LivePlace>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stops = which
      .split('\n')
      .filter(Boolean)
      .map((sn_code) =>
        readings(sn_code).subscribe((reading) => {
          if (!reading || 'refused' in reading) return
          const lat = liveValueOf(reading, 'lat')
          const numberOf = (key: string) => {
            const value = liveValueOf(reading, key)?.[0]
            return typeof value === 'number' ? value : null
          }
          const lng = numberOf('lng')
          if (!lat || !isPlace(lat[0], lng)) return
          known.set(sn_code, {
            dev_state: reading.dev_state,
            lat: lat[0] as number,
            lng,
            heading: numberOf('heading'),
            speed: numberOf('speed'),
            place_time: lat[2],
          })
          timer ??= setTimeout(() => {
            timer = undefined
            setPlaces(new Map(known))
          }, SETTLE_MS)
        }),
      )
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [which, readings])
  return places
}
