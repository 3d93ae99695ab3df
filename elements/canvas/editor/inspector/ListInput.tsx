import { valueAt } from '../../../../core/canvas/props-path.ts'
import { useText } from '../../../define/index.ts'
import type { PropertyField } from '../../../kinds/property-fields.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { useSayBound } from '../binding/use-say-bound.ts'
import { movedRow, newRow, type Row } from './list-rows.ts'
import { PropertyInput } from './PropertyInput.tsx'
import { text } from './text.ts'

export interface ListInputProps {
  field: PropertyField
  label: string
  rows: readonly Row[]
  isMixed: boolean
  isDisabled: boolean
  itemName: (path: string) => string
  choiceName: (path: string, name: string) => string
  /** Of a path within the property: `2.text`. */
  fault: (path: string, value: unknown) => string | null
  onRow: (path: string, value: unknown) => void
  onRows: (rows: readonly Row[]) => void
}

/** Rows of a few fields each: lamps, words for values, points of a curve. */
export function ListInput(props: ListInputProps) {
  const { field, label, rows, isMixed, isDisabled, onRows } = props
  const t = useText(text)
  const say = useSayBound()
  const item = field.item ?? []
  const change = (at: number, { path, type }: PropertyField, value: unknown) => {
    const isTwice = type === 'point' && value !== '' && rows.some((row, i) => i !== at && valueAt(row, path) === value)
    if (isTwice) say('twice', String(value))
    else props.onRow(`${at}.${path}`, value)
  }
  const isFull = rows.length >= (field.max ?? Number.POSITIVE_INFINITY)
  const isLeast = rows.length <= (field.min ?? 0)
  if (isMixed)
    return (
      <p className="panel-note">
        {t.listMixed}{' '}
        <Button look="plain" isDisabled={isDisabled} onPress={() => onRows(rows)}>
          {t.listOne}
        </Button>
      </p>
    )
  return (
    <fieldset className="list-rows" aria-label={label}>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is nothing but its place
        <fieldset key={at} className="list-row" aria-label={t.row({ count: at + 1 })}>
          <div className="list-row-fields">
            {item.map((own) => (
              <PropertyInput
                key={own.path}
                field={own}
                label={props.itemName(own.path)}
                value={valueAt(row, own.path)}
                isMixed={false}
                isDisabled={isDisabled}
                choiceName={(name) => props.choiceName(own.path, name)}
                fault={(value) => props.fault(`${at}.${own.path}`, value)}
                onChange={(value) => change(at, own, value)}
              />
            ))}
          </div>
          {!isDisabled && (
            <div className="list-row-tools">
              {at > 0 && (
                <IconButton
                  icon="arrow-up"
                  label={t.rowUp({ count: at + 1 })}
                  onPress={() => onRows(movedRow(rows, at, at - 1))}
                />
              )}
              {!isLeast && (
                <IconButton
                  icon="trash"
                  label={t.removeRow({ count: at + 1 })}
                  onPress={() => onRows(rows.toSpliced(at, 1))}
                />
              )}
            </div>
          )}
        </fieldset>
      ))}
      {!isDisabled && !isFull && (
        <Button icon="plus" look="plain" onPress={() => onRows([...rows, newRow(item, rows.at(-1))])}>
          {t.addRow}
        </Button>
      )}
    </fieldset>
  )
}
