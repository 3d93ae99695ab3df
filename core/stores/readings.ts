import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { DevState } from '../contract/device.ts'
import type { LiveValue, ServerFrame } from '../contract/realtime.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { family } from './family.ts'

/** The newest of a device: `[value, quality, data_time]` by point key. */
export interface DeviceReadings {
  dev_state: DevState
  report_time: number | null
  values: Readonly<Record<string, LiveValue>>
  /** Another one says that the device's name or points are others. */
  described_time?: number | undefined
  /** False while the socket is away: what is shown is the last that was seen. */
  is_live: boolean
}

/** After a refusal a device is asked for again: soon, and then less and less often, as pages on walls live for months. */
export const ASKED_AGAIN_MS = 5000
export const ASKED_AT_LEAST_MS = 60_000

/** Why a device's readings cannot be had: the server's code. */
export interface RefusedReadings {
  refused: string
}

/** Adds a frame to what is known; a snapshot replaces it. */
export function withFrame(
  known: DeviceReadings | RefusedReadings | null,
  frame: ServerFrame,
): DeviceReadings | RefusedReadings | null {
  if (frame.type === 'refused') return { refused: frame.code }
  if (frame.type !== 'snapshot' && frame.type !== 'delta') return known
  const before = known && 'values' in known && frame.type === 'delta' ? known : null
  return {
    dev_state: frame.dev_state ?? before?.dev_state ?? 2,
    report_time: frame.report_time === undefined ? (before?.report_time ?? null) : frame.report_time,
    described_time: frame.described_time ?? before?.described_time,
    values: before ? { ...before.values, ...frame.values } : frame.values,
    is_live: true,
  }
}

/** The newest readings of a device by SN; null until the first arrive. Subscribed only while something listens. */
export const readingsOf = (
  realtime: Realtime,
): ((sn_code: string) => ReadableAtom<DeviceReadings | RefusedReadings | null>) =>
  family((sn_code: string) => {
    const $readings = atom<DeviceReadings | RefusedReadings | null>(null)
    onMount($readings, () => {
      const follow = () =>
        realtime.watch(`device/${sn_code}`, (frame) => {
          $readings.set(withFrame($readings.get(), frame))
          // Who is refused now may be shared the device, or register it, a moment later.
          if (frame.type !== 'refused') return
          clearTimeout(retry)
          retry = setTimeout(followAnew, waitMs)
        })
      let retry: ReturnType<typeof setTimeout> | undefined
      let waitMs = ASKED_AGAIN_MS
      let unwatch = follow()
      const followAnew = () => {
        waitMs = Math.min(ASKED_AT_LEAST_MS, 2 * waitMs)
        const before = unwatch
        unwatch = follow()
        before()
      }
      const unlisten = realtime.$status.listen((status) => {
        const known = $readings.get()
        if (status !== 'live' && known && 'values' in known && known.is_live)
          $readings.set({ ...known, is_live: false })
      })
      return () => {
        clearTimeout(retry)
        unlisten()
        unwatch()
        // What is kept past the last listener would be old when the next one comes.
        $readings.set(null)
      }
    })
    return $readings
  })
