import type { ReactNode } from 'react'
import { useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import sheet from './selection-bar.css?sheet'
import { text } from './text.ts'

interface SelectionBarProps {
  /** What can be done here, for those who do not see it. */
  label: string
  /** How many are selected, in words. */
  selected: string
  onClear: () => void
  children: ReactNode
}

/** Above a list: what can be done with the selected rows. */
export function SelectionBar({ label, selected, onClear, children }: SelectionBarProps) {
  useSheet(sheet)
  const t = useText(text)
  return (
    <div className="selection-bar" role="toolbar" aria-label={label}>
      <strong role="status">{selected}</strong>
      {children}
      <span className="selection-bar-clear">
        <Button look="plain" onPress={onClear}>
          {t.clearSelection}
        </Button>
      </span>
    </div>
  )
}
