import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Words } from '../../../core/catalogue/words.ts'
import type { FileReply, UploadedFile } from '../../../core/contract/file.ts'
import { WrongField } from '../http/field-errors.ts'
import { runLimited, ThreadEnded } from '../limits/limited-thread.ts'
import type { SheetInput, SheetRead } from './read-sheet.ts'
import { csv, type Sheet, xlsx } from './spreadsheet.ts'

const SHEET = new URL('./sheet-thread.ts', import.meta.url)
const THREAD = { ms: 15_000, heapMb: 384 }
/** A heading and the points of a template, with room for rows that are wrong. */
const ROWS_MOST = 2000
const COLUMNS_MOST = 60
/** All cells together: two thousand rows of long texts. */
const SIGNS_MOST = 8 << 20

const WRONG: Record<NonNullable<SheetRead['wrong']>, Words> = {
  'no table': { zh: '不是表格文件（xlsx、xls、csv）', en: 'is no spreadsheet (xlsx, xls or csv)' },
  unreadable: { zh: '无法读取表格', en: 'cannot be read' },
  'too long': { zh: '文字过多，请分成几个文件', en: 'holds too much text: split it into several files' },
}

const refuse = (words: Words) => new WrongField('file', words, '201801')

/** A sheet as a file to be saved, called as the sheet is. */
export function sheetFile(sheet: Sheet, format: 'xlsx' | 'csv'): FileReply {
  const name = `${sheet.name}.${format}`
  return format === 'csv'
    ? { name, mime: 'text/csv; charset=utf-8', content: csv(sheet) }
    : { name, mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', content: xlsx(sheet) }
}

/** The rows of a file that an organisation's user sent, in a thread; refuses with 201801 what is no table. */
export async function rowsOfFile(file: UploadedFile, holder: number): Promise<string[][]> {
  const bytes = Buffer.from(file.content, 'base64')
  if (bytes.length > LIMITS.importBytes) throw refuse({ zh: '文件最大 20 MB', en: 'may have 20 MB at most' })
  const most = { rows: ROWS_MOST, columns: COLUMNS_MOST, cell: LIMITS.fileCell, signs: SIGNS_MOST }
  const input: SheetInput = { bytes: new Uint8Array(bytes), most }
  const read = await runLimited<SheetRead>(SHEET, input, { ...THREAD, holder }).catch((error): SheetRead => {
    if (error instanceof ThreadEnded) return { wrong: 'unreadable' }
    throw error
  })
  if (read.wrong) throw refuse(WRONG[read.wrong])
  return read.rows
}
