import { useMemo, useState } from 'react'
import { LAYOUT_WIDTHS, type LayoutItem, type LayoutName } from '../../../../core/contract/documents/dashboard.ts'
import { layoutItems } from '../../../../core/dashboard/layout.ts'
import { useElement, useSheet, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { Select } from '../../../kit/Select.tsx'
import { namesOf } from '../../controls/control-names.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { movedRow } from '../inspector/list-rows.ts'
import { usePanelSheets } from '../inspector/use-panel-sheets.ts'
import { usePreviewWidth } from '../preview/use-preview-width.ts'
import { LayoutRow } from './LayoutRow.tsx'
import sheet from './layouts.css?sheet'
import { text } from './text.ts'
import { wordsOf } from './words-of.ts'

const NAMES: readonly LayoutName[] = ['phone', 'tablet']

/** What phones and tablets show of a dashboard, in which order and how large. */
export default function LayoutsPanel() {
  usePanelSheets()
  useSheet(sheet)
  const t = useText(text)
  const { lang } = useElement()
  const { editor, isReadOnly, openDialog } = useEditor()
  const whole = useEditorState((state) => state.whole)
  const [name, choose] = useState<LayoutName>('phone')
  const [, setPreviewWidth] = usePreviewWidth()
  /** The row that would be dropped on, and the one that is dragged. */
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const [said, say] = useState('')
  const items = layoutItems(whole, name)
  const names = useMemo(() => wordsOf(whole, (kind) => namesOf(kind, lang).kind), [whole, lang])
  const nameOf = (item: LayoutItem | undefined) => names.get(item?.control_id ?? '') ?? ''
  const change = (at: number, part: Partial<LayoutItem>) => {
    const next = { ...items[at], ...part } as LayoutItem
    // What is not said is as it is drawn.
    const { span, height, ...rest } = next
    const item = { ...rest, ...(span !== undefined && { span }), ...(height !== undefined && { height }) }
    editor.commands.setLayout(name, items.with(at, item))
  }
  const move = (from: number, to: number) => {
    if (editor.commands.setLayout(name, movedRow(items, from, to)))
      say(t.moved({ name: nameOf(items[from]), place: to + 1, of: items.length }))
  }
  return (
    <div className="panel">
      <p className="panel-note layouts-why">{t.why}</p>
      <div className="layouts-head">
        <Select<LayoutName>
          label={t.page}
          isLabelHidden
          options={NAMES.map((id) => ({ id, label: t[id]({ width: LAYOUT_WIDTHS[id] }) }))}
          value={name}
          onChange={choose}
        />
        <Button
          icon="play"
          look="plain"
          onPress={() => {
            setPreviewWidth(name)
            openDialog('preview')
          }}
        >
          {t.preview}
        </Button>
      </div>
      {items.length === 0 && <EmptyState icon="columns" title={t.none} explanation={t.noneWhy} />}
      <ol className="layouts" aria-label={t.list}>
        {items.map((item, at) => (
          <LayoutRow
            key={item.control_id}
            item={item}
            name={nameOf(item)}
            layout={name}
            isDisabled={isReadOnly}
            drop={drag?.to === at && drag.from !== at ? (drag.from < at ? 'below' : 'above') : undefined}
            onChange={(part) => change(at, part)}
            onMove={(by) => move(at, at + by)}
            onDrag={() => setDrag({ from: at, to: at })}
            onDragOver={() => setDrag((before) => before && { ...before, to: at })}
            onDragEnd={() => setDrag(null)}
            onDrop={() => {
              if (drag) move(drag.from, at)
              setDrag(null)
            }}
          />
        ))}
      </ol>
      <div className="stage-said" role="status">
        {said}
      </div>
    </div>
  )
}
