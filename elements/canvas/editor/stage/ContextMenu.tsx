import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { boundsOf, type Spot } from '../../../../core/canvas/geometry.ts'
import { shortcutName, shownKeys } from '../../../../core/canvas/keys.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Menu, type MenuEntry } from '../../../kit/Menu.tsx'
import { KINDS } from '../../controls/kinds.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { putInClipboard, takeFromClipboard } from './clip.ts'
import { spotIn } from './pointers.ts'
import { text } from './text.ts'

type Word = Parameters<typeof shortcutName>[0] & Parameters<typeof shownKeys>[0]

/** What can be done with what the pointer is at; the menu key opens it at what is selected. */
export function ContextMenu({ host, onDone }: { host: RefObject<HTMLElement | null>; onDone: () => void }) {
  const t = useText(text)
  const { lang } = useElement()
  const { editor, isReadOnly, openPanel } = useEditor()
  const { commands } = editor
  const place = useRef<HTMLSpanElement>(null)
  const isByKey = useRef(false)
  const [at, setAt] = useState<Spot>({ x: 0, y: 0 })
  const [openings, setOpenings] = useState(0)
  const selection = useEditorState((state) => state.selection)

  const onMenu = useEffectEvent((event: MouseEvent) => {
    event.preventDefault()
    if (editor.state().gesture !== null || editor.state().tool.name !== 'select') return
    const frame = editor.frame()
    if (isByKey.current && frame) {
      const { x, y, width, height } = boundsOf(frame)
      setAt(editor.viewing.toView({ x: x + width / 2, y: y + height / 2 }))
    } else if (host.current) setAt(spotIn(host.current, event))
    setOpenings((count) => count + 1)
  })
  useEffect(() => {
    const box = host.current
    if (!box) return
    const off = new AbortController()
    const { signal } = off
    // Of the menu key, browsers report a pointer in the middle of what has the focus.
    const by = (isKey: boolean) => () => {
      isByKey.current = isKey
    }
    box.addEventListener('keydown', by(true), { signal })
    box.addEventListener('pointerdown', by(false), { signal })
    box.addEventListener('contextmenu', (event) => onMenu(event), { signal })
    return () => off.abort()
  }, [host])
  // The menu stands at its button: that has to be in its place first.
  useEffect(() => {
    if (openings > 0) place.current?.querySelector('button')?.click()
  }, [openings])

  const chosen = selection.map((id) => editor.control(id)).filter((control) => control !== undefined)
  const isGroup = chosen.some(({ kind, props }) => kind === 'group' && typeof props.symbol !== 'string')
  const symbol = chosen.length === 1 && chosen[0]?.kind === 'group' ? chosen[0].props.symbol : undefined
  const areLocked = chosen.length > 0 && chosen.every(({ locked }) => locked)
  const kind = chosen.length === 1 ? KINDS.get(chosen[0]?.kind ?? '') : undefined
  const [bindable] = kind?.bindable ?? []
  const none = chosen.length === 0
  const entry = (word: Word, isDisabled: boolean, act: () => unknown, label = shortcutName(word, lang)): MenuEntry => ({
    id: word,
    label,
    note: shownKeys(word),
    isDisabled,
    onAction() {
      act()
      onDone()
    },
  })
  const paste = async () => {
    const spot = editor.viewing.toDocument(at)
    commands.paste(await takeFromClipboard(), spot)
  }
  const put = (copied: string | null) => {
    if (copied !== null && host.current) putInClipboard(copied, host.current.ownerDocument)
  }
  const entries: (MenuEntry | 'line')[] = isReadOnly
    ? [entry('copy', none, () => put(commands.copy()))]
    : [
        entry('cut', none, () => put(commands.cut())),
        entry('copy', none, () => put(commands.copy())),
        entry('paste', false, () => void paste()),
        entry('duplicate', none, () => commands.duplicate()),
        { ...entry('remove', none, () => commands.remove()), isDanger: true },
        'line',
        ...(isGroup ? [entry('ungroup', false, () => commands.ungroup())] : []),
        ...(chosen.length > 1 ? [entry('group', false, () => commands.group())] : []),
        entry('front', none, () => commands.order('front')),
        entry('forward', none, () => commands.order('forward')),
        entry('backward', none, () => commands.order('backward')),
        entry('back', none, () => commands.order('back')),
        'line',
        entry('lock', none, () => commands.lock(!areLocked), areLocked ? t.unlock : t.lock),
        entry('hide', none, () => commands.hide(true), t.hide),
        ...(typeof symbol === 'string'
          ? [{ id: 'symbol', label: t.editSymbol, onAction: () => void commands.editSymbol(symbol) }]
          : []),
        ...(bindable === undefined
          ? []
          : ([
              'line',
              {
                id: 'bind',
                label: t.bind,
                onAction: () => (kind?.pointList ? openPanel('properties') : openPanel('bindings', bindable)),
              },
            ] as const)),
      ]
  return (
    <span ref={place} className="stage-menu" style={{ left: at.x, top: at.y }} inert>
      <Menu label={t.menu} placement="bottom start" entries={entries}>
        <Button look="plain">{t.menu}</Button>
      </Menu>
    </span>
  )
}
