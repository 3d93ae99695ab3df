import { shortcutName } from '../../../../core/canvas/keys.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { Menu } from '../../../kit/Menu.tsx'
import { useEditor, useEditorState } from '../editor-context.ts'
import { text } from './text.ts'

const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5, 2, 4]
const shown = (zoom: number) => `${Math.round(zoom * 100)}%`

/** How much there is and how large it is seen. */
export function ZoomBar() {
  const t = useText(text)
  const { lang } = useElement()
  const { editor } = useEditor()
  const zoom = useEditorState((state) => state.view.zoom)
  const selection = useEditorState((state) => state.selection)
  const controls = useEditorState((state) => state.document.controls)
  return (
    <div className="zoom-bar">
      <span className="zoom-count">
        {selection.length > 0 ? t.chosen({ count: selection.length }) : t.counted({ count: controls.length })}
      </span>
      <IconButton icon="minus" label={shortcutName('zoomOut', lang)} onPress={() => editor.viewing.zoomOut()} />
      <Menu
        label={t.zoom}
        placement="top end"
        entries={[
          { id: 'fit', label: t.fit, note: 'Alt+1', onAction: () => editor.viewing.fit() },
          {
            id: 'selection',
            label: t.selection,
            note: 'Alt+2',
            isDisabled: selection.length === 0,
            onAction: () => editor.viewing.toSelection(),
          },
          'line',
          ...ZOOMS.map((at) => ({ id: String(at), label: shown(at), onAction: () => editor.viewing.zoomTo(at) })),
        ]}
      >
        <Button look="plain">{shown(zoom)}</Button>
      </Menu>
      <IconButton icon="plus" label={shortcutName('zoomIn', lang)} onPress={() => editor.viewing.zoomIn()} />
    </div>
  )
}
