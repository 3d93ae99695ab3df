import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { LayoutItem, LayoutName } from '../../../../core/contract/documents/dashboard.ts'
import { LAYOUT_COLUMNS } from '../../../../core/dashboard/layout.ts'
import { useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { Select } from '../../../kit/Select.tsx'
import { useEditor, useEditorState } from '../editor-context.ts'
import { NumberInput } from '../inspector/NumberInput.tsx'
import { text } from './text.ts'

interface LayoutRowProps {
  item: LayoutItem
  name: string
  layout: LayoutName
  isDisabled: boolean
  drop: 'above' | 'below' | undefined
  onChange: (part: Partial<LayoutItem>) => void
  onMove: (by: -1 | 1) => void
  onDrag: () => void
  onDragOver: () => void
  onDragEnd: () => void
  onDrop: () => void
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/** One component of a narrow page: its place, whether it is there, and its size. */
export function LayoutRow(props: LayoutRowProps) {
  const { item, layout, isDisabled, drop, onChange, onMove } = props
  const t = useText(text)
  const { showControl } = useEditor()
  const isSelected = useEditorState((state) => state.selection.includes(item.control_id))
  const handle = useRef<HTMLButtonElement>(null)
  const wasMoved = useRef(false)
  // Its row may have been put to its new place by the browser, which forgets the focus.
  useEffect(() => {
    if (wasMoved.current) handle.current?.focus()
    wasMoved.current = false
  })
  const { name } = props
  const columns = LAYOUT_COLUMNS[layout]
  const { span } = item
  const width = span === undefined ? 'auto' : span > columns / 2 ? 'full' : 'half'
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined || isDisabled) return
    event.preventDefault()
    wasMoved.current = true
    onMove(by)
  }
  return (
    <li
      className="layout-row"
      data-drop={drop}
      data-hidden={item.is_hidden || undefined}
      data-selected={isSelected || undefined}
      draggable={!isDisabled}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        props.onDrag()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        props.onDragOver()
      }}
      onDragEnd={props.onDragEnd}
      onDrop={(event) => {
        event.preventDefault()
        props.onDrop()
      }}
    >
      <button
        ref={handle}
        type="button"
        className="layout-handle"
        disabled={isDisabled}
        aria-label={t.move({ name })}
        title={t.moveHow}
        onKeyDown={onKeyDown}
      >
        <Icon name="menu" />
      </button>
      <button type="button" className="layout-name" title={name} onClick={() => showControl(item.control_id)}>
        {name}
      </button>
      <IconButton
        icon={item.is_hidden ? 'eye-off' : 'eye'}
        label={item.is_hidden ? t.show({ name }) : t.hide({ name })}
        isDisabled={isDisabled}
        onPress={() => onChange({ is_hidden: !item.is_hidden })}
      />
      {!item.is_hidden && (
        <div className="layout-size">
          <Select<'auto' | 'full' | 'half'>
            label={t.width({ name })}
            isLabelHidden
            isDisabled={isDisabled}
            options={[
              { id: 'auto', label: t.auto },
              { id: 'full', label: t.full },
              { id: 'half', label: t.half },
            ]}
            value={width}
            onChange={(id) => onChange({ span: { auto: undefined, full: columns, half: columns / 2 }[id] })}
          />
          <NumberInput
            label={t.height({ name })}
            isSmall
            isNullable
            min={16}
            max={4000}
            unit="px"
            placeholder={t.auto}
            value={item.height ?? null}
            isDisabled={isDisabled}
            onChange={(height) => onChange({ height: height ?? undefined })}
          />
        </div>
      )}
    </li>
  )
}
