import { type HTMLAttributes, useLayoutEffect, useRef } from 'react'
import type { Mark } from '../../../core/rules/rights-tree.ts'
import { useSheet } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import sheet from '../../kit/toggle.css?sheet'

/** The drawn box of something that is checked elsewhere: a tree's item, a cell's input. */
export function CheckMark({ mark, isLocked = false }: { mark: Mark; isLocked?: boolean }) {
  useSheet(sheet)
  return (
    <span
      className="toggle rights-mark"
      data-selected={mark === true || undefined}
      data-indeterminate={mark === 'mixed' || undefined}
      data-disabled={isLocked || undefined}
      aria-hidden
    >
      <Box mark={mark} />
    </span>
  )
}

const Box = ({ mark }: { mark: Mark }) => (
  <span className="checkbox" aria-hidden>
    {mark === 'mixed' ? <Icon name="minus" size={12} /> : mark && <Icon name="check" size={12} />}
  </span>
)

interface CellCheckProps {
  /** What it says of which row: "Read: East works". */
  label: string
  isSelected: boolean
  isIndeterminate?: boolean
  /** Why it cannot be changed; it keeps the focus, so that this can be heard. */
  locked?: string | null
  /** A word beside the box. */
  note?: string | null
  onChange: (isSelected: boolean) => void
  /** Of `useCellKeys`. */
  cell: HTMLAttributes<HTMLElement>
}

/** A check box in a cell of a grid that the arrow keys walk. */
export function CellCheck({
  label,
  isSelected,
  isIndeterminate = false,
  locked = null,
  note,
  ...rest
}: CellCheckProps) {
  useSheet(sheet)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (input.current) input.current.indeterminate = isIndeterminate
  })
  return (
    <label
      className="toggle cell-check"
      title={locked ?? undefined}
      data-selected={isSelected || undefined}
      data-indeterminate={isIndeterminate || undefined}
      data-disabled={locked !== null || undefined}
    >
      <input
        {...rest.cell}
        ref={input}
        type="checkbox"
        className="sg-hidden-visually"
        aria-label={locked ? `${label} (${locked})` : label}
        aria-disabled={locked !== null || undefined}
        checked={isSelected}
        onChange={(event) => {
          event.target.indeterminate = isIndeterminate
          if (locked === null) rest.onChange(event.target.checked)
        }}
      />
      <Box mark={isIndeterminate ? 'mixed' : isSelected} />
      {note && <span className="cell-note">{note}</span>}
    </label>
  )
}
