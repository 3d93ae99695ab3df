import type { HistoryRow } from '../../../../core/contract/history.ts'
import type { Quality, Value } from '../../../../core/contract/telemetry.ts'

interface Cell {
  readonly value: Value
  readonly quality: Quality
  /** Where it was sent before, and still in force. */
  readonly since?: number | undefined
}
/** What was stored at one time, by the points' ids. */
export interface TimeRow {
  readonly data_time: number
  readonly cells: ReadonlyMap<string, Cell>
}

/** What is loaded of one device: newest first, down to `next`; null when nothing older is left. */
export interface LoadedRows {
  readonly sn_code: string
  readonly rows: readonly HistoryRow[]
  readonly next: number | null
}

/**
 * Rows of several devices as one list of times, newest first. It ends where one of the devices may have older rows
 * that are not loaded: what another has beyond is not shown before those have come.
 */
export function timeRowsOf(loaded: readonly LoadedRows[]): TimeRow[] {
  const end = Math.max(...loaded.map(({ next }) => next ?? Number.NEGATIVE_INFINITY))
  const found = new Map<number, Map<string, Cell>>()
  for (const { sn_code, rows } of loaded) {
    for (const { data_time, key, value, quality, since } of rows) {
      if (data_time < end) continue
      const cells = found.get(data_time) ?? new Map()
      found.set(data_time, cells)
      cells.set(`${sn_code}.${key}`, since === undefined ? { value, quality } : { value, quality, since })
    }
  }
  return [...found].map(([data_time, cells]) => ({ data_time, cells })).sort((a, b) => b.data_time - a.data_time)
}
