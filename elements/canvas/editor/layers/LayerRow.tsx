import { type DragEvent, useState } from 'react'
import { words } from '../../../../core/text/words.ts'
import { useElement, useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { Menu } from '../../../kit/Menu.tsx'
import { namesOf } from '../../controls/control-names.ts'
import { useEditor } from '../editor-context.ts'
import { kindGlyph } from '../palette/kind-glyphs.ts'
import { Glyph } from '../toolbar/Glyph.tsx'
import { GLYPHS } from '../toolbar/glyphs.ts'
import type { Row } from './rows.ts'
import { text } from './text.ts'

export interface RowHandlers {
  pick(row: Row, adds: boolean): void
  toggle(row: Row): void
  rename(row: Row, name: string): void
  startRenaming(row: Row | null): void
  lock(row: Row): unknown
  hide(row: Row): unknown
  /** 1: further to the front. */
  moveBy(row: Row, by: 1 | -1): void
  remove(layer_id: string): unknown
  toLayer(layer_id: string): unknown
}

interface LayerRowProps {
  row: Row
  /** px from the list's top. */
  top: number
  place: number
  of: number
  isSelected: boolean
  isActive: boolean
  isRenaming: boolean
  drop: 'above' | 'below' | 'into' | undefined
  layerCount: number
  layerAt: number
  handlers: RowHandlers
  onDragStart: (event: DragEvent) => void
  onDragOver: (event: DragEvent) => void
  onDragEnd: () => void
  onDrop: (event: DragEvent) => void
}

const INDENT_PX = 14

export function LayerRow(props: LayerRowProps) {
  const { row, top, place, of, isSelected, isActive, isRenaming, drop, handlers, layerCount, layerAt, ...drag } = props
  const t = useText(text)
  const { lang } = useElement()
  const { isReadOnly } = useEditor()
  const held = row.is === 'layer' ? row.layer : row.control
  const kind = row.is === 'control' ? namesOf(row.control.kind, lang).kind : ''
  const shown = row.is === 'layer' ? row.layer.name || t.main : row.control.name || kind
  const said = [
    row.is === 'layer' ? t.layerRow({ name: shown, count: row.count }) : t.controlRow({ name: shown, kind }),
    held.locked && t.locked,
    held.hidden && t.hidden,
  ]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it hears the keys
    <div
      className="layer-row"
      role="treeitem"
      data-key={row.key}
      data-is={row.is}
      data-hidden={held.hidden || undefined}
      data-drop={drop}
      aria-level={row.level}
      aria-posinset={place}
      aria-setsize={of}
      aria-selected={isSelected}
      aria-expanded={row.isOpen ?? undefined}
      aria-label={said.filter(Boolean).join(lang === 'zh' ? '，' : ', ')}
      tabIndex={isActive ? 0 : -1}
      draggable={!isReadOnly && row.is === 'control' && !isRenaming}
      style={{ top, paddingInlineStart: 4 + (row.level - 1) * INDENT_PX }}
      onClick={(event) => handlers.pick(row, event.shiftKey || event.ctrlKey || event.metaKey)}
      onDoubleClick={() => handlers.startRenaming(row)}
      {...drag}
    >
      <span
        className="layer-branch"
        aria-hidden
        onClick={(event) => {
          if (row.isOpen === null) return
          event.stopPropagation()
          handlers.toggle(row)
        }}
      >
        {row.isOpen !== null && <Icon name={row.isOpen ? 'chevron-down' : 'chevron-right'} size={12} />}
      </span>
      <Glyph path={row.is === 'layer' ? GLYPHS['group-node'] : kindGlyph(row.control.kind)} size={14} />
      {isRenaming ? (
        <NameInput
          name={row.is === 'layer' ? row.layer.name : row.control.name}
          placeholder={shown}
          onDone={(name) => (name === null ? handlers.startRenaming(null) : handlers.rename(row, name))}
          label={t.rename}
        />
      ) : (
        <span className="layer-name">{shown}</span>
      )}
      <Toggle
        isOn={held.locked}
        isShown={isActive}
        on="lock"
        label={held.locked ? t.unlock : t.lock}
        isDisabled={isReadOnly}
        onPress={() => handlers.lock(row)}
      />
      <Toggle
        isOn={held.hidden}
        isShown={isActive}
        on="hidden"
        label={held.hidden ? t.show : t.hide}
        isDisabled={isReadOnly}
        onPress={() => handlers.hide(row)}
      />
      {row.is === 'layer' && !isReadOnly && (
        <LayerMenu row={row} layerCount={layerCount} layerAt={layerAt} handlers={handlers} />
      )}
    </div>
  )
}

interface LayerMenuProps {
  row: Extract<Row, { is: 'layer' }>
  layerCount: number
  layerAt: number
  handlers: RowHandlers
}

function LayerMenu({ row, layerCount, layerAt, handlers }: LayerMenuProps) {
  const t = useText(text)
  const { more } = useText(words)
  const { layer_id } = row.layer
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps its presses from the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <span className="layer-menu" onClick={(event) => event.stopPropagation()}>
      <Menu
        label={row.layer.name || t.main}
        entries={[
          { id: 'rename', label: t.rename, note: 'F2', onAction: () => handlers.startRenaming(row) },
          { id: 'here', label: t.toLayer, onAction: () => void handlers.toLayer(layer_id) },
          { id: 'up', label: t.up, isDisabled: layerAt === layerCount - 1, onAction: () => handlers.moveBy(row, 1) },
          { id: 'down', label: t.down, isDisabled: layerAt === 0, onAction: () => handlers.moveBy(row, -1) },
          'line',
          {
            id: 'remove',
            label: t.remove,
            isDanger: true,
            isDisabled: layerCount === 1,
            onAction: () => void handlers.remove(layer_id),
          },
        ]}
      >
        <IconButton icon="more" label={more} />
      </Menu>
    </span>
  )
}

interface ToggleProps {
  isOn: boolean
  isShown: boolean
  on: 'lock' | 'hidden'
  label: string
  isDisabled: boolean
  onPress: () => void
}

/** Seen where it is on, and on the row that is pointed at; the keyboard has shortcuts. */
function Toggle({ isOn, isShown, on, label, isDisabled, onPress }: ToggleProps) {
  return (
    <button
      type="button"
      className="layer-toggle"
      data-on={isOn || undefined}
      data-shown={isShown || undefined}
      aria-label={label}
      title={label}
      tabIndex={-1}
      disabled={isDisabled}
      onClick={(event) => {
        event.stopPropagation()
        onPress()
      }}
    >
      {on === 'lock' ? (
        <Glyph path={isOn ? GLYPHS.lock : GLYPHS.unlock} size={14} />
      ) : (
        <Icon name={isOn ? 'eye-off' : 'eye'} />
      )}
    </button>
  )
}

interface NameInputProps {
  name: string
  placeholder: string
  label: string
  /** Null: it stays as it is. */
  onDone: (name: string | null) => void
}

export function NameInput({ name, placeholder, label, onDone }: NameInputProps) {
  const [draft, setDraft] = useState(name)
  return (
    <input
      className="layer-input"
      aria-label={label}
      value={draft}
      placeholder={placeholder}
      maxLength={64}
      // biome-ignore lint/a11y/noAutofocus: it was just opened to be typed in
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onClick={(event) => event.stopPropagation()}
      onBlur={() => onDone(draft)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') onDone(draft)
        if (event.key === 'Escape') onDone(null)
      }}
    />
  )
}
