import type { Point } from '../../../core/contract/device.ts'

/** The points of the attribute `points`, in its order; all where it names none. Keys that do not exist are passed over. */
export function chosenPoints(points: readonly Point[], keys: string): readonly Point[] {
  const wanted = keys
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
  if (wanted.length === 0) return points
  return wanted.flatMap((key) => points.find((point) => point.key === key) ?? [])
}

/** Whether a point has a curve. */
export const isDrawable = ({ data_type, keep_history }: Point) => keep_history && data_type !== 'string'
