// biome-ignore-all lint/a11y/useFocusableInteractive: the fields in them have the focus
// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the window, which those of a <table> cannot be
import { useId } from 'react'
import type { PermissionItem } from '../../../core/contract/template.ts'
import { useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { chosen } from './point-choices.ts'
import { ACCESSES, applies, COLUMNS, type Column, type PointRow, TYPES, type WrongRow } from './point-rows.ts'
import { text } from './text.ts'

interface PointTableRowProps {
  row: PointRow
  /** What the template's points can ask for. */
  items: readonly PermissionItem[]
  /** From 0. */
  index: number
  /** px from the first. */
  top: number
  wrong: WrongRow | undefined
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  onChange: (part: Partial<PointRow>) => void
}

const ENUM_EXAMPLE = '0=停止|Stopped; 1=运行|Running'
const NUMERIC: ReadonlySet<Column> = new Set(['decimals', 'write_min', 'write_max'])

/** None, those of the template, and what was put in from elsewhere, which is marked as wrong. */
const itemNames = ({ item_id }: PointRow, items: readonly PermissionItem[]): string[] => [
  ...new Set(['', ...items.map(({ item_name }) => item_name), item_id]),
]

/** A word that was put into a select and is none of its options: seen until one is chosen. */
const Unread = ({ word }: { word: string | undefined }) =>
  word !== undefined && (
    <option value={word} disabled>
      {word}
    </option>
  )

export function PointTableRow({ row, items, index, top, wrong, isSelected, onSelect, onChange }: PointTableRowProps) {
  const t = useText(text)
  const id = useId()
  const number = index + 1
  return (
    <div
      className="point-row"
      role="row"
      data-row={index}
      data-selected={isSelected || undefined}
      aria-rowindex={number + 1}
      style={{ translate: `0 ${top}px` }}
    >
      <span className="point-select" role="cell">
        <Checkbox label={t.select({ row: number })} isSelected={isSelected} onChange={onSelect} />
        <span className="point-number" aria-hidden>
          {number}
        </span>
      </span>
      {COLUMNS.map((column) => {
        const error = wrong?.[column]
        const label = t.cell({ row: number, column: t[column] })
        const isIdle = !applies(row, column)
        const inputProps = {
          'data-column': column,
          'aria-label': label,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': error ? `${id}-${column}` : undefined,
          title: error,
          disabled: isIdle,
        }
        return (
          <span key={column} className="point-cell" role="cell" data-idle={isIdle || undefined}>
            {column === 'data_type' ? (
              <select
                {...inputProps}
                value={row.unread?.data_type ?? row.data_type}
                onChange={({ target }) => onChange(chosen(row, 'data_type', target.value as PointRow['data_type']))}
              >
                <Unread word={row.unread?.data_type} />
                {TYPES.map((type) => (
                  <option key={type} value={type}>
                    {t[type]}
                  </option>
                ))}
              </select>
            ) : column === 'access' ? (
              <select
                {...inputProps}
                value={row.unread?.access ?? row.access}
                onChange={({ target }) => onChange(chosen(row, 'access', target.value as PointRow['access']))}
              >
                <Unread word={row.unread?.access} />
                {ACCESSES.map((access) => (
                  <option key={access} value={access}>
                    {t[access]}
                  </option>
                ))}
              </select>
            ) : column === 'item_id' ? (
              <select
                {...inputProps}
                value={isIdle ? '' : row.item_id}
                onChange={({ target }) => onChange({ item_id: target.value })}
              >
                {itemNames(row, items).map((name) => (
                  <option key={name} value={name}>
                    {name || '–'}
                  </option>
                ))}
              </select>
            ) : column === 'keep_history' || column === 'two_step' ? (
              <input
                {...inputProps}
                type="checkbox"
                checked={!isIdle && row[column]}
                onChange={({ target }) => onChange(chosen(row, column, target.checked))}
              />
            ) : (
              <input
                {...inputProps}
                type="text"
                autoComplete="off"
                spellCheck={false}
                data-numeric={NUMERIC.has(column) || undefined}
                placeholder={column === 'enum_text' && row.data_type === 'enum' ? ENUM_EXAMPLE : undefined}
                value={isIdle ? '' : row[column]}
                onChange={({ target }) => onChange({ [column]: target.value })}
              />
            )}
            {error && (
              <span id={`${id}-${column}`} className="sg-hidden-visually">
                {error}
              </span>
            )}
          </span>
        )
      })}
    </div>
  )
}
