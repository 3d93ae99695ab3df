import { useEffect, useState } from 'react'
import type { Curve } from '../../../core/contract/history.ts'
import { useConnection } from '../../define/index.ts'
import { type CallFailure, isCallFailure } from '../use-call.ts'
import { beyond, type CurveRange } from './beyond.ts'
import { withWider } from './wider.ts'

interface Span {
  from: number
  to: number
}

export interface CurvePoint {
  /** What its curve is found by in the answer. */
  id: string
  sn_code: string
  key: string
  report_interval_s: number
}

export interface CurveQuery extends Span {
  points: readonly CurvePoint[]
  width: number
  /** The earlier stretch that each point's second curve is of; null for none. */
  before: Span | null
}

/** Imported history may be this sparse, whatever the device sends now: a stretch between two of its values has a line. */
const SPARSE_S = 1800
/** Fewer do not show at which pace values come: more of them are needed to tell a slow pace from a gap. */
const FEW_ROWS = 6

/** What came for a query: curves by the point's id, and those of the time before. */
export interface Curves {
  query: CurveQuery
  now: ReadonlyMap<string, Curve>
  before: ReadonlyMap<string, Curve>
  failures: ReadonlyMap<string, CallFailure>
}

/** Asks for the curves of a query, null to wait; the last answer stays until the next is complete. */
export function useCurves(query: CurveQuery | null): {
  curves: Curves | null
  isLoading: boolean
  reload: () => void
} {
  const { api } = useConnection()
  const [curves, setCurves] = useState<Curves | null>(null)
  const [isLoading, setLoading] = useState(true)
  const [defect, setDefect] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  const queryKey = JSON.stringify(query)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks for the same once more
  useEffect(() => {
    const wanted: CurveQuery | null = JSON.parse(queryKey)
    if (!wanted) return
    const abort = new AbortController()
    const { points, width } = wanted
    const askFor = ({ sn_code, key }: CurvePoint, { from, to, width: columns }: CurveRange) =>
      api.history.curve({ sn_code, key, start: from, end: to, width: columns }, { signal: abort.signal })
    const ask = async (point: CurvePoint, span: Span) => {
      const near = beyond({ ...span, width }, point.report_interval_s)
      const curve = await askFor(point, near)
      // A stretch of many such distances that holds nothing is a gap, however far one looks.
      const isClose = span.to - span.from < 10 * SPARSE_S * 1000
      const isOpen = curve.rows.length < 2 || (curve.rows.length < FEW_ROWS && (curve.gaps ?? []).length > 0)
      if (!isClose || !isOpen || point.report_interval_s >= SPARSE_S) return curve
      const far = beyond({ ...span, width }, SPARSE_S)
      return withWider(curve, near, await askFor(point, far), far)
    }

    const now = new Map<string, Curve>()
    const before = new Map<string, Curve>()
    const failures = new Map<string, CallFailure>()
    const one = async (point: CurvePoint) => {
      try {
        const [own, earlier] = await Promise.all([ask(point, wanted), wanted.before && ask(point, wanted.before)])
        now.set(point.id, own)
        if (earlier) before.set(point.id, earlier)
      } catch (error) {
        if (!isCallFailure(error)) throw error
        failures.set(point.id, error)
      }
    }
    setLoading(true)
    Promise.all(points.map(one)).then(
      () => {
        if (abort.signal.aborted) return
        setCurves({ query: wanted, now, before, failures })
        setLoading(false)
      },
      (error: unknown) => abort.signal.aborted || setDefect(error),
    )
    return () => abort.abort()
  }, [api, queryKey, round])

  if (defect) throw defect
  return { curves, isLoading, reload: () => setRound((before) => before + 1) }
}
