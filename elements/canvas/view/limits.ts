import type { Point } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'

/** What the author of a control lets its user write. */
export interface Limits {
  readonly min: number | null
  readonly max: number | null
  readonly step: number | null
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** Of a control's properties, as bindings gave them; null where it sets none. */
export function limitsOf(props: Readonly<Record<string, unknown>> | undefined): Limits | null {
  const [min, max, step] = [numberOf(props?.min), numberOf(props?.max), numberOf(props?.step) || null]
  return min === null && max === null && step === null ? null : { min, max, step }
}

/** A point within what its control allows: never more than the point itself does. */
export function narrowed(point: Point, limits: Limits | null): Point {
  if (!limits || point.data_type !== 'number') return point
  const { write_min, write_max } = point
  const ofBoth = (pick: (...of: number[]) => number, ...ends: (number | null)[]) => {
    const known = ends.filter((end) => end !== null)
    return known.length > 0 ? pick(...known) : null
  }
  return {
    ...point,
    write_min: ofBoth(Math.max, write_min, limits.min),
    write_max: ofBoth(Math.min, write_max, limits.max),
  }
}

/** Whether a value is a whole number of steps from the least one; of floats, so nearly. */
export function isOnStep(value: Value, limits: Limits | null): boolean {
  if (!limits?.step || typeof value !== 'number') return true
  const steps = (value - (limits.min ?? 0)) / limits.step
  return Math.abs(steps - Math.round(steps)) < 1e-6
}
