import { useState } from 'react'
import { writeDocument } from '../../../../core/canvas/write-document.ts'
import type { Screen } from '../../../../core/contract/screen.ts'
import { attempt } from '../../../../core/stores/attempt.ts'
import { useConnection, useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { ConfirmDialog } from '../../../kit/Dialog.tsx'
import { Menu } from '../../../kit/Menu.tsx'
import { useEditor } from '../editor-context.ts'
import { NameInput } from '../layers/LayerRow.tsx'
import { Glyph } from '../toolbar/Glyph.tsx'
import { GLYPHS } from '../toolbar/glyphs.ts'
import { NewScreen } from './NewScreen.tsx'
import { text } from './text.ts'

/** The template's screens, like the sheets of a workbook. */
export function ScreenTabs({ screen, isNarrow }: { screen: Screen; isNarrow: boolean }) {
  const t = useText(text)
  const { screens, template, openScreen, reloadScreens } = useEditor()
  const [isAdding, setAdding] = useState(false)
  const shown = screens.length > 0 ? screens : [screen]
  const mayEdit = (template?.may_edit ?? true) && !isNarrow
  return (
    <nav className="screen-tabs" aria-label={t.screens}>
      <ul className="screen-list">
        {shown.map((one) => (
          <ScreenTab key={one.screen_id} one={one} isOpen={one.screen_id === screen.screen_id} mayEdit={mayEdit} />
        ))}
      </ul>
      {mayEdit && <IconButton icon="plus" label={t.add} onPress={() => setAdding(true)} />}
      {isAdding && (
        <NewScreen
          template_id={screen.template_id}
          onMade={({ screen_id }) => {
            reloadScreens()
            openScreen(screen_id)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </nav>
  )
}

interface ScreenTabProps {
  one: Screen
  isOpen: boolean
  mayEdit: boolean
}

function ScreenTab({ one, isOpen, mayEdit }: ScreenTabProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { editor, screens, openScreen, reloadScreens } = useEditor()
  const [isRenaming, setRenaming] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [isPending, setPending] = useState(false)
  const { screen_id, template_id, screen_name, variant, is_start } = one
  const alike = screens.filter((other) => other.variant === variant)
  const at = alike.findIndex((other) => other.screen_id === screen_id)

  const edit = async (change: { screen_name?: string; is_start?: true; sort?: number }) => {
    if (await attempt(api.screen.edit({ screen_id, ...change }, { raisesToast: true }))) reloadScreens()
  }
  async function copy() {
    // The open one as it is drawn now, saved or not.
    const document = isOpen
      ? writeDocument(editor.state().whole)
      : (await attempt(api.screen.open({ screen_id }, { raisesToast: true })))?.document
    if (document === undefined) return
    const name = t.copyName({ name: screen_name }).slice(0, 32)
    const made = await attempt(
      api.screen.create({ template_id, screen_name: name, variant, document }, { raisesToast: true }),
    )
    if (!made) return
    reloadScreens()
    openScreen(made.screen_id)
  }
  async function remove() {
    setPending(true)
    const removed = await attempt(api.screen.remove({ screen_id }, { raisesToast: true }))
    setPending(false)
    setRemoving(false)
    if (removed === null) return
    reloadScreens()
    const next = screens.find((other) => other.screen_id !== screen_id)
    if (isOpen && next) openScreen(next.screen_id)
  }

  return (
    <li className="screen-tab" data-open={isOpen || undefined}>
      {isRenaming ? (
        <NameInput
          name={screen_name}
          placeholder={screen_name}
          label={t.rename}
          onDone={(name) => {
            setRenaming(false)
            const next = name?.trim().slice(0, 32) ?? ''
            if (next !== '' && next !== screen_name) void edit({ screen_name: next })
          }}
        />
      ) : (
        <button
          type="button"
          className="screen-name"
          aria-current={isOpen ? 'page' : undefined}
          title={screen_name}
          onClick={() => !isOpen && openScreen(screen_id)}
          onDoubleClick={() => mayEdit && setRenaming(true)}
        >
          <Glyph path={GLYPHS[variant]} size={14} />
          <span className="screen-words">{screen_name}</span>
          {is_start && <span className="screen-start" role="img" aria-label={t.isStart} title={t.isStart} />}
        </button>
      )}
      {mayEdit && isOpen && !isRenaming && (
        <Menu
          label={t.menuOf({ name: screen_name })}
          placement="top end"
          entries={[
            { id: 'rename', label: t.rename, onAction: () => setRenaming(true) },
            { id: 'copy', label: t.copy, onAction: () => void copy() },
            { id: 'start', label: t.start, isDisabled: is_start, onAction: () => void edit({ is_start: true }) },
            { id: 'left', label: t.moveLeft, isDisabled: at <= 0, onAction: () => void edit({ sort: at - 1 }) },
            {
              id: 'right',
              label: t.moveRight,
              isDisabled: at === alike.length - 1,
              onAction: () => void edit({ sort: at + 1 }),
            },
            'line',
            {
              id: 'remove',
              label: t.remove,
              isDanger: true,
              isDisabled: screens.length < 2,
              onAction: () => setRemoving(true),
            },
          ]}
        >
          <IconButton icon="chevron-up" label={t.menuOf({ name: screen_name })} />
        </Menu>
      )}
      <ConfirmDialog
        title={t.removeTitle({ name: screen_name })}
        explanation={one.published_revision === null ? t.removeWhy : t.removePublished}
        confirmLabel={t.removeIt({ name: screen_name })}
        isDanger
        isOpen={isRemoving}
        isPending={isPending}
        onConfirm={() => void remove()}
        onClose={() => setRemoving(false)}
      />
    </li>
  )
}
