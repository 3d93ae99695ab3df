import { fromStored, type LatestValue, qualities } from '../history/latest.ts'
import type { Sample } from '../history/sample.ts'
import { isNewest, type LiveDevice, type LivePoint } from './fleet.ts'

/** Gives a device that was read from SQL its newest values. */
export function fill(device: LiveDevice, latest: ReadonlyMap<number, LatestValue>): void {
  for (const point of device.points.values()) {
    const newest = latest.get(point.point_id)
    if (newest) Object.assign(point, { value: newest.value, quality: newest.quality, data_time: newest.data_time })
  }
}

/** Samples that came after the newest values were written last; returns the points that they changed. */
export function catchUp(device: LiveDevice, newest: ReadonlyMap<number, Sample>, now: number): LivePoint[] {
  return [...device.points.values()].filter((point) => {
    const sample = newest.get(point.point_id)
    if (!sample || !isNewest(point, sample.data_time, now)) return false
    const { data_time, value, text, quality } = sample
    Object.assign(point, { value: text ?? fromStored(point.data_type, value), quality: qualities[quality], data_time })
    return true
  })
}

/** All that pages know of a device beside its values. */
function descriptionOf({ dev_alias, report_interval_s, points }: LiveDevice): string {
  const known = [...points.values()].map(
    ({ value: _, quality: __, data_time: ___, arrival_time: ____, ...point }) => point,
  )
  return JSON.stringify([dev_alias, report_interval_s, known])
}

/**
 * Brings a device up to what was read from SQL. It stays the same object, as do its points, since whoever listens holds
 * them; values and counts of alarms in memory are newer than those in SQL.
 */
export function renew(device: LiveDevice, read: LiveDevice, now: number): void {
  // Two changes of one millisecond are two.
  if (descriptionOf(device) !== descriptionOf(read)) device.described_time = Math.max(now, device.described_time + 1)
  for (const [key, point] of read.points) {
    const known = device.points.get(key)
    if (known?.point_id !== point.point_id || known.data_type !== point.data_type) continue
    const { value, quality, data_time, arrival_time } = known
    read.points.set(key, Object.assign(known, point, { value, quality, data_time, arrival_time }))
  }
  device.points = read.points
  device.password_salt = read.password_salt
  device.dev_alias = read.dev_alias
  device.group_id = read.group_id
  device.saved_user_id = read.saved_user_id
  device.awaited_time = read.awaited_time
  device.template_id = read.template_id
  device.report_interval_s = read.report_interval_s
}
