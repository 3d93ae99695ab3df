import { type KeyboardEvent, useRef } from 'react'
import { shortcutName, shownKeys } from '../../../../core/canvas/keys.ts'
import { stepName } from '../../../../core/canvas/step-name.ts'
import type { ScreenLock } from '../../../../core/contract/screen.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { Menu } from '../../../kit/Menu.tsx'
import { MoreMenu } from '../../../kit/MoreMenu.tsx'
import { Tooltip } from '../../../kit/Tooltip.tsx'
import { isDraft } from '../drawn/drawn.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { ExportMenu } from '../panels.tsx'
import { SaveState } from '../saving/SaveState.tsx'
import type { SaveStatus } from '../saving/saver.ts'
import { ArrangeTools } from './ArrangeTools.tsx'
import { Publishing } from './Publishing.tsx'
import { ToolButton } from './ToolButton.tsx'
import { text } from './text.ts'

interface ToolbarProps {
  isNarrow: boolean
  status: SaveStatus
  present: readonly ScreenLock[]
  onSave: () => void
  onFind: () => void
  onClose: () => boolean
}

export function Toolbar({ isNarrow, status, present, onSave, onFind, onClose }: ToolbarProps) {
  const t = useText(text)
  const { isReadOnly, drawn, openDialog } = useEditor()
  const bar = useRef<HTMLDivElement>(null)
  const names = present.map(({ user_name }) => user_name).join(', ')
  return (
    <div
      ref={bar}
      className="editor-bar"
      role="toolbar"
      aria-label={t.toolbar}
      onKeyDown={(event) => moveAlong(event, bar.current)}
    >
      <IconButton icon="chevron-left" label={t.close} onPress={() => void onClose()} />
      <h2 className="editor-title" title={drawn.name}>
        {drawn.name}
      </h2>
      {!isNarrow && !isReadOnly && (
        <>
          <Tools />
          <ArrangeTools />
        </>
      )}
      <span className="bar-room" />
      {names !== '' && (
        <span className="bar-present" title={t.present({ names })}>
          <Icon name="user" />
          <span className="bar-present-names">{names}</span>
        </span>
      )}
      {!isNarrow && <StyleMenu />}
      <IconButton icon="search" label={`${t.find} (Ctrl+F)`} onPress={onFind} />
      <Tooltip text={`${t.preview} (Ctrl+Enter)`}>
        <Button icon="play" look="plain" onPress={() => openDialog('preview')}>
          {t.preview}
        </Button>
      </Tooltip>
      {!isNarrow && <ExportMenu />}
      <ViewMenu />
      <SaveState status={status} isDraft={isDraft(drawn)} isReadOnly={isReadOnly} onSave={onSave} />
      {drawn.is === 'screen' && <Publishing screen={drawn.screen} />}
    </div>
  )
}

/** One Tab stop would hide the tools from those who do not know; arrows lead along as well. */
function moveAlong(event: KeyboardEvent, bar: HTMLElement | null): void {
  if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
  const all = [...(bar?.querySelectorAll<HTMLElement>('button') ?? [])]
  const at = all.indexOf(event.target as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  all[(at + (event.key === 'ArrowRight' ? 1 : -1) + all.length) % all.length]?.focus()
}

function Tools() {
  const t = useText(text)
  const { lang } = useElement()
  const { editor } = useEditor()
  const tool = useEditorState((state) => state.tool)
  const undo = useEditorState((state) => state.undo)
  const redo = useEditorState((state) => state.redo)
  return (
    <>
      <div className="bar-group">
        <ToolButton
          glyph="select"
          label={shortcutName('selectTool', lang)}
          keys={shownKeys('selectTool')}
          isPressed={tool.name === 'select'}
          onPress={() => editor.use({ name: 'select' })}
        />
        <ToolButton
          glyph="pan"
          label={shortcutName('panTool', lang)}
          keys={shownKeys('panTool')}
          isPressed={tool.name === 'pan'}
          onPress={() => editor.use({ name: 'pan' })}
        />
      </div>
      <div className="bar-group">
        <ToolButton
          glyph="undo"
          label={undo ? t.undoStep({ step: stepName(undo, lang) }) : t.nothingToUndo}
          keys={shownKeys('undo')}
          isDisabled={!undo}
          onPress={() => editor.undo()}
        />
        <ToolButton
          glyph="redo"
          label={redo ? t.redoStep({ step: stepName(redo, lang) }) : t.nothingToRedo}
          keys={shownKeys('redo')}
          isDisabled={!redo}
          onPress={() => editor.redo()}
        />
        <HistoryMenu />
      </div>
    </>
  )
}

/** The last steps by name; choosing one takes back all that came after it. */
const SHOWN_STEPS = 20

function HistoryMenu() {
  const t = useText(text)
  const { lang } = useElement()
  const { editor } = useEditor()
  // The list is another one after each step.
  useEditorState((state) => state.undo)
  const steps = editor.steps()
  const back = (count: number) => {
    for (let done = 0; done < count; done += 1) editor.undo()
  }
  const recent = steps.slice(-SHOWN_STEPS).toReversed()
  return (
    <Menu
      label={t.history}
      placement="bottom start"
      entries={[
        ...recent.map((step, index) => ({
          id: String(index),
          label: stepName(step, lang),
          isChecked: index === 0,
          onAction: () => back(index),
        })),
        ...(steps.length <= SHOWN_STEPS
          ? [
              {
                id: 'opened',
                label: t.historyOpened,
                isChecked: steps.length === 0,
                onAction: () => back(steps.length),
              },
            ]
          : []),
      ]}
    >
      <IconButton icon="chevron-down" label={t.history} />
    </Menu>
  )
}

function StyleMenu() {
  const t = useText(text)
  const { editor, isReadOnly } = useEditor()
  const style = useEditorState((state) => state.document.style)
  const choice = (id: 'grey' | 'coloured', label: string) => ({
    id,
    label,
    isChecked: style === id,
    onAction: () => void editor.commands.setPage({ style: id }),
  })
  return (
    <Menu label={t.style} entries={[choice('grey', t.styleGrey), choice('coloured', t.styleColoured)]}>
      <Button icon="contrast" look="plain" isDisabled={isReadOnly}>
        {style === 'grey' ? t.grey : t.coloured}
      </Button>
    </Menu>
  )
}

function ViewMenu() {
  const t = useText(text)
  const { editor, drawn, isReadOnly, openDialog } = useEditor()
  // Snapping is no part of the state: the menu is made anew at each opening.
  const { grid, guides, objects } = editor.snapping()
  const snap = (id: 'grid' | 'guides' | 'objects', label: string, isOn: boolean) => ({
    id,
    label,
    isChecked: isOn,
    onAction: () => editor.setSnapping({ [id]: !isOn }),
  })
  return (
    <MoreMenu
      label={t.more}
      entries={[
        ...(isReadOnly
          ? []
          : ([
              snap('grid', t.snapGrid, grid),
              snap('guides', t.snapGuides, guides),
              snap('objects', t.snapObjects, objects),
              { id: 'clear', label: t.clearGuides, onAction: () => void editor.commands.clearGuides() },
              'line',
              { id: 'rebind', label: t.rebind, onAction: () => openDialog('rebind') },
              {
                id: 'import',
                label: drawn.is === 'screen' ? t.import : t.importFile,
                onAction: () => openDialog('import'),
              },
            ] as const)),
        { id: 'unresolved', label: t.unresolved, onAction: () => openDialog('unresolved') },
        { id: 'shortcuts', label: t.shortcuts, note: '?', onAction: () => openDialog('shortcuts') },
      ]}
    />
  )
}
