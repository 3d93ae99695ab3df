import { withValueAt } from '../../../../core/canvas/props-path.ts'
import type { Lang } from '../../../../core/text/define-text.ts'
import type { PropertyField } from '../../../kinds/property-fields.ts'

export type Row = Readonly<Record<string, unknown>>

/** What an added row begins with: a copy of the one before it, else what its fields take. No point is listed twice. */
export function newRow(item: readonly PropertyField[], before: Row | undefined): Row {
  if (before && !item.some(({ type }) => type === 'point')) return structuredClone(before)
  return item.reduce<Row>((row, field) => withValueAt(row, field.path, emptyOf(field)), {})
}

function emptyOf({ type, min, choices, isNullable, isOptional }: PropertyField): unknown {
  if (isOptional) return undefined
  if (isNullable || type === 'value' || type === 'screen') return null
  if (type === 'number' || type === 'integer') return Math.max(min ?? 0, 0)
  if (type === 'boolean') return false
  if (type === 'choice') return choices?.[0]?.value
  return type === 'list' || type === 'states' ? [] : ''
}

/** A row put to another place; the same list where it cannot go there. */
export function movedRow<Item>(rows: readonly Item[], from: number, to: number): readonly Item[] {
  const row = rows[from]
  if (row === undefined || to < 0 || to >= rows.length || to === from) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

/**
 * States with the words of an enumerated point, each at its number, as they look now; further ones look as the last. Null
 * where the point's values are no numbers of states.
 */
export function statesFrom(
  rows: readonly Row[],
  words: Readonly<Record<string, Readonly<Record<Lang, string>>>>,
  lang: Lang,
  most = Number.POSITIVE_INFINITY,
): readonly Row[] | null {
  const numbers = Object.keys(words).map(Number)
  const count = Math.max(...numbers) + 1
  if (count < 2 || count > most || numbers.some((number) => !Number.isInteger(number) || number < 0)) return null
  const last = rows.at(-1) ?? {}
  const states: Row[] = []
  for (let number = 0; number < count; number += 1) {
    const row = rows[number] ?? structuredClone(last)
    const word = words[number]?.[lang]
    states.push(word ? { ...row, text: word } : row)
  }
  return states
}
