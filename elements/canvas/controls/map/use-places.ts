import { useCallback, useEffect, useState } from 'react'
import type { CallOptions } from '../../../../core/connection/client.ts'
import type { Device, DevState } from '../../../../core/contract/device.ts'
import { useConnection } from '../../../define/index.ts'
import type { Place } from '../../../parts/map/map-view.ts'
import { liveValueOf } from '../../../parts/point-text.ts'
import { useCall } from '../../../parts/use-call.ts'
import { isPlace } from './marks.ts'

/** Where devices are and how they are; by SN. */
export type Places = ReadonlyMap<string, { readonly place: Place; readonly dev_state: DevState | null }>

const NOWHERE: Places = new Map()
/** What comes within this is drawn once. */
const SETTLE_MS = 300
/** Moments of a replay are asked for in steps of this. */
const STEP_MS = 10_000

interface Keys {
  readonly lat: string
  readonly lng: string
}

/** Live places and states; null until the first devices have told theirs. */
export function useLivePlaces(devices: readonly Device[], { lat, lng }: Keys): Places | null {
  const { readings } = useConnection()
  const [places, setPlaces] = useState<Places | null>(null)
  useEffect(() => {
    const known = new Map<string, { place: Place; dev_state: DevState }>()
    const heard = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
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
          tell()
        }
        if ('refused' in reading) return
        const [y, x] = [liveValueOf(reading, lat)?.[0], liveValueOf(reading, lng)?.[0]]
        if (!isPlace(y, x)) return
        const before = known.get(sn_code)
        if (before && before.place[0] === y && before.place[1] === x && before.dev_state === reading.dev_state) return
        known.set(sn_code, { place: [y as number, x as number], dev_state: reading.dev_state })
        tell()
      }),
    )
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [devices, lat, lng, readings])
  return devices.length === 0 ? NOWHERE : places
}

/** Where devices were at a moment. */
export function usePlacesAt(devices: readonly Device[], { lat, lng }: Keys, moment: number | null) {
  const { api } = useConnection()
  const call = useCallback(
    async (asked: { sns: readonly string[]; start: number } & Keys, options?: CallOptions): Promise<Places> => {
      const points = asked.sns.flatMap((sn_code) => [asked.lat, asked.lng].map((key) => ({ sn_code, key })))
      const told = await api.screen.replay({ points, start: asked.start, end: asked.start + 1 }, options)
      const held = (sn_code: string, key: string) =>
        told.find((point) => point.sn_code === sn_code && point.key === key)?.values[0]
      return new Map(
        asked.sns.flatMap((sn_code) => {
          const [y, x] = [held(sn_code, asked.lat), held(sn_code, asked.lng)]
          return isPlace(y, x) ? [[sn_code, { place: [y as number, x as number], dev_state: null }] as const] : []
        }),
      )
    },
    [api],
  )
  const isWanted = moment !== null && devices.length > 0
  return useCall(
    call,
    isWanted
      ? { sns: devices.map(({ sn_code }) => sn_code), start: Math.floor(moment / STEP_MS) * STEP_MS, lat, lng }
      : null,
  )
}
