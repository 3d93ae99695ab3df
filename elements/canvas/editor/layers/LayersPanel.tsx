import { type KeyboardEvent, useEffect, useState } from 'react'
import { groupsAround } from '../../../../core/canvas/arrangement.ts'
import { useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { useEditor, useEditorState } from '../editor-context.ts'
import { LayerRow, type RowHandlers } from './LayerRow.tsx'
import { hideRow, lockRow, moveRow, renameRow } from './row-commands.ts'
import { rowKey } from './row-keys.ts'
import { controlKey, layerKey, type Row, rowsOf } from './rows.ts'
import { text } from './text.ts'
import { useRowDrag } from './use-row-drag.ts'
import { ROW_PX, useRowsInView } from './use-rows-in-view.ts'

/** Layers with what is on them: every control can be found, picked, named and moved here without a pointer. */
export function LayersPanel() {
  const t = useText(text)
  const { editor, isReadOnly } = useEditor()
  const document = useEditorState((state) => state.document)
  const selection = useEditorState((state) => state.selection)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [wanted, setWanted] = useState<string | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const drag = useRowDrag()
  const { box, onScroll, scrollTo, isInView } = useRowsInView()
  const rows = rowsOf(document, (key) => toggled.has(key))
  const chosen = new Set(selection)
  const active = Math.max(
    0,
    rows.findIndex(({ key }) => key === wanted),
  )

  const toggle = (key: string) => {
    const next = new Set(toggled)
    if (!next.delete(key)) next.add(key)
    setToggled(next)
  }
  // What is picked in the drawing is in sight here, with the groups around it open.
  const leading = selection.at(-1)
  const [followed, setFollowed] = useState(leading)
  if (leading !== followed) {
    setFollowed(leading)
    if (leading !== undefined) {
      const around = groupsAround(document, leading).map(({ control_id }) => controlKey(control_id))
      if (around.some((key) => !toggled.has(key))) setToggled(new Set([...toggled, ...around]))
      setWanted(controlKey(leading))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is picked elsewhere moves the list
  useEffect(() => scrollTo(rows.findIndex(({ key }) => key === wanted)), [leading])
  const focus = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    setWanted(row.key)
    scrollTo(rows.indexOf(row))
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(row.key)}"]`)?.focus())
  }
  const pick = (row: Row, adds: boolean) => {
    setWanted(row.key)
    if (row.is === 'layer') return
    const { control_id, parent } = row.control
    if (parent !== null) editor.selecting.enter(parent)
    const isPicked = chosen.has(control_id)
    editor.selecting.select(
      !adds ? [control_id] : isPicked ? selection.filter((id) => id !== control_id) : [...selection, control_id],
    )
  }
  const handlers: RowHandlers = {
    pick,
    toggle: ({ key }) => toggle(key),
    rename(row, name) {
      setRenaming(null)
      renameRow(editor, row, name)
    },
    startRenaming: (row) => !isReadOnly && setRenaming(row?.key ?? null),
    lock: (row) => lockRow(editor, row),
    hide: (row) => hideRow(editor, row),
    moveBy: (row, by) => moveRow(editor, row, by),
    remove: (layer_id) => editor.commands.removeLayer(layer_id),
    toLayer: (layer_id) => editor.commands.toLayer(layer_id),
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as Element).closest('input, button') || renaming !== null) return
    const remove = (row: Row) => row.is === 'control' && editor.commands.remove([row.control.control_id])
    const act = rowKey(event, rows, active, { ...handlers, focus, remove })
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  // The row that Tab leads to is always there.
  const shown = rows.map((row, index) => ({ row, index })).filter(({ index }) => isInView(index) || index === active)
  return (
    <div className="layers">
      <div
        ref={box}
        className="layers-list"
        role="tree"
        aria-label={t.tree}
        aria-multiselectable
        aria-description={t.help}
        onKeyDown={onKeyDown}
        onScroll={onScroll}
      >
        <div className="layers-room" role="presentation" style={{ height: rows.length * ROW_PX }}>
          {shown.map(({ row, index }) => (
            <LayerRow
              key={row.key}
              row={row}
              top={index * ROW_PX}
              place={index + 1}
              of={rows.length}
              isSelected={row.is === 'control' && chosen.has(row.control.control_id)}
              isActive={index === active}
              isRenaming={renaming === row.key}
              drop={drag.drop?.key === row.key ? (row.is === 'layer' ? 'into' : drag.drop.where) : undefined}
              layerCount={document.layers.length}
              layerAt={row.is === 'layer' ? document.layers.indexOf(row.layer) : -1}
              handlers={handlers}
              onDragStart={(event) => drag.onDragStart(event, row)}
              onDragOver={(event) => drag.onDragOver(event, row)}
              onDragEnd={drag.onDragEnd}
              onDrop={(event) => drag.onDrop(event, row)}
            />
          ))}
        </div>
      </div>
      {!isReadOnly && (
        <div className="layers-foot">
          <Button
            icon="plus"
            look="plain"
            onPress={() => {
              const id = editor.commands.addLayer(t.newName({ count: document.layers.length + 1 }))
              if (id !== null) setWanted(layerKey(id))
            }}
          >
            {t.add}
          </Button>
        </div>
      )}
    </div>
  )
}
