import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Words } from '../../../core/catalogue/words.ts'
import type { FileReply, UploadedFile } from '../../../core/contract/file.ts'
import { WrongField } from '../field-errors.ts'
import { BadZip, readZip } from '../gallery/zip.ts'
import { runLimited, ThreadEnded } from '../limited-thread.ts'
import { csv, type Sheet, xlsx } from '../spreadsheet.ts'
import type { SheetGiven } from './points-file-sheet.ts'
import { csvRows, textOf } from './points-file-text.ts'

const SHEET = new URL('./points-file-sheet.ts', import.meta.url)
const THREAD = { ms: 15_000, heapMb: 384 }
/** A heading and the points of a template, with room for rows that are wrong. */
const ROWS_MOST = 2000
const COLUMNS_MOST = 60
const UNPACKED_MOST = { files: 1000, bytes: 120 << 20 }
const OLE = 'd0cf11e0a1b11ae1'

const refuse = (words: Words) => new WrongField('file', words, '201801')

/** A sheet as a file to be saved, called as the sheet is. */
export function sheetFile(sheet: Sheet, format: 'xlsx' | 'csv'): FileReply {
  const name = `${sheet.name}.${format}`
  return format === 'csv'
    ? { name, mime: 'text/csv; charset=utf-8', content: csv(sheet) }
    : { name, mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', content: xlsx(sheet) }
}

/** The rows of a file that somebody sent; refuses with 201801 what is no table. */
export async function rowsOfFile(file: UploadedFile): Promise<string[][]> {
  const bytes = Buffer.from(file.content, 'base64')
  if (bytes.length > LIMITS.importBytes) throw refuse({ zh: '文件最大 20 MB', en: 'may have 20 MB at most' })
  return rowsOf(bytes)
}

/** The rows of a file, by what it is and not by its name. */
async function rowsOf(bytes: Buffer): Promise<string[][]> {
  const isZip = bytes.toString('latin1', 0, 4) === 'PK\x03\x04'
  if (!isZip && bytes.toString('hex', 0, 8) !== OLE) {
    const text = textOf(bytes)
    if (text === null)
      throw refuse({ zh: '不是表格文件（xlsx、xls、csv）', en: 'is no spreadsheet (xlsx, xls or csv)' })
    return csvRows(text, { rows: ROWS_MOST, columns: COLUMNS_MOST })
  }
  if (isZip) await requireModest(bytes)
  const given: SheetGiven = { bytes: new Uint8Array(bytes), rows: ROWS_MOST, columns: COLUMNS_MOST }
  const rows = await runLimited<string[][] | null>(SHEET, given, THREAD).catch((error) => {
    if (error instanceof ThreadEnded) return null
    throw error
  })
  if (rows === null) throw refuse({ zh: '无法读取表格', en: 'cannot be read' })
  return rows
}

/** A workbook of a few KB can unpack to gigabytes. */
async function requireModest(bytes: Buffer): Promise<void> {
  try {
    await readZip(bytes, UNPACKED_MOST)
  } catch (error) {
    if (!(error instanceof BadZip)) throw error
    throw refuse({ zh: '无法读取表格', en: 'cannot be read' })
  }
}
