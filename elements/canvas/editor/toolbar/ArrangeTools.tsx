import { useEffect, useState } from 'react'
import { shortcutName, shownKeys } from '../../../../core/canvas/keys.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Menu, type MenuEntry } from '../../../kit/Menu.tsx'
import { useEditor, useEditorState } from '../editor-context.ts'
import type { GlyphName } from './glyphs.ts'
import { ToolButton } from './ToolButton.tsx'
import { text } from './text.ts'

type Word = Parameters<typeof shortcutName>[0] & Parameters<typeof shownKeys>[0]

/** What is done with what is selected. */
export function ArrangeTools() {
  const t = useText(text)
  const { lang } = useElement()
  const { editor } = useEditor()
  const { commands } = editor
  const selection = useEditorState((state) => state.selection)
  const document = useEditorState((state) => state.document)
  const count = selection.length
  const chosen = selection.map((id) => editor.control(id)).filter((control) => control !== undefined)
  const isGroup = chosen.some(({ kind, props }) => kind === 'group' && typeof props.symbol !== 'string')
  const isSymbol = chosen.some(({ kind, props }) => kind === 'group' && typeof props.symbol === 'string')
  const areLocked = chosen.length > 0 && chosen.every(({ locked }) => locked)
  const named = (word: Word) => ({ label: shortcutName(word, lang), note: shownKeys(word) })
  const tool = (glyph: GlyphName, word: Word, isDisabled: boolean, onPress: () => void) => (
    <ToolButton
      glyph={glyph}
      label={shortcutName(word, lang)}
      keys={shownKeys(word)}
      isDisabled={isDisabled}
      onPress={onPress}
    />
  )
  const entry = (
    id: string,
    said: { label: string; note?: string },
    isDisabled: boolean,
    onAction: () => void,
  ): MenuEntry => ({
    id,
    ...said,
    isDisabled,
    onAction,
  })
  const one = count < 1
  const two = count < 2
  const three = count < 3
  return (
    <>
      <div className="bar-group">
        {tool('align-left', 'alignLeft', one, () => commands.align('left'))}
        {tool('align-centre', 'alignCentre', one, () => commands.align('centre'))}
        {tool('align-right', 'alignRight', one, () => commands.align('right'))}
        {tool('align-top', 'alignTop', one, () => commands.align('top'))}
        {tool('align-middle', 'alignMiddle', one, () => commands.align('middle'))}
        {tool('align-bottom', 'alignBottom', one, () => commands.align('bottom'))}
        <ToolButton
          glyph="distribute-x"
          label={t.distributeX}
          isDisabled={three}
          onPress={() => commands.distribute('x')}
        />
        <ToolButton
          glyph="distribute-y"
          label={t.distributeY}
          isDisabled={three}
          onPress={() => commands.distribute('y')}
        />
      </div>
      <div className="bar-group">
        {tool('group', 'group', two, () => commands.group())}
        {tool('ungroup', 'ungroup', !isGroup, () => commands.ungroup())}
        {tool('front', 'front', one, () => commands.order('front'))}
        {tool('back', 'back', one, () => commands.order('back'))}
        <ToolButton
          glyph={areLocked ? 'unlock' : 'lock'}
          label={areLocked ? t.unlock : shortcutName('lock', lang)}
          keys={shownKeys('lock')}
          isDisabled={one}
          onPress={() => commands.lock(!areLocked)}
        />
        <Painter />
      </div>
      <Menu
        label={t.arrange}
        placement="bottom start"
        entries={[
          entry('forward', named('forward'), one, () => commands.order('forward')),
          entry('backward', named('backward'), one, () => commands.order('backward')),
          'line',
          entry('width', { label: t.sameWidth }, two, () => commands.sameSize('width')),
          entry('height', { label: t.sameHeight }, two, () => commands.sameSize('height')),
          entry('size', { label: t.sameSize }, two, () => commands.sameSize('size')),
          'line',
          entry('flip-x', { label: t.flipX }, one, () => commands.flip('x')),
          entry('flip-y', { label: t.flipY }, one, () => commands.flip('y')),
          entry('turn', { label: t.turnRight }, one, () => commands.turnBy(90)),
          'line',
          entry('hide', named('hide'), one, () => commands.hide(true)),
          entry('symbol', { label: t.makeSymbol }, one || isSymbol, () =>
            commands.makeSymbol(t.symbolName({ count: Object.keys(document.symbols).length + 1 })),
          ),
          entry('detach', { label: t.detach }, !isSymbol, () => commands.detachSymbol()),
        ]}
      >
        <Button look="plain">{t.arrange}</Button>
      </Menu>
    </>
  )
}

/** Takes the look of what is selected and puts it on what is selected next. */
function Painter() {
  const t = useText(text)
  const { editor } = useEditor()
  const [from, setFrom] = useState<string | null>(null)
  const selection = useEditorState((state) => state.selection)
  const leading = selection.at(-1)
  useEffect(() => {
    if (from === null || selection.includes(from)) return
    setFrom(null)
    if (selection.length > 0) editor.commands.copyLook(from, selection)
  }, [editor, from, selection])
  return (
    <ToolButton
      glyph="painter"
      label={from === null ? t.painter : t.painterOn}
      isPressed={from !== null}
      isDisabled={leading === undefined}
      onPress={() => setFrom(from === null ? (leading ?? null) : null)}
    />
  )
}
