import { read, utils } from '@e965/xlsx'
import { isZip } from '../gallery/zip.ts'
import { csvRows, type RowLimits, textOf } from './points-file-text.ts'

export interface SheetLimits extends RowLimits {
  /** Signs of all cells together. */
  signs: number
}

export interface SheetGiven {
  bytes: Uint8Array
  most: SheetLimits
}

/** The rows of a table as texts, or why there are none. */
export type SheetRead =
  | { rows: string[][]; wrong?: undefined }
  | { rows?: undefined; wrong: 'no table' | 'unreadable' | 'too long' }

const OLE = 'd0cf11e0a1b11ae1'

/** The rows of a file, by what it is and not by its name. What is beyond the limits is cut off, cells one sign beyond. */
export function readSheet({ bytes: sent, most }: SheetGiven): SheetRead {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  const isBook = isZip(bytes) || bytes.toString('hex', 0, 8) === OLE
  const rows = isBook ? bookRows(bytes, most) : textRows(bytes, most)
  if (rows === null) return { wrong: isBook ? 'unreadable' : 'no table' }
  const signs = rows.reduce((sum, row) => row.reduce((total, cell) => total + cell.length, sum), 0)
  return signs > most.signs ? { wrong: 'too long' } : { rows }
}

function textRows(bytes: Buffer, most: RowLimits): string[][] | null {
  const text = textOf(bytes)
  return text === null ? null : csvRows(text, most)
}

function bookRows(bytes: Buffer, { rows, columns, cell: longest }: RowLimits): string[][] | null {
  try {
    const book = read(bytes, { type: 'buffer', dense: true, sheetRows: rows, cellFormula: false, cellHTML: false })
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    const cells: unknown[][] = sheet
      ? utils.sheet_to_json(sheet, { header: 1, raw: true, blankrows: true, defval: '' })
      : []
    return cells.map((row) => row.slice(0, columns).map((cell) => String(cell ?? '').slice(0, longest + 1)))
  } catch {
    return null
  }
}
