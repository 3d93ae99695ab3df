import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { HistoryRow } from '../../../../core/contract/history.ts'
import { useConnection } from '../../../define/index.ts'
import type { RowSource } from '../../../kit/table/columns.ts'
import { type CallFailure, isCallFailure } from '../../../parts/use-call.ts'

/** Rows of one page; a screen shows about 30, so the next page is requested well before its end. */
const PAGE_ROWS = 500
const ASK_AHEAD_ROWS = 100

export const historyRowId = ({ key, data_time }: HistoryRow): string => `${data_time} ${key}`

interface Loaded {
  rows: readonly HistoryRow[]
  /** The `end` of the next page; null when nothing older is left. */
  next: number | null
  failure: CallFailure | null
  isLoading: boolean
}
const NOTHING: Loaded = { rows: [], next: null, failure: null, isLoading: true }

/** The values that a device sent at one time, and with `carried` those that were sent before and in force then. */
export interface TimeRow {
  data_time: number
  values: ReadonlyMap<string, HistoryRow>
}

/** Rows of one time stand together, and a page ends between two times. */
export function timesOf(rows: readonly HistoryRow[]): TimeRow[] {
  const times: { data_time: number; values: Map<string, HistoryRow> }[] = []
  for (const row of rows) {
    let last = times.at(-1)
    if (last?.data_time !== row.data_time) {
      last = { data_time: row.data_time, values: new Map() }
      times.push(last)
    }
    last.values.set(row.key, row)
  }
  return times
}

/** Older pages are asked for where a table comes near the end of these rows. */
const sourceOf = <Row>(rows: readonly Row[], { next, failure }: Loaded, more: () => unknown): RowSource<Row> => ({
  length: rows.length,
  at(index) {
    // Called while drawing: the page is requested after it.
    if (next !== null && !failure && index > rows.length - ASK_AHEAD_ROWS) queueMicrotask(() => void more())
    return rows[index]
  },
})

/** The history list from its newest row backwards; older pages come when the table reaches for them. */
export function useHistoryRows(sn_code: string, keys: readonly string[], start: number, end: number, carried: boolean) {
  const { api } = useConnection()
  const [loaded, setLoaded] = useState(NOTHING)
  const [defect, setDefect] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  const keysText = keys.join(',')

  const loader = useRef<{ more(): Promise<void> } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is there to start over for the same range
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    let isBusy = false
    let rows: readonly HistoryRow[] = []
    let from: number | null = end

    async function more() {
      if (isBusy || from === null || signal.aborted) return
      isBusy = true
      setLoaded((before) => ({ ...before, rows, isLoading: true, failure: null }))
      try {
        const page = await api.history.rows(
          { sn_code, keys: keysText.split(','), start, end: from, limit: PAGE_ROWS, carried },
          { signal },
        )
        const known = new Set(rows.slice(-PAGE_ROWS).map(historyRowId))
        rows = [...rows, ...page.rows.filter((row) => !known.has(historyRowId(row)))]
        from = page.next
        setLoaded({ rows, next: from, failure: null, isLoading: false })
      } catch (error) {
        if (signal.aborted) return
        if (!isCallFailure(error)) return setDefect(error)
        setLoaded({ rows, next: from, failure: error, isLoading: false })
      } finally {
        isBusy = false
      }
    }
    setLoaded(NOTHING)
    loader.current = { more }
    void more()
    return () => abort.abort()
  }, [api, sn_code, keysText, start, end, carried, round])

  const more = useCallback(() => loader.current?.more(), [])
  const { rows } = loaded
  const byTime = useMemo(() => timesOf(rows), [rows])
  const source = useMemo(() => sourceOf(rows, loaded, more), [rows, loaded, more])
  const times = useMemo(() => sourceOf(byTime, loaded, more), [byTime, loaded, more])

  if (defect) throw defect
  return { ...loaded, source, times, reload: () => setRound((before) => before + 1), more }
}
