import type { Value } from '../../../core/contract/telemetry.ts'
import type { AlarmCondition } from '../db/schema.ts'

export interface Condition {
  condition: AlarmCondition
  threshold: number
  /** In the point's unit: how far a value must come back before the alarm is over. */
  dead_band: number
}

/** What a rule compares; null for values that are no number. Booleans are 0 and 1. */
export function comparable(value: Value): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' ? value : null
}

/** Whether an alarm stands after a value, given whether it stood before. */
export function stands({ condition, threshold, dead_band }: Condition, value: number, stood: boolean): boolean {
  const band = stood ? dead_band : 0
  if (condition === 'above') return value > threshold - band
  if (condition === 'below') return value < threshold + band
  return Math.abs(value - threshold) <= band
}

const SIGN = { above: '>', below: '<', equals: '=' } as const

/** The value and what it is measured against, as `92.4 °C > 90 °C`. */
export function wordsOf({ condition, threshold }: Condition, value: number, unit: string | null): string {
  const suffix = unit ? ` ${unit}` : ''
  return `${value}${suffix} ${SIGN[condition]} ${threshold}${suffix}`
}
