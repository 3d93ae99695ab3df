import { translate } from '../../../core/text/define-text.ts'
import { ACCESSES, COLUMNS, type Column, emptyRow, type PointRow, TYPES } from './point-rows.ts'
import { text } from './text.ts'

const WORDS = [translate(text, 'zh'), translate(text, 'en')]
const plain = (cell: string) => cell.trim().toLowerCase().replace(/\s+/g, ' ')

/** Which of these a cell names, by its own name or its word in either language. */
function oneOf<Name extends keyof (typeof text)['rows']>(names: readonly Name[], cell: string): Name | undefined {
  const wanted = ALSO[plain(cell)] ?? plain(cell)
  return names.find((name) => name === wanted || WORDS.some((words) => plain(String(words[name as 'key'])) === wanted))
}
/** What other programs call the same. */
const ALSO: Record<string, Column | PointRow['access']> = { 'read and write': 'rw', 可读写: 'rw', 'r/w': 'rw' }
const YES = /^(是|yes|y|true|1|√|on|开)$/i

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
  switch (column) {
    case 'data_type':
      return { ...row, data_type: oneOf(TYPES, typed) ?? row.data_type }
    case 'access':
      return { ...row, access: oneOf(ACCESSES, typed) ?? row.access }
    case 'keep_history':
    case 'two_step':
      return typed === '' ? row : { ...row, [column]: YES.test(typed) }
    default:
      return { ...row, [column]: typed }
  }
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
