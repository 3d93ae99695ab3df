import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Language, Words } from '../../../core/catalogue/words.ts'
import { CELL_WORDS, plainCell } from '../../../core/rules/cell-words.ts'

export const YES_WORDS = { true: { zh: '是', en: 'Yes' }, false: { zh: '否', en: 'No' } } as const

/** The key of the row of words that a text stands for, in either language; undefined for none. */
export function keyOf<K extends string>(rows: Readonly<Record<K, Words>>, text: string): K | undefined {
  const wanted = plainCell(text)
  const keys = Object.keys(rows) as K[]
  const known = keys.find((key) => [key, rows[key].zh, rows[key].en].some((word) => plainCell(word) === wanted))
  return known ?? keys.find((key) => CELL_WORDS[wanted] === key)
}

/** What is wrong in a file, in the words of the reader; rows count as the spreadsheet counts them. */
export interface WrongCell {
  row: number
  column: string
  message: string
}

/** At most this many errors are reported. */
export const WRONG_MOST = 200

/** A cell that cannot be understood. */
export class WrongText {
  readonly words: Words
  constructor(words: Words) {
    this.words = words
  }
}

const TOO_LONG = new WrongText({
  zh: `最多 ${LIMITS.fileCell} 个字符`,
  en: `may have at most ${LIMITS.fileCell} characters`,
})

export const choice = <K extends string>(rows: Readonly<Record<K, Words>>) => {
  const words = (lang: Language) => Object.values<Words>(rows).map((one) => one[lang])
  const wrong = new WrongText({ zh: `应为${words('zh').join('、')}`, en: `must be one of ${words('en').join(', ')}` })
  return (text: string) => keyOf(rows, text) ?? wrong
}

export const number = (text: string) => {
  const value = Number(text.replace(/[,，\s]/g, ''))
  return Number.isFinite(value) ? value : new WrongText({ zh: '应为数字', en: 'must be a number' })
}

export const yesNo = (text: string) => {
  const word = choice(YES_WORDS)(text)
  return word instanceof WrongText ? word : word === 'true'
}

/** A text as it was before an apostrophe kept it, or a part of it, from being a formula. */
export const asWritten = (cell: string) => cell.trim().replace(/(^|[;\t\r\n])'(?=[" ]{0,3}[=+\-@＝＋－＠])/g, '$1')

/** What the cells of a row say, by its column; `isWhole` where each could be read. */
export function readCells<Column extends string>(
  columns: readonly (Column | undefined)[],
  cells: readonly string[],
  read: Record<Column, (text: string) => unknown>,
  report: (column: Column, words: Words) => void,
): { values: Partial<Record<Column, unknown>>; isWhole: boolean } {
  const values: Partial<Record<Column, unknown>> = {}
  let isWhole = true
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? ''
    const text = asWritten(cell)
    if (column === undefined || text === '' || column in values) continue
    const value = cell.length > LIMITS.fileCell ? TOO_LONG : read[column](text)
    if (value instanceof WrongText) {
      report(column, value.words)
      isWhole = false
    } else values[column] = value
  }
  return { values, isWhole }
}
