import type { DeviceMark, MarkedPoint } from '../../../core/contract/alarm-record.ts'

/** The alarms of one device's points, by their key. */
export type PointAlarms = ReadonlyMap<string, MarkedPoint>

/** By SN; a device without open alarms is not among them. */
export const alarmsOfPoints = (marks: readonly DeviceMark[]): ReadonlyMap<string, PointAlarms> =>
  new Map(marks.map(({ sn_code, points }) => [sn_code, new Map(points.map((point) => [point.key, point]))]))

/** Points in alarm before the others, the highest level first; otherwise in the order in which they came. */
export function alarmsFirst<P extends { key: string }>(points: readonly P[], alarms: PointAlarms): P[] {
  const levelOf = ({ key }: P) => alarms.get(key)?.alarm_level ?? 0
  return points.toSorted((a, b) => levelOf(b) - levelOf(a))
}
