import type { UMetric } from 'sparkplug-payload/lib/sparkplugbpayload.js'
import type { Words } from '../../../../core/catalogue/words.ts'
import type { Value } from '../../../../core/contract/telemetry.ts'
import { WrongField } from '../../http/field-errors.ts'
import type { BornMetric } from './birth.ts'
import { encodeSparkplug } from './payload.ts'

type Type = UMetric['type']

/** Sparkplug's data types that a point can have, by their numbers. */
const TYPES: Record<number, Type> = {
  1: 'Int8',
  2: 'Int16',
  3: 'Int32',
  4: 'Int64',
  5: 'UInt8',
  6: 'UInt16',
  7: 'UInt32',
  8: 'UInt64',
  9: 'Float',
  10: 'Double',
  11: 'Boolean',
  12: 'String',
  13: 'DateTime',
  14: 'Text',
  15: 'UUID',
}
const BITS = /^(U?)Int(\d+)$/
const FLOAT_MAX = 3.4028234663852886e38

/** A number as 32 bits carry it, in the digits that they hold: both sides of a comparison lose the same. */
const asFloat = (value: number): number => Number(Math.fround(value).toPrecision(7))

/** The whole numbers that a type holds, as far as doubles distinguish them; null for a type of no whole numbers. */
function wholeRange(type: Type): [least: number, most: number] | null {
  if (type === 'DateTime') return [0, Number.MAX_SAFE_INTEGER]
  const [, unsigned, bits] = BITS.exec(type) ?? []
  if (bits === undefined) return null
  const most = Math.min(2 ** (Number(bits) - (unsigned ? 0 : 1)) - 1, Number.MAX_SAFE_INTEGER)
  return [unsigned ? 0 : Math.max(-most - 1, Number.MIN_SAFE_INTEGER), most]
}

function problemOf(value: Value, type: Type): Words | null {
  const range = wholeRange(type)
  if (range) {
    const [least, most] = range
    if (Number.isInteger(value) && least <= Number(value) && Number(value) <= most) return null
    return {
      zh: `设备的类型为 ${type}：应为 ${least} 至 ${most} 的整数`,
      en: `must be a whole number from ${least} to ${most}: the device has it as ${type}`,
    }
  }
  const wanted = type === 'Boolean' ? 'boolean' : type === 'Float' || type === 'Double' ? 'number' : 'string'
  const isTooLarge = type === 'Float' && Math.abs(Number(value)) > FLOAT_MAX
  const isFitting = typeof value === wanted && !isTooLarge
  return isFitting ? null : { zh: `设备的类型为 ${type}`, en: `does not fit: the device has it as ${type}` }
}

/** Whether points can hold the metric's values, so that they can be written. */
export const isWritable = ({ datatype }: BornMetric): boolean => datatype in TYPES

/**
 * The payload of an NCMD or DCMD that writes one metric. It has no `seq`, and the name only where the birth gave no
 * alias, as Sparkplug 3.0 asks. It would leave out the type too; older nodes read no value without it.
 * Throws a WrongField for a value that the metric's type does not hold.
 */
export function encodeWrite({ name, alias, datatype }: BornMetric, value: Value, now: number): Uint8Array {
  const type = TYPES[datatype] as Type
  const problem = problemOf(value, type)
  if (problem) throw new WrongField('value', problem)
  const metric = { type, value, timestamp: now, ...(alias === null ? { name } : { alias }) }
  return encodeSparkplug({ timestamp: now, metrics: [metric] })
}

/** Whether what a device reports is what was written, as far as the metric's type can show. */
export function isSameValue({ datatype }: BornMetric, reported: Value, written: Value): boolean {
  if (TYPES[datatype] !== 'Float' || typeof reported !== 'number' || typeof written !== 'number')
    return reported === written
  return asFloat(reported) === asFloat(written)
}
