import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { RawReading } from './parse.ts'

/** Stands for all keys that the device has no point for yet. */
const NEW_POINTS = ''

/**
 * Times for readings that come without one. The history has one value of a point at a time, so a point's arrivals are at
 * least 1 ms apart, and all values of a reading keep one time. A burst of more than 1,000 readings a second of a point is
 * therefore ahead of the clock, by `arrivalAheadMs` at most: null for what goes beyond. A point whose times are further
 * ahead than that has them from a clock that was set back since: they count no more.
 */
export function createArrivals() {
  const devices = new WeakMap<LiveDevice, Map<string, number>>()

  return (device: LiveDevice, { values }: RawReading, received: number): number | null => {
    const last = devices.get(device) ?? new Map<string, number>()
    devices.set(device, last)
    let time = received
    const passOver = (taken: number | null | undefined) => {
      if (typeof taken === 'number' && taken >= time && taken <= received + LIMITS.arrivalAheadMs) time = taken + 1
    }
    passOver(last.get(NEW_POINTS))
    for (const key in values) {
      passOver(last.get(key))
      // Also a time that the device gave, and after a restart the last one of before.
      passOver(device.points.get(key)?.data_time)
    }
    if (time > received + LIMITS.arrivalAheadMs) return null
    for (const key in values) last.set(device.points.has(key) ? key : NEW_POINTS, time)
    return time
  }
}
