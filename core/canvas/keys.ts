import { defineText, type Lang, translate } from '../text/define-text.ts'
import type { Editor, KeyPress } from './editor-api.ts'
import type { Spot } from './geometry.ts'

const keyText = defineText({
  edit: ['编辑', 'Edit'],
  selectGroup: ['选择', 'Select'],
  arrange: ['排列', 'Arrange'],
  view: ['视图', 'View'],
  pointer: ['鼠标', 'Pointer'],

  save: ['保存', 'Save'],
  undo: ['撤销', 'Undo'],
  redo: ['重做', 'Redo'],
  copy: ['复制', 'Copy'],
  cut: ['剪切', 'Cut'],
  paste: ['粘贴', 'Paste'],
  duplicate: ['原地复制', 'Duplicate'],
  remove: ['删除', 'Delete'],
  selectAll: ['全选', 'Select all'],
  invert: ['反选', 'Invert the selection'],
  next: ['选择下一个控件', 'Select the next control'],
  previous: ['选择上一个控件', 'Select the previous control'],
  enter: ['进入组合', 'Enter the group'],
  leave: ['取消操作、退出组合、取消选择', 'Cancel, leave the group, deselect'],
  nudge: ['移动 1 像素', 'Move by 1 px'],
  nudgeFar: ['移动 10 像素', 'Move by 10 px'],
  group: ['组合', 'Group'],
  ungroup: ['取消组合', 'Ungroup'],
  front: ['置于顶层', 'Bring to front'],
  back: ['置于底层', 'Send to back'],
  forward: ['上移一层', 'Bring forward'],
  backward: ['下移一层', 'Send backward'],
  lock: ['锁定或解锁', 'Lock or unlock'],
  hide: ['隐藏或显示', 'Hide or show'],
  alignLeft: ['左对齐', 'Align left'],
  alignCentre: ['水平居中', 'Align centres'],
  alignRight: ['右对齐', 'Align right'],
  alignTop: ['顶端对齐', 'Align top'],
  alignMiddle: ['垂直居中', 'Align middles'],
  alignBottom: ['底端对齐', 'Align bottom'],
  preview: ['预览', 'Preview'],
  findControl: ['查找控件', 'Find a control'],
  zoomIn: ['放大', 'Zoom in'],
  zoomOut: ['缩小', 'Zoom out'],
  actualSize: ['实际大小', 'Actual size'],
  fit: ['适应窗口', 'Fit the page'],
  toSelection: ['缩放到所选控件', 'Zoom to the selection'],
  selectTool: ['选择工具', 'Select tool'],
  panTool: ['平移工具', 'Pan tool'],

  panHeld: ['按住平移', 'Hold to pan'],
  wheelZoom: ['在指针处缩放', 'Zoom at the pointer'],
  dragCopy: ['拖动时复制', 'Drag a copy'],
  dragAxis: ['沿一个方向移动，保持比例，按 15° 旋转', 'Keep to an axis, the ratio, or 15° steps'],
  dragFree: ['不吸附', 'Do not snap'],
  aboutMiddle: ['以中心缩放', 'Resize about the middle'],
})

type Word = keyof (typeof keyText)['rows']
type Group = 'edit' | 'selectGroup' | 'arrange' | 'view' | 'pointer'

/** A row of the list of shortcuts. */
export interface Shortcut {
  readonly name: Word
  readonly group: Group
  /** As shown, any of them does it: `Ctrl+Shift+Z`. On a Mac Ctrl is ⌘. */
  readonly keys: readonly string[]
  /** Answers false where there was nothing to do and the page may have the key. Without it the key is heard elsewhere. */
  readonly run?: (editor: Editor) => boolean
}

const always = (work: () => unknown): boolean => {
  work()
  return true
}
const nudged = (by: Spot) => (editor: Editor) =>
  editor.state().selection.length > 0 && always(() => editor.commands.move(by))

/** Locks or hides what is selected, or the reverse where all of it already is. */
function toggled(editor: Editor, field: 'locked' | 'hidden'): boolean {
  const { selection } = editor.state()
  const isAll = selection.every((id) => editor.control(id)?.[field])
  return selection.length > 0 && always(() => editor.commands[field === 'locked' ? 'lock' : 'hide'](!isAll))
}

/** Moves on, unless that would begin anew: then Tab leaves the drawing, as it does everywhere. */
function stepped(editor: Editor, by: 'next' | 'previous'): boolean {
  const { selection } = editor.state()
  editor.selecting[by]()
  return editor.state().selection !== selection
}

