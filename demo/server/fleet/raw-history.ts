import type { Quality, Value } from '../../../core/contract/telemetry.ts'
import type { TimelineSample } from '../../../core/rules/alarm-timeline.ts'
import { fromStored, qualities } from '../history/latest.ts'
import type { Sample, TenantHistory } from '../history/telemetry.ts'
import type { LivePoint } from './fleet.ts'

/** The part of the history that reads samples. */
export type RawHistory = Pick<TenantHistory, 'raw'>

export interface RawValue {
  data_time: number
  value: Value
  quality: Quality
}

/** A sample as people exchange it: a boolean point's 0 and 1 are false and true. */
export function asValue({ data_type }: Pick<LivePoint, 'data_type'>, sample: Sample): RawValue {
  const { data_time, value, text, quality } = sample
  return { data_time, value: text ?? fromStored(data_type, value), quality: qualities[quality] }
}

export function asTimelineSample(point: Pick<LivePoint, 'data_type'>, sample: Sample): TimelineSample {
  const { data_time, value, quality } = asValue(point, sample)
  return [data_time, value, quality]
}

/** A value as it is stored; null for one that is not of the point's type. */
export function asSample(
  point: Pick<LivePoint, 'point_id' | 'data_type'>,
  data_time: number,
  value: Value,
): Sample | null {
  const { point_id, data_type } = point
  if (value === null) return { point_id, data_time, value, quality: 2 }
  if (data_type === 'boolean') {
    return typeof value === 'boolean' ? { point_id, data_time, value: value ? 1 : 0, quality: 0 } : null
  }
  if (data_type === 'string') {
    return typeof value === 'string' ? { point_id, data_time, value: null, text: value, quality: 0 } : null
  }
  return typeof value === 'number' ? { point_id, data_time, value, quality: 0 } : null
}
