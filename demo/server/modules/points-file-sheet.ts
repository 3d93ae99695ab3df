import { parentPort, workerData } from 'node:worker_threads'
import { read, utils } from '@e965/xlsx'

/** The thread that a spreadsheet of somebody else is read in. Posts the rows of its first sheet as texts, or null. */
const { bytes, rows: most, columns } = workerData as SheetGiven

export interface SheetGiven {
  bytes: Uint8Array
  rows: number
  columns: number
}

try {
  const book = read(bytes, { type: 'array', dense: true, sheetRows: most, cellFormula: false, cellHTML: false })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const cells: unknown[][] = sheet
    ? utils.sheet_to_json(sheet, { header: 1, raw: true, blankrows: true, defval: '' })
    : []
  parentPort?.postMessage(cells.map((row) => row.slice(0, columns).map((cell) => String(cell ?? ''))))
} catch {
  parentPort?.postMessage(null)
}
