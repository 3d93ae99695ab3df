import type { AlarmRule } from '../../../core/contract/alarm-rule.ts'

type Measure = Pick<AlarmRule, 'condition' | 'threshold' | 'threshold_high' | 'dead_band'>

/** Where the limits of a rule and the edges of its dead band lie, in the point’s unit. */
export function limitsOf({ condition, threshold, threshold_high, dead_band }: Measure): {
  limits: { field: 'threshold' | 'threshold_high'; value: number }[]
  /** `edge` is the one that can be dragged, away from `limit` in the direction of `sign`. */
  bands: { from: number; to: number; edge: number; limit: number; sign: 1 | -1 }[]
} {
  const limits = [
    { field: 'threshold' as const, value: threshold },
    { field: 'threshold_high' as const, value: threshold_high },
  ].flatMap(({ field, value }) => (value === null ? [] : [{ field, value }]))
  const band = (limit: number | null, sign: 1 | -1) => {
    if (limit === null) return []
    const edge = limit + sign * dead_band
    return [{ from: Math.min(limit, edge), to: Math.max(limit, edge), edge, limit, sign }]
  }
  switch (condition) {
    case 'above':
      return { limits, bands: band(threshold, -1) }
    case 'below':
      return { limits, bands: band(threshold, 1) }
    case 'outside':
      return { limits, bands: [...band(threshold, 1), ...band(threshold_high, -1)] }
    case 'between':
      return { limits, bands: [...band(threshold, -1), ...band(threshold_high, 1)] }
    case 'equals':
      return { limits, bands: [...band(threshold, 1), ...band(threshold, -1)] }
    default:
      return { limits: [], bands: [] }
  }
}
