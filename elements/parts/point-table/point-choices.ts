import { CHOICES, type Choice, type Column, type PointRow, type Unread } from './point-rows.ts'

export const isChoice = (column: Column): column is Choice => CHOICES.some((choice) => choice === column)

/** A row's part after something was chosen: what was put there before is forgotten. */
export function chosen(row: PointRow, column: Choice, value: PointRow[Choice]): Partial<PointRow> {
  const { [column]: _, ...others } = row.unread ?? {}
  return { [column]: value, unread: ifAny(others) }
}

/** A row's part after a word that names none of the choice: it stays to be seen, and nothing is chosen for it. */
export const unread = (row: PointRow, column: Choice, word: string): Partial<PointRow> => ({
  unread: { ...row.unread, [column]: word },
})

const ifAny = (words: Unread) => (Object.keys(words).length > 0 ? words : undefined)
