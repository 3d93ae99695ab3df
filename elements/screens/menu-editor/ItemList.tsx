import { useLayoutEffect, useRef, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { MenuTargetFound } from '../../../core/contract/custom-menu.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Select } from '../../kit/Select.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { useUndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import { ItemDialog } from './ItemDialog.tsx'
import { ItemRow } from './ItemRow.tsx'
import {
  blankItem,
  type Draft,
  type Item,
  type Known,
  placed,
  type Row,
  rowsOf,
  type Spot,
  spotOf,
  stepped,
  type Wrong,
  without,
} from './menu-draft.ts'
import { text } from './text.ts'
import { useItemDrag } from './use-item-drag.ts'

interface ItemListProps {
  draft: Draft
  known: Known
  wrong: Wrong
  onChange: (part: Partial<Draft>) => void
  onTarget: (kind: 'dashboards' | 'screens', found: MenuTargetFound) => void
}

export function ItemList({ draft, known, wrong, onChange, onTarget }: ItemListProps) {
  const t = useText(text)
  const { items } = draft
  const rows = rowsOf(items)
  const editing = useDialog<{ item: Item; isNew: boolean }>()
  const { toastProps, done } = useUndoToasts()
  const list = useRef<HTMLUListElement>(null)
  /** The button that was pressed, which stands elsewhere afterwards. */
  const moved = useRef<{ item_id: string; by: -1 | 1 } | null>(null)
  const [said, setSaid] = useState('')
  const now = useRef(items)
  now.current = items

  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is another place of the button
  useLayoutEffect(() => {
    const { item_id, by } = moved.current ?? {}
    moved.current = null
    if (!item_id) return
    const row = list.current?.querySelector(`[data-item="${item_id}"]`)
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('.menu-item-moves button') ?? [])]
    const wanted = by === -1 ? buttons[0] : buttons[1]
    const button = wanted?.disabled ? buttons.find(({ disabled }) => !disabled) : wanted
    button?.focus()
  }, [items])

  const put = (item: Item, spot: Spot) => {
    const next = placed(items, item, spot)
    onChange({ items: next })
    const row = rowsOf(next).find((one) => one.item.item_id === item.item_id)
    if (!row) return
    const place = { name: item.item_name, at: row.at + 1, of: row.of }
    setSaid(row.group ? t.movedIn({ ...place, group: row.group.item_name }) : t.moved(place))
  }
  const step = (row: Row, by: -1 | 1) => {
    const spot = stepped(items, row, by)
    if (!spot) return
    moved.current = { item_id: row.item.item_id, by }
    put(row.item, spot)
  }
  const remove = ({ item }: Row) => {
    const spot = spotOf(items, item.item_id)
    onChange({ items: without(items, item.item_id) })
    done(t.removed({ name: item.item_name }), () => onChange({ items: placed(now.current, item, spot) }))
  }
  const clear = () => {
    const before = items
    onChange({ items: [] })
    done(t.cleared, () => onChange({ items: before }))
  }
  const drag = useItemDrag(rows, put)
  const isFull = rows.length >= LIMITS.menuItems
  return (
    <fieldset className="menu-part">
      <legend>{t.items}</legend>
      <Select<Draft['place']>
        label={t.place}
        options={[
          { id: 'above', label: t.above },
          { id: 'below', label: t.below },
        ]}
        value={draft.place}
        onChange={(place) => onChange({ place })}
      />
      {rows.length === 0 && <EmptyState icon="list" title={t.noItems} explanation={t.noItemsWhy} />}
      {rows.length > 0 && (
        <ul ref={list} className="menu-items" aria-label={t.items}>
          {rows.map((row) => (
            <ItemRow
              key={row.item.item_id}
              row={row}
              known={known}
              wrong={wrong[row.field]}
              drop={drag.dropAt(row)}
              isDragged={drag.dragged === row.item.item_id}
              mayStep={{ up: stepped(items, row, -1) !== null, down: stepped(items, row, 1) !== null }}
              onStep={(by) => step(row, by)}
              onEdit={() => editing.open({ item: row.item, isNew: false })}
              onRemove={() => remove(row)}
              {...drag.handlersOf(row)}
            />
          ))}
        </ul>
      )}
      {wrong.items && (
        <p className="menu-wrong" role="alert">
          {wrong.items}
        </p>
      )}
      <div className="menu-adds">
        <Button icon="plus" isDisabled={isFull} onPress={() => editing.open({ item: blankItem('page'), isNew: true })}>
          {t.addItem}
        </Button>
        <Button
          icon="folder"
          isDisabled={isFull}
          onPress={() => editing.open({ item: blankItem('group'), isNew: true })}
        >
          {t.addGroup}
        </Button>
        {rows.length > 0 && (
          <Button look="plain" icon="trash" onPress={clear}>
            {t.clear}
          </Button>
        )}
        {isFull && <span className="menu-quiet">{t.full({ count: LIMITS.menuItems })}</span>}
      </div>
      <p className="sg-hidden-visually" role="status">
        {said}
      </p>
      {editing.dialogState && (
        <ItemDialog
          key={editing.round}
          item={editing.dialogState.item}
          isNew={editing.dialogState.isNew}
          items={items}
          known={known}
          isOpen={editing.isOpen}
          onTarget={onTarget}
          onClose={editing.close}
          onDone={(item, group) => {
            const { item_id } = item
            const spot = spotOf(items, item_id)
            const isSame = !editing.dialogState?.isNew && spot.group === group
            put(item, isSame ? spot : { group, before: null })
            editing.close()
          }}
        />
      )}
      <Toasts {...toastProps} />
    </fieldset>
  )
}