function entered(editor: Editor): boolean {
  const { selection } = editor.state()
  const [only] = selection
  const control = selection.length === 1 && only !== undefined ? editor.control(only) : undefined
  if (control?.kind !== 'group') return false
  if (typeof control.props.symbol === 'string') return editor.commands.editSymbol(control.props.symbol)
  editor.selecting.enter(control.control_id)
  return true
}

/** All that the keyboard does. What is shown of shortcuts, in the list and beside menu items, is read from here. */
export const SHORTCUTS: readonly Shortcut[] = [
  { name: 'save', group: 'edit', keys: ['Ctrl+S'] },
  { name: 'undo', group: 'edit', keys: ['Ctrl+Z'], run: (editor) => always(() => editor.undo()) },
  { name: 'redo', group: 'edit', keys: ['Ctrl+Y', 'Ctrl+Shift+Z'], run: (editor) => always(() => editor.redo()) },
  { name: 'copy', group: 'edit', keys: ['Ctrl+C'] },
  { name: 'cut', group: 'edit', keys: ['Ctrl+X'] },
  { name: 'paste', group: 'edit', keys: ['Ctrl+V'] },
  { name: 'duplicate', group: 'edit', keys: ['Ctrl+D'], run: (editor) => always(() => editor.commands.duplicate()) },
  {
    name: 'remove',
    group: 'edit',
    keys: ['Delete', 'Backspace'],
    run: (editor) => editor.state().selection.length > 0 && always(() => editor.commands.remove()),
  },
  { name: 'nudge', group: 'edit', keys: ['ArrowLeft'], run: nudged({ x: -1, y: 0 }) },
  { name: 'nudge', group: 'edit', keys: ['ArrowRight'], run: nudged({ x: 1, y: 0 }) },
  { name: 'nudge', group: 'edit', keys: ['ArrowUp'], run: nudged({ x: 0, y: -1 }) },
  { name: 'nudge', group: 'edit', keys: ['ArrowDown'], run: nudged({ x: 0, y: 1 }) },
  { name: 'nudgeFar', group: 'edit', keys: ['Shift+ArrowLeft'], run: nudged({ x: -10, y: 0 }) },
  { name: 'nudgeFar', group: 'edit', keys: ['Shift+ArrowRight'], run: nudged({ x: 10, y: 0 }) },
  { name: 'nudgeFar', group: 'edit', keys: ['Shift+ArrowUp'], run: nudged({ x: 0, y: -10 }) },
  { name: 'nudgeFar', group: 'edit', keys: ['Shift+ArrowDown'], run: nudged({ x: 0, y: 10 }) },

  { name: 'selectAll', group: 'selectGroup', keys: ['Ctrl+A'], run: (editor) => always(editor.selecting.selectAll) },
  { name: 'invert', group: 'selectGroup', keys: ['Ctrl+I'], run: (editor) => always(editor.selecting.invert) },
  { name: 'next', group: 'selectGroup', keys: ['Tab'], run: (editor) => stepped(editor, 'next') },
  { name: 'previous', group: 'selectGroup', keys: ['Shift+Tab'], run: (editor) => stepped(editor, 'previous') },
  { name: 'enter', group: 'selectGroup', keys: ['Enter'], run: entered },
  { name: 'leave', group: 'selectGroup', keys: ['Escape'], run: (editor) => escaped(editor) },

  { name: 'preview', group: 'view', keys: ['Ctrl+Enter'] },
  { name: 'findControl', group: 'view', keys: ['Ctrl+F'] },

  { name: 'group', group: 'arrange', keys: ['Ctrl+G'], run: (editor) => always(editor.commands.group) },
  { name: 'ungroup', group: 'arrange', keys: ['Ctrl+Shift+G'], run: (editor) => always(editor.commands.ungroup) },
  {
    name: 'forward',
    group: 'arrange',
    keys: ['Ctrl+]'],
    run: (editor) => always(() => editor.commands.order('forward')),
  },
  {
    name: 'backward',
    group: 'arrange',
    keys: ['Ctrl+['],
    run: (editor) => always(() => editor.commands.order('backward')),
  },
  {
    name: 'front',
    group: 'arrange',
    keys: ['Ctrl+Shift+]'],
    run: (editor) => always(() => editor.commands.order('front')),
  },
  {
    name: 'back',
    group: 'arrange',
    keys: ['Ctrl+Shift+['],
    run: (editor) => always(() => editor.commands.order('back')),
  },
  { name: 'lock', group: 'arrange', keys: ['Ctrl+L'], run: (editor) => toggled(editor, 'locked') },
  { name: 'hide', group: 'arrange', keys: ['Ctrl+Shift+H'], run: (editor) => toggled(editor, 'hidden') },
  {
    name: 'alignLeft',
    group: 'arrange',
    keys: ['Alt+A'],
    run: (editor) => always(() => editor.commands.align('left')),
  },
  {
    name: 'alignCentre',
    group: 'arrange',
    keys: ['Alt+H'],
    run: (editor) => always(() => editor.commands.align('centre')),
  },
  {
    name: 'alignRight',
    group: 'arrange',
    keys: ['Alt+D'],
    run: (editor) => always(() => editor.commands.align('right')),
  },
  { name: 'alignTop', group: 'arrange', keys: ['Alt+W'], run: (editor) => always(() => editor.commands.align('top')) },
  {
    name: 'alignMiddle',
    group: 'arrange',
    keys: ['Alt+V'],
    run: (editor) => always(() => editor.commands.align('middle')),
  },
  {
    name: 'alignBottom',
    group: 'arrange',
    keys: ['Alt+S'],
    run: (editor) => always(() => editor.commands.align('bottom')),
  },

  { name: 'zoomIn', group: 'view', keys: ['Ctrl+=', 'Ctrl++'], run: (editor) => always(editor.viewing.zoomIn) },
  { name: 'zoomOut', group: 'view', keys: ['Ctrl+-'], run: (editor) => always(editor.viewing.zoomOut) },
  { name: 'actualSize', group: 'view', keys: ['Ctrl+0'], run: (editor) => always(() => editor.viewing.zoomTo(1)) },
  { name: 'fit', group: 'view', keys: ['Alt+1'], run: (editor) => always(editor.viewing.fit) },
  { name: 'toSelection', group: 'view', keys: ['Alt+2'], run: (editor) => always(editor.viewing.toSelection) },
  { name: 'selectTool', group: 'view', keys: ['V'], run: (editor) => always(() => editor.use({ name: 'select' })) },
  { name: 'panTool', group: 'view', keys: ['H'], run: (editor) => always(() => editor.use({ name: 'pan' })) },

  { name: 'panHeld', group: 'pointer', keys: ['Space'] },
  { name: 'wheelZoom', group: 'pointer', keys: ['Ctrl'] },
  { name: 'dragCopy', group: 'pointer', keys: ['Alt'] },
  { name: 'dragAxis', group: 'pointer', keys: ['Shift'] },
  { name: 'dragFree', group: 'pointer', keys: ['Ctrl'] },
  { name: 'aboutMiddle', group: 'pointer', keys: ['Alt'] },
]

