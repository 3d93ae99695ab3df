import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Words } from '../../../core/catalogue/words.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Point } from '../../../core/contract/device.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Caller } from '../caller.ts'
import type { Db } from '../db/db.ts'
import { WrongField } from '../field-errors.ts'
import type { Fleet } from '../fleet.ts'
import { BadZip, readZip } from '../gallery/zip.ts'
import { runLimited, ThreadEnded } from '../limited-thread.ts'
import { type Cell, csv, xlsx } from '../spreadsheet.ts'
import {
  ACCESS_WORDS,
  COLUMN_NAMES,
  type Column,
  enumCell,
  headingOf,
  TYPE_WORDS,
  YES_WORDS,
} from './points-file-columns.ts'
import { pointsIn } from './points-file-rows.ts'
import type { SheetGiven } from './points-file-sheet.ts'
import { csvRows, textOf } from './points-file-text.ts'
import { pointsOf, shownTemplate } from './template-rows.ts'

export interface PointsFileParts {
  db: Db
  fleet: Fleet
}

const SHEET = new URL('./points-file-sheet.ts', import.meta.url)
const THREAD = { ms: 15_000, heapMb: 384 }
/** A heading and the points of a template, with room for rows that are wrong. */
const ROWS_MOST = 2000
const COLUMNS_MOST = 60
const UNPACKED_MOST = { files: 1000, bytes: 120 << 20 }
const OLE = 'd0cf11e0a1b11ae1'

const refuse = (words: Words) => new WrongField('file', words, '201801')

/** Answers of the template domain that write and read files of points. */
export const pointsFileAnswers = ({
  db,
  fleet,
}: PointsFileParts): Pick<Answers<Contract['template'], Caller>, 'exportPoints' | 'readPoints'> => ({
  async exportPoints({ template_id, format, lang }, caller) {
    const { module_name, points } = await db.tenant(caller.tenant_id, async (q) => {
      const { module_name } = await shownTemplate(q, fleet, caller, template_id)
      return { module_name, points: await pointsOf(q, template_id) }
    })
    const rows = points.map((point) => COLUMN_NAMES.map((name) => cellOf(point, name, lang)))
    const sheet = { name: module_name, heading: headingOf(lang), rows }
    const name = `${module_name}.${format}`
    return format === 'csv'
      ? { name, mime: 'text/csv; charset=utf-8', content: csv(sheet) }
      : { name, mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', content: xlsx(sheet) }
  },

  async readPoints({ file }, caller) {
    const bytes = Buffer.from(file.content, 'base64')
    if (bytes.length > LIMITS.importBytes) throw refuse({ zh: '文件最大 20 MB', en: 'may have 20 MB at most' })
    return pointsIn(await rowsOf(bytes), caller.lang)
  },
})

function cellOf(point: Point, name: Column, lang: 'zh' | 'en'): Cell {
  if (name === 'data_type') return TYPE_WORDS[point.data_type][lang]
  if (name === 'access') return ACCESS_WORDS[point.access][lang]
  if (name === 'enum_text') return point.enum_text ? enumCell(point.enum_text) : null
  const value = point[name]
  return typeof value === 'boolean' ? YES_WORDS[`${value}`][lang] : value
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
