import { read, utils } from '@e965/xlsx'
import { csvRows, type RowLimits, textOf } from './read-text.ts'
import { plainZip } from './zip.ts'
import { BadZip, isZip } from './zip-directory.ts'

export interface SheetLimits extends RowLimits {
  /** Signs of all cells together. */
  signs: number
}

export interface SheetInput {
  bytes: Uint8Array
  most: SheetLimits
}

/** The rows of a table as texts, or why there are none. */
export type SheetRead =
  | { rows: string[][]; wrong?: undefined }
  | { rows?: undefined; wrong: 'no table' | 'unreadable' | 'too long' }

const UNPACKED_MOST = { files: 1000, bytes: 32 << 20 }
const OLE = 'd0cf11e0a1b11ae1'

/** The rows of a file, by what it is and not by its name. What is beyond the limits is cut off, cells one sign beyond. */
export async function readSheet({ bytes: sent, most }: SheetInput): Promise<SheetRead> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  const isOle = bytes.toString('hex', 0, 8) === OLE
  const isBook = isZip(bytes) || isOle
  const book = isZip(bytes) ? await plainBook(bytes) : isOle ? bytes : null
  if (isBook && !book) return { wrong: 'unreadable' }
  const rows = book ? bookRows(book, most) : textRows(bytes, most)
  if (rows === null) return { wrong: isBook ? 'unreadable' : 'no table' }
  const signs = rows.reduce((sum, row) => row.reduce((total, cell) => total + cell.length, sum), 0)
  return signs > most.signs ? { wrong: 'too long' } : { rows }
}

/**
 * A zipped workbook as the reader may have it; null for one that unpacks to more than a thread may take: a workbook of a
 * few KB can unpack to gigabytes. Pictures are no use here, and what is packed within it, a zip or a sheet of another
 * program, would be unpacked unchecked.
 */
async function plainBook(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await plainZip(bytes, UNPACKED_MOST, (name) => /\.(xml|rels|bin)$/i.test(name))
  } catch (error) {
    if (!(error instanceof BadZip)) throw error
    return null
  }
}

function textRows(bytes: Buffer, most: RowLimits): string[][] | null {
  const text = textOf(bytes)
  return text === null ? null : csvRows(text, most)
}

/** A number of more digits than a workbook keeps shows that it lost some: it is none of a card. */
const textOfCell = (cell: unknown): string =>
  typeof cell === 'number' && Number.isInteger(cell) && !Number.isSafeInteger(cell)
    ? cell.toExponential()
    : String(cell ?? '')

function bookRows(bytes: Buffer, { rows, columns, cell: longest }: RowLimits): string[][] | null {
  try {
    const book = read(bytes, { type: 'buffer', dense: true, sheetRows: rows, cellFormula: false, cellHTML: false })
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    const cells: unknown[][] = sheet
      ? utils.sheet_to_json(sheet, { header: 1, raw: true, blankrows: true, defval: '' })
      : []
    return cells.map((row) => row.slice(0, columns).map((cell) => textOfCell(cell).slice(0, longest + 1)))
  } catch {
    return null
  }
}
