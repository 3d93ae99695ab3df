import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useConnection } from '../../../define/index.ts'
import type { RowSource } from '../../../kit/table/columns.ts'
import { type CallFailure, isCallFailure } from '../../../parts/use-call.ts'
import type { ViewPoint } from '../view/point-of.ts'
import { type LoadedRows, type TimeRow, timeRowsOf } from './time-rows.ts'

/** Rows of one page of one device; about 20 rows are visible, so the next page is requested well before its end. */
const PAGE_ROWS = 500
const ASK_AHEAD = 40

interface Loaded {
  readonly rows: readonly TimeRow[]
  readonly hasMore: boolean
  readonly failure: CallFailure | null
  readonly isLoading: boolean
}
const NOTHING: Loaded = { rows: [], hasMore: false, failure: null, isLoading: true }

/** Stored values of points by time, newest first; older ones load when the table reaches them. */
export function useTimeRows(points: readonly ViewPoint[], start: number, end: number) {
  const { api } = useConnection()
  const [loaded, setLoaded] = useState(NOTHING)
  const [defect, setDefect] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  const pointsKey = JSON.stringify(points.map(({ sn_code, key }) => ({ sn_code, key })))
  const loader = useRef<(() => Promise<void>) | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is there to start over for the same range
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const wanted: Pick<ViewPoint, 'sn_code' | 'key'>[] = JSON.parse(pointsKey)
    let isBusy = false
    let devices: LoadedRows[] = [...new Set(wanted.map(({ sn_code }) => sn_code))].map((sn_code) => ({
      sn_code,
      rows: [],
      next: end,
    }))

    async function page(device: LoadedRows): Promise<LoadedRows> {
      const { sn_code, next } = device
      if (next === null) return device
      const keys = wanted.filter((point) => point.sn_code === sn_code).map(({ key }) => key)
      const asking = { sn_code, keys, start, end: next, limit: PAGE_ROWS, carried: true }
      const answer = await api.history.rows(asking, { signal })
      return { sn_code, rows: [...device.rows, ...answer.rows], next: answer.next }
    }

    async function more() {
      const latest = Math.max(...devices.map(({ next }) => next ?? Number.NEGATIVE_INFINITY))
      if (isBusy || signal.aborted || latest === Number.NEGATIVE_INFINITY) return
      isBusy = true
      setLoaded((before) => ({ ...before, isLoading: true, failure: null }))
      try {
        // Those that end the list: the others are further back already.
        devices = await Promise.all(devices.map((device) => (device.next === latest ? page(device) : device)))
        const hasMore = devices.some(({ next }) => next !== null)
        if (!signal.aborted) setLoaded({ rows: timeRowsOf(devices), hasMore, failure: null, isLoading: false })
      } catch (error) {
        if (signal.aborted) return
        if (!isCallFailure(error)) return setDefect(error)
        setLoaded((before) => ({ ...before, failure: error, isLoading: false }))
      } finally {
        isBusy = false
      }
    }
    // What there is stays until the other range has come.
    setLoaded((before) => ({ ...before, isLoading: true, failure: null }))
    loader.current = more
    void more()
    return () => abort.abort()
  }, [api, pointsKey, start, end, round])

  const more = useCallback(() => loader.current?.(), [])
  const source = useMemo<RowSource<TimeRow>>(() => {
    const { rows, hasMore, failure } = loaded
    return {
      length: rows.length,
      at(index) {
        // Called while drawing: the page is requested after it.
        if (hasMore && !failure && index > rows.length - ASK_AHEAD) queueMicrotask(() => void more())
        return rows[index]
      },
    }
  }, [loaded, more])

  if (defect) throw defect
  return { ...loaded, source, reload: () => setRound((before) => before + 1) }
}
