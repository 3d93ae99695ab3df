import { useState } from 'react'
import { valueAt } from '../../../../core/canvas/props-path.ts'
import { useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { useEditor } from '../editor-context.ts'
import type { ListInputProps } from './ListInput.tsx'
import { movedRow, newRow } from './list-rows.ts'
import { PropertyInput } from './PropertyInput.tsx'
import { PropertyRow } from './PropertyRow.tsx'
import { text } from './text.ts'

interface StatesInputProps extends ListInputProps {
  /** Which state the drawing shows; null where that is not known. */
  shown: number | null
  onShow: (at: number) => void
  bindable: (path: string) => string | undefined
}

/** Looks by number: one of them is edited at a time. */
export function StatesInput(props: StatesInputProps) {
  const { field, rows, isMixed, isDisabled, shown, onRows, onShow } = props
  const t = useText(text)
  const { look } = useEditor()
  const [wanted, setWanted] = useState(shown ?? 0)
  const least = field.min ?? 0
  const most = field.max ?? Number.POSITIVE_INFINITY
  const at = Math.min(wanted, rows.length - 1)
  const row = rows[at]
  const item = field.item ?? []
  const put = (next: typeof rows, to: number) => {
    onRows(next)
    setWanted(to)
  }
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
    <div className="states">
      <div className="states-tools">
        <IconButton
          icon="plus"
          label={t.addState}
          isDisabled={isDisabled || rows.length >= most}
          onPress={() => put([...rows, newRow(item, rows.at(-1))], rows.length)}
        />
        <Button
          look="plain"
          isDisabled={isDisabled || !row || rows.length >= most}
          onPress={() => row && put(rows.toSpliced(at + 1, 0, structuredClone(row)), at + 1)}
        >
          {t.copyState}
        </Button>
        <span className="bar-room" />
        <IconButton
          icon="arrow-up"
          label={t.stateUp}
          isDisabled={isDisabled || at <= 0}
          onPress={() => put(movedRow(rows, at, at - 1), at - 1)}
        />
        <IconButton
          icon="arrow-down"
          label={t.stateDown}
          isDisabled={isDisabled || at >= rows.length - 1}
          onPress={() => put(movedRow(rows, at, at + 1), at + 1)}
        />
        <IconButton
          icon="trash"
          label={t.removeState}
          isDisabled={isDisabled || rows.length <= least}
          onPress={() => put(rows.toSpliced(at, 1), Math.max(0, at - 1))}
        />
      </div>
      <ul className="states-list" aria-label={t.states}>
        {rows.map((own, index) => {
          const background = look.colour(String(own.backgroundColor ?? ''))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a state is its number
            <li key={index}>
              <button type="button" className="states-row" aria-pressed={index === at} onClick={() => setWanted(index)}>
                <span className="states-number">{index}</span>
                <span className="swatch" data-none={background === '' || undefined} style={{ background }} />
                <span className="states-name">{String(own.text ?? '')}</span>
                {index === shown && <small>{t.shown}</small>}
              </button>
            </li>
          )
        })}
      </ul>
      <p className="prop-help">{t.stateLimits({ least, most })}</p>
      {row && (
        <fieldset className="prop-rows" aria-label={t.stateRow({ count: at })}>
          {at !== shown && (
            <Button look="plain" icon="eye" isDisabled={isDisabled} onPress={() => onShow(at)}>
              {t.showState}
            </Button>
          )}
          {item.map((own) => (
            <PropertyRow key={own.path} label={props.itemName(own.path)} bindable={props.bindable(`${at}.${own.path}`)}>
              <PropertyInput
                key={at}
                field={own}
                label={props.itemName(own.path)}
                value={valueAt(row, own.path)}
                isMixed={false}
                isDisabled={isDisabled}
                choiceName={(name) => props.choiceName(own.path, name)}
                fault={(value) => props.fault(`${at}.${own.path}`, value)}
                onChange={(value) => props.onRow(`${at}.${own.path}`, value)}
              />
            </PropertyRow>
          ))}
        </fieldset>
      )}
    </div>
  )
}
