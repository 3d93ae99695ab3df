import type { Column } from '../../../kit/table/columns.ts'

/** What the user made of the columns of a table. */
export interface KeptColumns {
  readonly hidden: ReadonlySet<string>
  /** Px, of those that were resized. */
  readonly widths: Readonly<Record<string, number>>
}

type Known = Pick<Column<unknown>, 'id' | 'isHiddenAtFirst' | 'isFixed'>

const LEAST_PX = 48
const MOST_PX = 2000
export const widthOf = (px: number): number => Math.max(LEAST_PX, Math.min(MOST_PX, Math.round(px)))

/** `-note +repeats dev_alias:200`, as the browser keeps it; what no column of today is called is passed over. */
export function columnsIn(kept: string, known: readonly Known[]): KeptColumns {
  const hidden = new Set(known.filter(({ isHiddenAtFirst }) => isHiddenAtFirst).map(({ id }) => id))
  const widths: Record<string, number> = {}
  for (const [, sign, id, px] of kept.matchAll(/([-+]?)([a-z_]+)(?::(\d+))?/g)) {
    const column = known.find((one) => one.id === id)
    if (!column) continue
    if (px) widths[column.id] = widthOf(Number(px))
    else if (sign === '+') hidden.delete(column.id)
    else if (sign === '-' && !column.isFixed) hidden.add(column.id)
  }
  return { hidden, widths }
}

/** What is as it is at first is left out: it follows when a later version changes that. */
export function keptText({ hidden, widths }: KeptColumns, known: readonly Known[]): string {
  const signs = known
    .filter(({ id, isHiddenAtFirst = false }) => hidden.has(id) !== isHiddenAtFirst)
    .map(({ id }) => `${hidden.has(id) ? '-' : '+'}${id}`)
  return [...signs, ...Object.entries(widths).map(([id, px]) => `${id}:${px}`)].join(' ')
}
