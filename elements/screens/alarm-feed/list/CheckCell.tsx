// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the window, which those of a <table> cannot be
import { useRef } from 'react'
import { Checkbox } from '../../../kit/Checkbox.tsx'

interface CheckCellProps {
  label: string
  isSelected: boolean
  /** Of a heading: some of its rows. */
  isIndeterminate?: boolean
  /** With Shift: all from the last one to it. */
  onSelect: (isRange: boolean) => void
}

/** The box of a row or a heading. */
export function CheckCell({ onSelect, ...box }: CheckCellProps) {
  const isRange = useRef(false)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keeps the press from opening the row
    <div
      className="feed-cell feed-check"
      role="gridcell"
      onClickCapture={(event) => {
        isRange.current ||= event.shiftKey
      }}
      onClick={(event) => event.stopPropagation()}
    >
      <Checkbox
        {...box}
        onChange={() => {
          onSelect(isRange.current)
          isRange.current = false
        }}
      />
    </div>
  )
}