/** One thing at a time: what is under way, the tool, the selection in a group, the group, the symbol, the selection. */
function escaped(editor: Editor): boolean {
  const { gesture, tool, selection, entered: group, symbol } = editor.state()
  if (gesture !== null) editor.cancel()
  else if (tool.name !== 'select') editor.use({ name: 'select' })
  else if (group !== null) editor.selecting.leave()
  else if (selection.length > 0) editor.selecting.clear()
  else if (symbol !== null) editor.commands.leaveSymbol()
  else return false
  return true
}

/** What a shortcut is called. */
export const shortcutName = (name: Word | Group, lang: Lang): string => translate(keyText, lang)[name]
/** The keys of what is done by a name, for menus and tooltips; '' for none. */
export const shownKeys = (name: Word): string => SHORTCUTS.find((row) => row.name === name)?.keys[0] ?? ''

const runs = new Map(
  SHORTCUTS.flatMap(({ keys, run }) => (run ? keys.map((key) => [key.toLowerCase(), run] as const) : [])),
)

/** With Shift, brackets arrive as the signs above them. */
const UNSHIFTED: Readonly<Record<string, string>> = { '{': '[', '}': ']' }

/** Null for a key that nothing is done by. */
export function runOf({ key, ctrl, shift, alt }: KeyPress): Shortcut['run'] | null {
  const base = UNSHIFTED[key] ?? key
  const isSign = base === key && key.length === 1 && key.toLowerCase() === key.toUpperCase()
  const held = [ctrl && 'ctrl', alt && 'alt', shift && !isSign && 'shift'].filter(Boolean)
  return runs.get([...held, base.toLowerCase()].join('+')) ?? null
}
