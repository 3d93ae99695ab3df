import { useEffect, useState } from 'react'
import type { Curve } from '../../../core/contract/history.ts'
import { useConnection } from '../../define/index.ts'
import { type CallFailure, isCallFailure } from '../../parts/use-call.ts'

export interface CurveQuery {
  sn_code: string
  keys: readonly string[]
  from: number
  to: number
  width: number
  /** How much earlier the second curve of each point is, 0 for none. */
  compareMs: number
}

/** What came for a query: curves by point key, and those of the time before. */
export interface Curves {
  query: CurveQuery
  now: Readonly<Record<string, Curve>>
  before: Readonly<Record<string, Curve>>
  failures: Readonly<Record<string, CallFailure>>
}

/** Asks for the curves of a query, null to wait; the last answer stays until the next is complete. */
export function useCurves(query: CurveQuery | null): { curves: Curves | null; isLoading: boolean } {
  const { api } = useConnection()
  const [curves, setCurves] = useState<Curves | null>(null)
  const [isLoading, setLoading] = useState(true)
  const [defect, setDefect] = useState<unknown>(null)
  const asked = JSON.stringify(query)

  useEffect(() => {
    const wanted: CurveQuery | null = JSON.parse(asked)
    if (!wanted) return
    const abort = new AbortController()
    const { sn_code, keys, from, to, width, compareMs } = wanted
    const ask = (key: string, shiftMs: number) =>
      api.history.curve(
        { sn_code, key, start: from - shiftMs, end: to - shiftMs, width },
        { signal: abort.signal, isQuiet: true },
      )

    const answer: { -readonly [K in keyof Curves]: Curves[K] } = { query: wanted, now: {}, before: {}, failures: {} }
    async function one(key: string) {
      try {
        const [now, before] = await Promise.all([ask(key, 0), compareMs > 0 ? ask(key, compareMs) : null])
        answer.now = { ...answer.now, [key]: now }
        if (before) answer.before = { ...answer.before, [key]: before }
      } catch (error) {
        if (!isCallFailure(error)) throw error
        answer.failures = { ...answer.failures, [key]: error }
      }
    }
    setLoading(true)
    Promise.all(keys.map(one)).then(
      () => {
        if (abort.signal.aborted) return
        setCurves(answer)
        setLoading(false)
      },
      (error: unknown) => abort.signal.aborted || setDefect(error),
    )
    return () => abort.abort()
  }, [api, asked])

  if (defect) throw defect
  return { curves, isLoading }
}
