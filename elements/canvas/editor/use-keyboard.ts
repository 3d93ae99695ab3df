import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Editor } from '../../../core/canvas/editor-api.ts'
import { SHORTCUTS } from '../../../core/canvas/keys.ts'
import { useElement } from '../../define/index.ts'
import { keepCopied } from './stage/clip.ts'

interface KeyboardHandlers {
  readonly editor: Editor
  readonly isReadOnly: boolean
  readonly board: () => HTMLElement | null
  save(): void
  find(): void
  preview(): void
  showShortcuts(): void
  pasted(problem: 'foreign' | 'newer' | 'too-many' | null): void
}

const KEPT_GROUPS = ['view', 'selectGroup', 'pointer']
const VIEW_KEYS = new Set(
  SHORTCUTS.filter(({ group }) => KEPT_GROUPS.includes(group)).flatMap(({ keys }) =>
    keys.map((key) => key.toLowerCase()),
  ),
)

const isTextField = (target: Element): boolean =>
  target.closest('input, textarea, select, [contenteditable=""], [contenteditable="true"]') !== null

const pressedKeys = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string =>
  [(ctrlKey || metaKey) && 'ctrl', altKey && 'alt', shiftKey && 'shift', key.toLowerCase()].filter(Boolean).join('+')

/** Keys and the clipboard belong to the editor while the focus is in it, and to the page around it otherwise. */
export function useKeyboard(frame: RefObject<HTMLElement | null>, handlers: KeyboardHandlers): void {
  const { root } = useElement()

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    const { editor, isReadOnly } = handlers
    if (event.defaultPrevented || event.isComposing || target.closest('[role=menu], [role=dialog], [role=listbox]'))
      return
    const isCtrl = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const handled = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (isCtrl && !event.altKey && key === 's') {
      handled()
      return handlers.save()
    }
    if (isCtrl && !event.altKey && !event.shiftKey && key === 'f') {
      handled()
      return handlers.find()
    }
    // One press from wherever one is: by Tab it is behind all tools and panels.
    if (isCtrl && !event.altKey && !event.shiftKey && key === 'enter') {
      handled()
      return handlers.preview()
    }
    if (isTextField(target)) return
    if (event.key === '?') {
      handled()
      return handlers.showShortcuts()
    }
    // The clipboard has events of its own.
    if (isCtrl && !event.altKey && ['c', 'x', 'v'].includes(key)) return
    const isOnBoard = target === handlers.board()
    const isCommand = isCtrl || event.altKey || key === 'delete'
    if (!isOnBoard && (!isCommand || target.closest('[role=tree]') !== null)) return
    if (isReadOnly && !VIEW_KEYS.has(pressedKeys(event))) return
    if (editor.key({ key: event.key, ctrl: isCtrl, shift: event.shiftKey, alt: event.altKey })) handled()
  })
  const onKeyUp = useEffectEvent((event: KeyboardEvent) => {
    handlers.editor.keyUp({
      key: event.key,
      ctrl: event.ctrlKey || event.metaKey,
      shift: event.shiftKey,
      alt: event.altKey,
    })
  })
  const onClipboard = useEffectEvent((event: ClipboardEvent) => {
    const active = root.activeElement
    if (event.defaultPrevented || !active || !frame.current?.contains(active) || isTextField(active)) return
    const { editor, isReadOnly } = handlers
    const transfer = event.clipboardData
    if (!transfer) return
    if (event.type === 'paste') {
      if (isReadOnly) return
      const { pasted, problem } = editor.commands.paste(transfer.getData('text/plain'))
      // Foreign content is left to the page, which may know it.
      if (problem !== 'foreign') event.preventDefault()
      if (pasted === 0) handlers.pasted(problem)
      return
    }
    const text = event.type === 'cut' && !isReadOnly ? editor.commands.cut() : editor.commands.copy()
    if (text === null) return
    transfer.setData('text/plain', text)
    keepCopied(text)
    event.preventDefault()
  })

  useEffect(() => {
    const box = frame.current
    if (!box) return
    const off = new AbortController()
    const { signal } = off
    box.addEventListener('keydown', (event) => onKeyDown(event), { signal })
    box.addEventListener('keyup', (event) => onKeyUp(event), { signal })
    // Without a selection of text, browsers send these to the page's body.
    const page = box.ownerDocument
    for (const type of ['copy', 'cut', 'paste'] as const)
      page.addEventListener(type, (event) => onClipboard(event), { signal })
    return () => off.abort()
  }, [frame])
}
