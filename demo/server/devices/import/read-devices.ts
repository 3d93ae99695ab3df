import * as z from 'zod/mini'
import { DEVICE_COLUMN_NAMES, DEVICE_COLUMNS, type DeviceColumn } from '../../../../core/catalogue/device-columns.ts'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import type { Language, Words } from '../../../../core/catalogue/words.ts'
import { device, NewDevice } from '../../../../core/contract/device.ts'
import type { WrongDeviceCell } from '../../../../core/contract/device-import.ts'
import { asWritten, keyOf, number, readCells } from '../../files/file-cells.ts'
import { readSheet, type SheetInput, type SheetRead } from '../../files/read-sheet.ts'
import { NOT_VALID, parseInput } from '../../http/field-errors.ts'
import { regionOf } from '../districts.ts'

/** What a row may say: group and template by what they are called. */
const { group_id: _, was: __, sn_code, ...edited } = device.edit.input.shape
const Row = z.object({
  ...edited,
  sn_code,
  password: z.optional(NewDevice.shape.password),
  group: z.optional(z.string().check(z.maxLength(400))),
  template: z.optional(z.string().check(z.maxLength(100))),
})
export type DeviceRow = z.infer<typeof Row>

export interface ReadRow {
  row: number
  /** As they stand in the file, but for passwords; of columns that are passed over as much as tells them apart. */
  cells: string[]
  /** Of the cells, as JSON. */
  bytes: number
  /** What its right cells say; undefined where it names no device. */
  values?: DeviceRow
  /** The spelling of what is wrong later on is in `cells`. */
  wrong: WrongDeviceCell[]
}

export interface ReadDevices {
  wrong?: undefined
  heading: string[]
  columns: (DeviceColumn | null)[]
  rows: ReadRow[]
}

export interface DevicesInput extends SheetInput {
  /** What the columns are; as their headings say where it is left out. */
  columns?: (DeviceColumn | null)[] | undefined
  lang: Language
}

const text = (cell: string): unknown => cell
const READ: Record<DeviceColumn, (text: string) => unknown> = {
  ...(Object.fromEntries(DEVICE_COLUMN_NAMES.map((name) => [name, text])) as Record<DeviceColumn, typeof text>),
  report_interval_s: number,
  tags: (cell) =>
    cell
      .split(/[,，]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
}
/** Fields that a column of another name fills. */
const COLUMN_OF: Readonly<Record<string, DeviceColumn>> = { region_text: 'region', region_code: 'region' }
/** How to mend what has not the form that it has to have. */
const FORMS: Partial<Record<DeviceColumn, Words>> = {
  sn_code: { zh: `应为 1–${LIMITS.snCode} 位字母或数字`, en: `must be 1 to ${LIMITS.snCode} letters or digits` },
  contact_email: { zh: '应为邮箱地址', en: 'must be an e-mail address' },
  card_no: {
    zh: `应为 ${LIMITS.flowCardDigitsMin}–32 位数字；在表格中按文本填写`,
    en: `must be ${LIMITS.flowCardDigitsMin} to 32 digits, written as text`,
  },
}
/** Signs that are kept of a cell whose column is passed over. */
const PASSED_OVER = 200
const MISSING = { zh: '缺少此列', en: 'is a column that is missing' }
const TOO_MANY = {
  zh: `一个文件最多 ${LIMITS.importRows} 台设备`,
  en: `is beyond the ${LIMITS.importRows} devices that a file may have`,
}

/** The devices that a file holds, under a heading of either language; for a thread. */
export async function readDevices({ columns: named, lang, ...input }: DevicesInput): Promise<ReadDevices | SheetRead> {
  const sheet = await readSheet(input)
  if (sheet.wrong) return sheet
  const first = sheet.rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const heading = (sheet.rows[first] ?? []).map(asWritten)
  const found = heading.map((cell) => keyOf(DEVICE_COLUMNS, cell) ?? null)
  // Of two columns that say the same the first counts.
  const columns = heading
    .map((_cell, at) => (named ? (named[at] ?? null) : (found[at] ?? null)))
    .map((column, at, all) => (all.indexOf(column) === at ? column : null))
  const rows = sheet.rows
    .map((cells, at) => ({ cells, row: at + 1 }))
    .filter(({ cells, row }) => row > first + 1 && cells.some((cell) => cell.trim() !== ''))
  const headless = {
    row: Math.max(1, first + 1),
    column: 'sn_code',
    text: '',
    message: MISSING[lang],
    code: '100006',
  } as const
  if (!columns.includes('sn_code'))
    return { heading, columns, rows: [{ row: headless.row, cells: [], bytes: 0, wrong: [headless] }] }
  // A column that is called so is not shown either where something else was chosen for it.
  const isSecret = heading.map((_cell, at) => columns[at] === 'password' || found[at] === 'password')
  const read = rows.slice(0, LIMITS.importRows).map((one) => readRow(one, { columns, isSecret, lang }))
  const beyond = rows[LIMITS.importRows]
  if (beyond)
    read.push({
      ...beyond,
      cells: [],
      bytes: 0,
      wrong: [{ row: beyond.row, column: null, text: '', message: TOO_MANY[lang], code: '100006' }],
    })
  return { heading, columns, rows: read }
}

function readRow(
  { row, cells: sent }: { row: number; cells: string[] },
  { columns, isSecret, lang }: { columns: ReadDevices['columns']; isSecret: readonly boolean[]; lang: Language },
): ReadRow {
  const cells = columns.map((column, at) =>
    isSecret[at] ? '' : asWritten(sent[at] ?? '').slice(0, column === null ? PASSED_OVER : LIMITS.fileCell),
  )
  const bytes = Buffer.byteLength(JSON.stringify(cells))
  const wrong: WrongDeviceCell[] = []
  const report = (column: DeviceColumn | null, message: string) => {
    const at = columns.indexOf(column)
    if (column === null || !wrong.some((one) => one.column === column))
      wrong.push({ row, column, text: column === null ? '' : (cells[at] ?? '').slice(0, 200), message, code: '100006' })
  }
  const named = columns.map((column) => column ?? undefined)
  const { values } = readCells(named, sent, READ, (column, words: Words) => report(column, words[lang]))
  const { region, ...rest } = values
  const placed = typeof region === 'string' ? { ...rest, ...regionOf(region) } : rest
  const columnOf = (name: string) => COLUMN_OF[name] ?? DEVICE_COLUMN_NAMES.find((one) => one === name) ?? null
  const parsed = parseInput(Row, placed, lang)
  if (parsed.ok) return { row, cells, bytes, wrong, values: parsed.value }
  for (const { field, message } of parsed.fields) {
    const column = columnOf(field.split('.')[0] ?? '')
    const form = column !== null && message === NOT_VALID[lang] && FORMS[column]
    report(column, form ? form[lang] : message)
  }
  // What else is wrong in the row is found in the same check.
  const isRight = ([name]: [string, unknown]) => !wrong.some(({ column }) => column === columnOf(name))
  const left = parseInput(Row, Object.fromEntries(Object.entries(placed).filter(isRight)), lang)
  return { row, cells, bytes, wrong, ...(left.ok && { values: left.value }) }
}
