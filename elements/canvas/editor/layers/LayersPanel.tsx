import { type DragEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { controlOf, groupsAround } from '../../../../core/canvas/arrangement.ts'
import type { Control } from '../../../../core/contract/documents/screen.ts'
import { useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { useEditor, useEditorState } from '../editor-context.ts'
import { LayerRow, type RowHandlers } from './LayerRow.tsx'
import { controlKey, layerKey, placeBeside, type Row, rowsOf } from './rows.ts'
import { text } from './text.ts'

/** px; the sheet says the same. */
const ROW_PX = 28
const AROUND = 6

/** Layers with what is on them: every control can be found, picked, named and moved here without a pointer. */
export function LayersPanel() {
  const t = useText(text)
  const { editor, isReadOnly } = useEditor()
  const document = useEditorState((state) => state.document)
  const selection = useEditorState((state) => state.selection)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [wanted, setWanted] = useState<string | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [drop, setDrop] = useState<{ key: string; where: 'above' | 'below' } | null>(null)
  const [seen, setSeen] = useState({ top: 0, height: 600 })
  const box = useRef<HTMLDivElement>(null)
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
  const scrollTo = (index: number) => {
    const scroller = box.current
    if (!scroller || index < 0) return
    const top = index * ROW_PX
    if (top < scroller.scrollTop) scroller.scrollTop = top
    else if (top + ROW_PX > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + ROW_PX - scroller.clientHeight
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is picked elsewhere moves the list
  useEffect(() => scrollTo(rows.findIndex(({ key }) => key === wanted)), [leading])
  useLayoutEffect(() => {
    const scroller = box.current
    if (!scroller) return
    const look = () => setSeen({ top: scroller.scrollTop, height: scroller.clientHeight })
    const sizes = new ResizeObserver(look)
    sizes.observe(scroller)
    look()
    return () => sizes.disconnect()
  }, [])

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
  const rename = (row: Row, name: string) => {
    setRenaming(null)
    if (row.is === 'layer') editor.commands.setLayer(row.layer.layer_id, { name: name.slice(0, 32) })
    else editor.commands.set('name', name.slice(0, 64), [row.control.control_id])
  }
  const moveBy = (row: Row, by: 1 | -1) => {
    if (row.is === 'layer') {
      const at = document.layers.indexOf(row.layer)
      editor.commands.moveLayer(row.layer.layer_id, at + by)
    } else {
      editor.selecting.select([row.control.control_id])
      editor.commands.order(by === 1 ? 'forward' : 'backward')
    }
  }
  const handlers: RowHandlers = {
    pick,
    toggle: ({ key }) => toggle(key),
    rename,
    startRenaming: (row) => !isReadOnly && setRenaming(row?.key ?? null),
    lock: (row) =>
      row.is === 'layer'
        ? editor.commands.setLayer(row.layer.layer_id, { locked: !row.layer.locked })
        : editor.commands.lock(!row.control.locked, [row.control.control_id]),
    hide: (row) =>
      row.is === 'layer'
        ? editor.commands.setLayer(row.layer.layer_id, { hidden: !row.layer.hidden })
        : editor.commands.hide(!row.control.hidden, [row.control.control_id]),
    moveBy,
    remove: (layer_id) => editor.commands.removeLayer(layer_id),
    toLayer: (layer_id) => editor.commands.toLayer(layer_id),
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as Element).closest('input, button') || renaming !== null) return
    const row = rows[active]
    if (!row) return
    const handled = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    const isCtrl = ctrlKey || metaKey
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      handled()
      return moveBy(row, key === 'ArrowUp' ? 1 : -1)
    }
    if (isCtrl && key.toLowerCase() === 'l') {
      handled()
      return void handlers.lock(row)
    }
    if (isCtrl && shiftKey && key.toLowerCase() === 'h') {
      handled()
      return void handlers.hide(row)
    }
    if (isCtrl || altKey) return
    const isBranch = row.is === 'layer' || row.isOpen !== null
    const steps = new Map<string, () => void>([
      ['ArrowDown', () => focus(active + 1)],
      ['ArrowUp', () => focus(active - 1)],
      ['Home', () => focus(0)],
      ['End', () => focus(rows.length - 1)],
      ['PageDown', () => focus(active + 10)],
      ['PageUp', () => focus(active - 10)],
      ['ArrowRight', () => (isBranch && !row.isOpen ? toggle(row.key) : focus(active + 1))],
      ['ArrowLeft', () => (isBranch && row.isOpen ? toggle(row.key) : focus(aboveOf(rows, active)))],
      ['Enter', () => pick(row, false)],
      [' ', () => pick(row, true)],
      ['F2', () => handlers.startRenaming(row)],
      ['Delete', () => row.is === 'control' && editor.commands.remove([row.control.control_id])],
    ])
    const step = steps.get(key)
    if (!step) return
    handled()
    step()
  }

  const onDragOver = (event: DragEvent, row: Row) => {
    if (!event.dataTransfer.types.includes(ROW_DROP)) return
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    setDrop({ key: row.key, where: event.clientY < top + height / 2 ? 'above' : 'below' })
  }
  const onDrop = (event: DragEvent, row: Row) => {
    const id = event.dataTransfer.getData(ROW_DROP)
    const where = drop?.where ?? 'below'
    setDrop(null)
    if (!id) return
    event.preventDefault()
    const moved = selection.includes(id) ? selection : [id]
    if (row.is === 'layer') return void editor.commands.toLayer(row.layer.layer_id, moved)
    const before = placeBeside(document, row.control, where, moved)
    const layer_id = (controlOf(document, id) as Control | undefined)?.layer_id
    editor.together({ key: 'stepOrdered', count: moved.length }, () => {
      if (layer_id !== row.control.layer_id) editor.commands.toLayer(row.control.layer_id, moved)
      editor.commands.orderBefore(moved, before)
    })
  }

  const first = Math.max(0, Math.floor(seen.top / ROW_PX) - AROUND)
  const last = Math.min(rows.length, Math.ceil((seen.top + seen.height) / ROW_PX) + AROUND)
  // The row that Tab leads to is always there.
  const shown = rows
    .map((row, index) => ({ row, index }))
    .filter(({ index }) => (index >= first && index < last) || index === active)
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
        onScroll={(event) => setSeen({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
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
              drop={drop?.key === row.key ? (row.is === 'layer' ? 'into' : drop.where) : undefined}
              layerCount={document.layers.length}
              layerAt={row.is === 'layer' ? document.layers.indexOf(row.layer) : -1}
              handlers={handlers}
              onDragStart={(event) =>
                row.is === 'control' && event.dataTransfer.setData(ROW_DROP, row.control.control_id)
              }
              onDragOver={(event) => onDragOver(event, row)}
              onDragEnd={() => setDrop(null)}
              onDrop={(event) => onDrop(event, row)}
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

const ROW_DROP = 'application/x-sightglass-row'

/** The row that holds another one. */
function aboveOf(rows: readonly Row[], at: number): number {
  const level = rows[at]?.level ?? 1
  const above = rows.slice(0, at).findLastIndex((row) => row.level < level)
  return above < 0 ? at : above
}
