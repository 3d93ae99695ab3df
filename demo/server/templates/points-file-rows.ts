import type { Language, Words } from '../../../core/catalogue/words.ts'
import type { Point } from '../../../core/contract/device.ts'
import { PointOfFile } from '../../../core/contract/template.ts'
import {
  asWritten,
  choice,
  keyOf,
  number,
  readCells,
  WRONG_MOST,
  type WrongCell,
  WrongText,
  yesNo,
} from '../files/file-cells.ts'
import { parseInput } from '../http/field-errors.ts'
import { ACCESS_WORDS, COLUMN_NAMES, COLUMNS, type Column, enumOf, TYPE_WORDS } from './points-file-columns.ts'

export interface ReadPoints {
  points: PointOfFile[]
  wrong: WrongCell[]
}

const POINTS_MOST = 1000

/** What a cell that is not empty says, by its column. */
const READ: Record<Column, (text: string) => unknown> = {
  key: (text) => text,
  name: (text) => text,
  name_en: (text) => text,
  data_type: choice(TYPE_WORDS),
  unit: (text) => text,
  decimals: number,
  access: choice(ACCESS_WORDS),
  write_min: number,
  write_max: number,
  enum_text: (text) =>
    enumOf(text) ?? new WrongText({ zh: '应形如 0=停止;1=运行', en: 'must be like 0=Stopped; 1=Running' }),
  keep_history: yesNo,
  two_step: yesNo,
  item_name: (text) => text,
}

/** The points that rows of cells hold, under a heading of either language. */
export function pointsIn(rows: readonly (readonly string[])[], lang: Language): ReadPoints {
  const wrong: WrongCell[] = []
  const report = (row: number, column: Column | null, words: Words) => {
    if (wrong.length < WRONG_MOST)
      wrong.push({ row, column: column ? COLUMNS[column][lang] : '', message: words[lang] })
  }
  /** A cell that could not be read has been reported already. */
  const isReported = (row: number, column: Column) =>
    wrong.some((one) => one.row === row && one.column === COLUMNS[column][lang])
  const first = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const columns = (rows[first] ?? []).map((cell) => keyOf(COLUMNS, asWritten(cell)))
  const missing = (['key', 'name', 'data_type'] as const).filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    for (const column of missing)
      report(Math.max(1, first + 1), column, { zh: '缺少此列', en: 'is a column that is missing' })
    return { points: [], wrong }
  }
  const points: PointOfFile[] = []
  const keys = new Set<string>()
  for (const [i, cells] of rows.entries()) {
    if (i <= first || cells.every((cell) => cell.trim() === '')) continue
    const row = i + 1
    if (points.length >= POINTS_MOST) {
      report(row, null, {
        zh: `最多 ${POINTS_MOST} 个数据项`,
        en: `is beyond the ${POINTS_MOST} points that a template may have`,
      })
      break
    }
    const { values, isWhole } = readCells(columns, cells, READ, (column, words) => report(row, column, words))
    const parsed = parseInput(PointOfFile, values, lang)
    if (parsed.ok) {
      const problems = problemsOf(parsed.value, keys)
      for (const [column, words] of problems) if (!isReported(row, column)) report(row, column, words)
      keys.add(parsed.value.key)
      if (isWhole && problems.length === 0) points.push(parsed.value)
      continue
    }
    for (const { field, message } of parsed.fields) {
      const column = COLUMN_NAMES.find((name) => name === field.split('.')[0]) ?? null
      if (column === null || !isReported(row, column)) report(row, column, { zh: message, en: message })
    }
  }
  return { points, wrong }
}

/** What fits each cell and not the row. */
function problemsOf({ key, data_type, write_min, write_max, enum_text }: Point, keys: ReadonlySet<string>) {
  const problems: [Column, Words][] = []
  if (keys.has(key)) problems.push(['key', { zh: '标识重复', en: 'is the key of another row too' }])
  if (write_min !== null && write_max !== null && write_min >= write_max)
    problems.push(['write_max', { zh: '应大于写入下限', en: 'must be more than the minimum' }])
  if (data_type === 'enum' && enum_text === null)
    problems.push(['enum_text', { zh: '枚举缺少文本', en: 'is needed for an enum' }])
  return problems
}
