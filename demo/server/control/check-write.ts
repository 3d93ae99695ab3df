import type { Words } from '../../../core/catalogue/words.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { DataType } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { WrongField } from '../http/field-errors.ts'
import { fits } from '../ingest/check-value.ts'

const TYPES: Record<DataType, Words> = {
  number: { zh: '应为数字', en: 'must be a number' },
  boolean: { zh: '应为 true 或 false', en: 'must be true or false' },
  string: { zh: '应为文本', en: 'must be text' },
  enum: { zh: '应为整数', en: 'must be a whole number' },
}

/** What is wrong with a new value of a point; null when nothing is. */
function problemOf(value: Value, { data_type, write_min, write_max, enum_text }: LivePoint): Words | null {
  if (value === null) return { zh: '不能为空', en: 'is missing' }
  if (!fits(value, data_type)) return TYPES[data_type]
  if (typeof value !== 'number') return null
  // JSON's 1e999.
  if (!Number.isFinite(value)) return TYPES.number
  if (write_min !== null && value < write_min)
    return { zh: `不能小于 ${write_min}`, en: `must be ${write_min} or more` }
  if (write_max !== null && value > write_max)
    return { zh: `不能大于 ${write_max}`, en: `must be ${write_max} or less` }
  if (data_type === 'enum' && enum_text && !Object.hasOwn(enum_text, String(value))) {
    const states = Object.keys(enum_text).join(', ')
    return { zh: `应为以下之一：${states}`, en: `must be one of ${states}` }
  }
  return null
}

/**
 * Whether a value may be sent to a point now. Throws an ApiError: 110539 for a point that is read only, 100006 at `value`
 * for one outside the point's type or range, 100002 at `sn_code` for a device that is offline.
 */
export function checkWrite(device: LiveDevice, point: LivePoint, value: Value): void {
  if (point.access !== 'rw' || !point.is_added) throw new ApiError('110539')
  const problem = problemOf(value, point)
  if (problem) throw new WrongField('value', problem)
  if (device.dev_state === 2) {
    const words = {
      zh: '设备离线，未写入；请等设备上线后再写',
      en: 'the device is offline; nothing was written: write again once it is online',
    }
    // The catalogue has no code that means it.
    throw new WrongField('sn_code', words, '100002')
  }
}
