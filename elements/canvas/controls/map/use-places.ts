import { useCallback, useEffect, useState } from 'react'
import type { CallOptions } from '../../../../core/connection/client.ts'
import type { Device, DevState } from '../../../../core/contract/device.ts'
import { isPlace } from '../../../../core/rules/places.ts'
import { useConnection } from '../../../define/index.ts'
import type { Place } from '../../../parts/map/map-view.ts'
import { liveValueOf } from '../../../parts/point-text.ts'
import { useCall } from '../../../parts/use-call.ts'

/** Where devices are and how they are; by SN. */
export type Places = ReadonlyMap<string, { readonly place: Place; readonly dev_state: DevState | null }>

const NOWHERE: Places = new Map()
/** What comes within this is drawn once. */
const SETTLE_MS = 300
/** A replay is requested in steps of this. */
const STEP_MS = 10_000

interface Keys {
  readonly lat: string
  readonly lng: string
}

/** Live places and states; null until the first devices have reported theirs. */
export function useLivePlaces(devices: readonly Device[], { lat, lng }: Keys): Places | null {
  const { readings } = useConnection()
  const [places, setPlaces] = useState<Places | null>(null)
  useEffect(() => {
    const known = new Map<string, { place: Place; dev_state: DevState }>()
    const heard = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setPlaces(new Map(known))
      }, SETTLE_MS)
    }
    const stops = devices.map(({ sn_code }) =>
      readings(sn_code).subscribe((reading) => {
        if (!reading) return
        if (!heard.has(sn_code)) {
          heard.add(sn_code)
          update()
        }
        if ('refused' in reading) return
        const [y, x] = [liveValueOf(reading, lat)?.[0], liveValueOf(reading, lng)?.[0]]
        if (!isPlace(y, x)) return
        const before = known.get(sn_code)
        if (before && before.place[0] === y && before.place[1] === x && before.dev_state === reading.dev_state) return
        known.set(sn_code, { place: [y as number, x as number], dev_state: reading.dev_state })
        update()
      }),
    )
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [devices, lat, lng, readings])
  return devices.length === 0 ? NOWHERE : places
}

/** Where devices were at a time. */
export function usePlacesAt(devices: readonly Device[], { lat, lng }: Keys, time: number | null) {
  const { api } = useConnection()
  const call = useCallback(
    async (query: { sns: readonly string[]; start: number } & Keys, options?: CallOptions): Promise<Places> => {
      const points = query.sns.flatMap((sn_code) => [query.lat, query.lng].map((key) => ({ sn_code, key })))
      const replayed = await api.screen.replay({ points, start: query.start, end: query.start + 1 }, options)
      const held = (sn_code: string, key: string) =>
        replayed.find((point) => point.sn_code === sn_code && point.key === key)?.values[0]
      return new Map(
        query.sns.flatMap((sn_code) => {
          const [y, x] = [held(sn_code, query.lat), held(sn_code, query.lng)]
          return isPlace(y, x) ? [[sn_code, { place: [y as number, x as number], dev_state: null }] as const] : []
        }),
      )
    },
    [api],
  )
  const isWanted = time !== null && devices.length > 0
  return useCall(
    call,
    isWanted
      ? { sns: devices.map(({ sn_code }) => sn_code), start: Math.floor(time / STEP_MS) * STEP_MS, lat, lng }
      : null,
  )
}
