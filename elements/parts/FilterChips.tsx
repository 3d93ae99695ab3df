import type { ReactNode } from 'react'
import { useSheet, useText } from '../define/index.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import sheet from './filter-chips.css?sheet'
import { text } from './text.ts'

export interface FilterChip {
  id: string
  /** What is filtered and to what: "Level: high, critical". */
  label: string
  onRemove: () => void
}

interface FilterChipsProps {
  chips: readonly FilterChip[]
  /** Removes all at once: several chips may stand for parts of one value, which each of them would write anew. */
  onClear?: (() => void) | undefined
}

/** The filters in force, each removable; nothing when there are none. */
export function FilterChips({ chips, onClear }: FilterChipsProps) {
  const t = useText(text)
  if (chips.length === 0) return null
  return (
    <Chips label={t.filters}>
      {chips.map(({ id, label, onRemove }) => (
        <Chip key={id} label={label} removeLabel={t.removeFilter({ name: label })} onRemove={onRemove} />
      ))}
      {chips.length > 1 && (
        <li>
          <Button look="plain" onPress={onClear ?? (() => chips.forEach(({ onRemove }) => void onRemove()))}>
            {t.clearFilters}
          </Button>
        </li>
      )}
    </Chips>
  )
}

/** What is in force, piece by piece. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  useSheet(sheet)
  return (
    <ul className="chips" aria-label={label}>
      {children}
    </ul>
  )
}

interface ChipProps {
  label: string
  removeLabel: string
  onRemove: () => void
}

export const Chip = ({ label, removeLabel, onRemove }: ChipProps) => (
  <li className="chip">
    {label}
    <button type="button" className="chip-remove" aria-label={removeLabel} onClick={onRemove}>
      <Icon name="close" size={12} />
    </button>
  </li>
)
