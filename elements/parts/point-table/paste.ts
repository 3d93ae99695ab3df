import { CELL_WORDS, plainCell } from '../../../core/rules/cell-words.ts'
import { translate } from '../../../core/text/define-text.ts'
import { chosen, isChoice, unread } from './point-choices.ts'
import { ACCESSES, COLUMNS, type Column, emptyRow, type PointRow, TYPES } from './point-rows.ts'
import { text } from './text.ts'

const WORDS = [translate(text, 'zh'), translate(text, 'en')]

/** Which of these a cell names: by its own name, its word in either language, or what other programs write for it. */
function oneOf<Name extends keyof (typeof text)['rows']>(names: readonly Name[], cell: string): Name | undefined {
  const wanted = plainCell(cell)
  const known = names.find(
    (name) => name === wanted || WORDS.some((words) => plainCell(String(words[name as 'key'])) === wanted),
  )
  return known ?? names.find((name) => CELL_WORDS[wanted] === name)
}
/** Whether a cell says yes or no; undefined for neither. */
function yesOrNo(cell: string): boolean | undefined {
  const wanted = plainCell(cell)
  if (/^(是|yes|true)$/.test(wanted) || CELL_WORDS[wanted] === 'true') return true
  return /^(否|no|false|×)$/.test(wanted) || CELL_WORDS[wanted] === 'false' ? false : undefined
}

/** Cells of a spreadsheet as its clipboard has them: tabs between, quotes where a cell has lines of its own. */
export function cellsOf(clipboard: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const end = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  const signs = clipboard.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let at = 0; at < signs.length; at++) {
    const sign = signs[at] as string
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (signs[at + 1] === '"') cell += signs[++at]
      else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === '\t') end()
    else if (sign === '\n') {
      end()
      rows.push([])
    } else cell += sign
  }
  end()
  return rows
}

/** Whether a paste is of several cells: else it is text for the field. */
export const isOfCells = (clipboard: string) => /[\t\n]/.test(clipboard.trim())

function withCell(row: PointRow, column: Column, cell: string): PointRow {
  const typed = cell.trim()
  if (!isChoice(column)) return { ...row, [column]: typed }
  // Nothing is said of it: as it was.
  if (typed === '') return row
  const meant =
    column === 'data_type' ? oneOf(TYPES, typed) : column === 'access' ? oneOf(ACCESSES, typed) : yesOrNo(typed)
  return { ...row, ...(meant === undefined ? unread(row, column, typed) : chosen(row, column, meant)) }
}

interface Place {
  /** Of the row that has the focus; the length for below the last. */
  row: number
  column: Column
}

/** Rows after a paste: from a place right and down, or by the headings where the first line is of headings. */
export function pasted(rows: readonly PointRow[], place: Place, clipboard: string, most: number): PointRow[] {
  const lines = cellsOf(clipboard)
  const headings = (lines[0] ?? []).map((cell) => oneOf(COLUMNS, cell))
  const isHeaded = headings.includes('key') && headings.filter(Boolean).length > 1
  const from = COLUMNS.indexOf(place.column)
  const columns: readonly (Column | undefined)[] = isHeaded ? headings : COLUMNS.slice(from)
  const next = [...rows]
  lines.slice(isHeaded ? 1 : 0).forEach((cells, at) => {
    const index = place.row + at
    if (index >= most) return
    let row = next[index] ?? emptyRow()
    cells.forEach((cell, i) => {
      const column = columns[i]
      if (column) row = withCell(row, column, cell)
    })
    next[index] = row
  })
  return next
}
