import type { CheckedReading } from '../fleet/fleet.ts'
import type { Sample } from '../history/sample.ts'

const QUALITY = { good: 0, uncertain: 1, bad: 2 } as const

/** What of a reading is kept as history. */
export function samplesOf(tenant_id: number, { data_time, values }: CheckedReading): Sample[] {
  const samples: Sample[] = []
  for (const { point, value, quality } of values) {
    if (!point.is_added || !point.keep_history) continue
    const sample = { point_id: point.point_id, tenant_id, data_time, quality: QUALITY[quality] }
    if (typeof value === 'string') samples.push({ ...sample, value: null, text: value })
    else samples.push({ ...sample, value: value === null ? null : Number(value) })
  }
  return samples
}
