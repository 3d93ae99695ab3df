import type { Point } from '../../../core/contract/device.ts'
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

const DECIMALS = 3

/** A value in the point's decimals, or in as many as tell it from the threshold. */
function rounded(value: number, threshold: number, decimals: number | null): number {
  for (let digits = decimals ?? DECIMALS; digits <= 15; digits++) {
    const shown = Number(value.toFixed(digits))
    if (shown !== threshold || value === threshold) return shown
  }
  return value
}

/** The value and what it is measured against, as `92.4 °C > 90 °C`. */
export function wordsOf(
  { condition, threshold }: Condition,
  value: number,
  { unit, decimals }: Pick<Point, 'unit' | 'decimals'>,
): string {
  const suffix = unit ? ` ${unit}` : ''
  return `${rounded(value, threshold, decimals)}${suffix} ${SIGN[condition]} ${threshold}${suffix}`
}
