import { type HTMLAttributes, type KeyboardEvent, useState } from 'react'

interface Cell {
  row: number
  column: number
}

const STEPS: Record<string, Cell> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/**
 * One Tab stop for a whole grid of cells, walked with the arrows, Home and End, as WAI-ARIA describes grids. `cell` goes
 * to what takes the focus in each; `onKeyDown` to the grid around them.
 */
export function useCellKeys(rows: number, columns: number) {
  const [wanted, setActive] = useState<Cell>({ row: 0, column: 0 })
  const active = {
    row: Math.max(0, Math.min(wanted.row, rows - 1)),
    column: Math.max(0, Math.min(wanted.column, columns - 1)),
  }

  function goal({ key, ctrlKey, currentTarget }: KeyboardEvent): Cell | null {
    if (key === 'Home') return { row: ctrlKey ? 0 : active.row, column: 0 }
    if (key === 'End') return { row: ctrlKey ? rows - 1 : active.row, column: columns - 1 }
    const step = STEPS[key]
    if (!step || ctrlKey) return null
    const sign = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1
    return { row: active.row + step.row, column: active.column + sign * step.column }
  }

  return {
    active,
    cell: (row: number, column: number): HTMLAttributes<HTMLElement> =>
      ({
        'data-cell': `${row},${column}`,
        tabIndex: row === active.row && column === active.column ? 0 : -1,
        onFocus: () => setActive({ row, column }),
      }) as HTMLAttributes<HTMLElement>,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.defaultPrevented || event.altKey || event.metaKey) return
      // Keys for what else stands in the grid, such as a menu's button, are its own.
      if (!(event.target as HTMLElement).dataset.cell) return
      // A form around the grid is not sent by a check box in it.
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) return event.preventDefault()
      const to = goal(event)
      if (!to) return
      event.preventDefault()
      event.currentTarget.querySelector<HTMLElement>(`[data-cell="${to.row},${to.column}"]`)?.focus()
    },
  }
}
