import { useState } from 'react'

const NONE: ReadonlySet<string> = new Set()

/** Selected rows are those in view: other rows, by `key`, begin with none. */
export function useChosen<Row>(key: string, rows: readonly Row[], idOf: (row: Row) => number) {
  const [selection, setSelection] = useState({ key, ids: NONE })
  const chosen = selection.key === key ? rows.filter((row) => selection.ids.has(String(idOf(row)))) : []
  return {
    ids: chosen.map(idOf),
    selectedIds: new Set(chosen.map((row) => String(idOf(row)))),
    select: (ids: ReadonlySet<string>) => setSelection({ key, ids }),
    clear: () => setSelection({ key, ids: NONE }),
  }
}
