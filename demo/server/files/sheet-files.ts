import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Words } from '../../../core/catalogue/words.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { FileReply, UploadedFile } from '../../../core/contract/file.ts'
import { costOf } from '../http/call-limits.ts'
import { type Caller, organisationOf } from '../http/caller.ts'
import { openCallerTurns, turnHolderOf } from '../http/caller-turns.ts'
import { WrongField } from '../http/field-errors.ts'
import { runLimited, runSmall, ThreadEnded } from '../limits/limited-thread.ts'
import type { SheetInput, SheetRead } from './read-sheet.ts'
import { type Cell, type Sheet, type SheetFormat, writtenSheet } from './spreadsheet.ts'
import { isZip, unpackedBytes } from './zip-directory.ts'

const READING = new URL('./sheet-thread.ts', import.meta.url)
const WRITING = new URL('./sheet-writing-thread.ts', import.meta.url)
const THREAD = { ms: 15_000, heapMb: 384 }
/** A heading and the points of a template, with room for rows that are wrong. */
const ROWS_MOST = 2000
const COLUMNS_MOST = 60
/** All cells together: two thousand rows of long texts. */
const SIGNS_MOST = 8 << 20

type Unread = Extract<SheetRead, { rows?: undefined }>

const WRONG: Record<NonNullable<SheetRead['wrong']>, Words> = {
  'no table': { zh: '不是表格文件（xlsx、xls、csv）', en: 'is no spreadsheet (xlsx, xls or csv)' },
  unreadable: { zh: '无法读取表格', en: 'cannot be read' },
  'too long': { zh: '文字过多，请分成几个文件', en: 'holds too much text: split it into several files' },
}

const refuse = (words: Words) => new WrongField('file', words, '201801')

const MIME: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** To the thread. */
export interface SheetOutput {
  sheet: Sheet
  format: SheetFormat
}

/** Bytes of a cell beside its text: it takes about as long as so much text. */
const CELL_BYTES = 16
/** Written or read in some milliseconds, less than a thread takes to begin. */
const SMALL_BYTES = 32_768

/** Written in a tenth of a second, so that nobody waits long for it. */
const SHORT_BYTES = 1_048_576
/** A workbook that unpacks to no more is read in less than a second: one of some hundred rows, with its styles. */
const SMALL_BOOK = { files: 50, bytes: 262_144 }

/** What a sheet holds, however small it becomes when it is compressed. */
const bytesOf = ({ rows }: Sheet): number =>
  rows.reduce((sum, row) => row.reduce<number>((all, cell) => all + bytesOfCell(cell), sum), 0)

const bytesOfCell = (cell: Cell) => CELL_BYTES + (typeof cell === 'string' ? cell.length : 0)

/** Sheets that are read from the store and written at once: the rows of each are in memory whole. */
const turns = openCallerTurns({ atOnce: 4, ofOrganisation: 1, ofOne: 1, waitingOfOne: 20, waiting: 40 })

/**
 * A sheet as a file to be saved. `read` gives its rows, and the file's name without its ending, when the caller's turn
 * comes. Refuses with 110541 what takes longer to write than a thread may.
 */
export function sheetFile(
  caller: Caller,
  format: SheetFormat,
  read: () => Promise<{ name: string; sheet: Sheet }>,
): Promise<FileReply> {
  const { gone, spend, productName } = caller
  const holder = organisationOf(caller)
  return turns.run(
    turnHolderOf(caller),
    async () => {
      const { name, sheet: made } = await read()
      const sheet = { ...made, brand: (await productName?.()) ?? '' }
      const bytes = bytesOf(sheet)
      spend?.(costOf(bytes))
      const output: SheetOutput = { sheet, format }
      const kind = bytes > SHORT_BYTES ? 'written' : 'smallWritten'
      const content =
        bytes > SMALL_BYTES
          ? await runLimited<Uint8Array>(WRITING, output, { ...THREAD, holder, kind }).catch(refuseEnded)
          : writtenSheet(sheet, format)
      return { name: `${name}.${format}`, mime: MIME[format], content }
    },
    gone,
  )
}

function refuseEnded(error: unknown): never {
  throw error instanceof ThreadEnded ? new ApiError('110541') : error
}

/** A short text, or a workbook that says it unpacks to little. One of an old kind may hold anything. */
function isSmall(bytes: Buffer): boolean {
  if (isZip(bytes)) return (unpackedBytes(bytes, SMALL_BOOK.files) ?? Infinity) <= SMALL_BOOK.bytes
  return bytes.length <= SMALL_BYTES && !/^(PK|\xd0\xcf)/.test(bytes.toString('latin1', 0, 2))
}

/** The rows of a file that an organisation's user sent, in a thread; refuses with 201801 what is no table. */
export const rowsOfFile = async (file: UploadedFile, holder: number): Promise<string[][]> =>
  (await sheetOfFile<{ rows: string[][]; wrong?: undefined }>(file, holder)).rows

/** The same, where another program reads more out of them. It gets `more` beside the file. */
export async function sheetOfFile<Read extends { wrong?: undefined }>(
  file: UploadedFile,
  holder: number,
  { program = READING, rows = ROWS_MOST, more = {} }: { program?: URL; rows?: number; more?: object } = {},
): Promise<Read> {
  const bytes = Buffer.from(file.content, 'base64')
  if (bytes.length > LIMITS.importBytes) throw refuse({ zh: '文件最大 20 MB', en: 'may have 20 MB at most' })
  const most = { rows, columns: COLUMNS_MOST, cell: LIMITS.fileCell, signs: SIGNS_MOST }
  const run = isSmall(bytes) ? runSmall : runLimited
  const input: SheetInput = { ...more, bytes: new Uint8Array(bytes), most }
  const read = await run<Read | Unread>(program, input, { ...THREAD, holder }).catch((error): Unread => {
    if (error instanceof ThreadEnded) return { wrong: 'unreadable' }
    throw error
  })
  if (read.wrong) throw refuse(WRONG[read.wrong])
  return read as Read
}
