import type { Curve } from '../../../../core/contract/history.ts'

export type Aggregate = 'average' | 'sum' | 'difference'
export type Better = 'none' | 'higher' | 'lower'

/** What a span of a point's history comes to; null where nothing was stored in it. `curve` has one row a column. */
export function aggregateOf({ rows, mean }: Pick<Curve, 'rows' | 'mean'>, aggregate: Aggregate): number | null {
  const counted = rows.filter((row) => Number(row[5]) > 0)
  const [first] = counted
  const last = counted.at(-1)
  if (!first || !last) return null
  if (aggregate === 'difference') return Number(last[4]) - Number(first[3])
  if (mean === undefined || mean === null) return null
  return aggregate === 'average' ? mean : mean * counted.reduce((sum, row) => sum + Number(row[5]), 0)
}

export interface Change {
  readonly direction: 'higher' | 'lower' | 'same'
  /** In percent of what was before; null where that was nothing. */
  readonly percent: number | null
  readonly difference: number
  /** Null where the author does not say which direction is good. */
  readonly isGood: boolean | null
}

/** How a value differs from the one before. */
export function changeOf(now: number, before: number, better: Better): Change {
  const difference = now - before
  const percent = before === 0 ? null : (difference / Math.abs(before)) * 100
  const direction = difference === 0 ? 'same' : difference > 0 ? 'higher' : 'lower'
  return {
    direction,
    percent,
    difference,
    isGood: better === 'none' || direction === 'same' ? null : direction === better,
  }
}
