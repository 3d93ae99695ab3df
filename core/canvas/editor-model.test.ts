import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ScreenDocument } from '../contract/documents/screen.ts'
import { isGroup } from './arrangement.ts'
import type { Editor } from './editor-api.ts'
import { readDocument } from './read-document.ts'
import { driven, TEST_KINDS } from './test-editor.ts'
import { writeDocument } from './write-document.ts'

/** What a person may do, by some numbers between 0 and 1. */
type Deed = (hand: ReturnType<typeof driven>, a: number, b: number, c: number) => void

const some = (editor: Editor, share: number): string[] => {
  const { controls } = editor.state().document
  return controls.filter((_, at) => ((at + 1) * share * 7.3) % 1 < 0.4).map(({ control_id }) => control_id)
}
const one = (editor: Editor, share: number): string => {
  const { controls } = editor.state().document
  return controls[Math.floor(share * controls.length)]?.control_id ?? 'nobody'
}
const symbol = (editor: Editor, share: number): string => {
  const ids = Object.keys(editor.state().document.symbols)
  return ids[Math.floor(share * ids.length)] ?? 'none'
}
const px = (share: number) => Math.round((share - 0.2) * 1500)
const SIDES = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const
const PLACES = ['front', 'back', 'forward', 'backward'] as const
const KEYS = ['Delete', 'Tab', 'Escape', 'ArrowLeft', 'Enter', 'Backspace', ' ', 'Shift', 'Alt', 'v', 'h']
const HANDLES = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
const at = <Item>(list: readonly Item[], share: number) => list[Math.floor(share * list.length)] as Item

const DEEDS: readonly Deed[] = [
  ({ editor }, a, b) => editor.commands.add({ kind: at(['box', 'meter', 'pipe', 'line'], a) }, { x: px(b), y: px(a) }),
  ({ editor }, a) => editor.selecting.select(some(editor, a)),
  ({ editor }, a) => editor.selecting.select([one(editor, a)]),
  ({ editor }) => editor.selecting.selectAll(),
  ({ editor }) => editor.commands.remove(),
  ({ editor }, a, b) => editor.commands.move({ x: px(a), y: px(b) * (a > 0.98 ? 1e9 : 1) }),
  ({ editor }) => editor.state().document.controls.length < 40 && editor.commands.duplicate(),
  ({ editor }) => {
    const text = editor.state().document.controls.length < 40 ? editor.commands.copy() : null
    if (text) editor.commands.paste(text)
  },
  ({ editor }) => editor.commands.cut(),
  ({ editor }) => editor.commands.group(),
  ({ editor }) => editor.commands.group(),
  ({ editor }) => editor.commands.ungroup(),
  ({ editor }) => editor.commands.makeSymbol('S'),
  ({ editor }) => editor.state().document.controls.length < 40 && editor.commands.detachSymbol(),
  ({ editor }, a, b) => editor.commands.placeSymbol(symbol(editor, a), { x: px(a), y: px(b) }),
  ({ editor }, a) => editor.commands.editSymbol(symbol(editor, a)),
  ({ editor }) => editor.commands.leaveSymbol(),
  ({ editor }, a) => editor.commands.removeSymbol(symbol(editor, a)),
  ({ editor }, a) => editor.selecting.enter(one(editor, a)),
  ({ editor }) => editor.selecting.leave(),
  ({ editor }, a) => editor.commands.align(at(SIDES, a)),
  ({ editor }, a) => editor.commands.distribute(a > 0.5 ? 'x' : 'y'),
  ({ editor }) => editor.commands.sameSize('size'),
  ({ editor }, a) => editor.commands.turnBy(Math.round(a * 360)),
  ({ editor }, a) => editor.commands.flip(a > 0.5 ? 'x' : 'y'),
  ({ editor }, a) => editor.commands.order(at(PLACES, a)),
  ({ editor }, a, b) => editor.commands.orderBefore([one(editor, a)], b > 0.8 ? null : one(editor, b)),
  ({ editor }, a) => editor.commands.lock(a > 0.3),
  ({ editor }, a) => editor.commands.hide(a > 0.7),
  ({ editor }) => editor.commands.addLayer('L'),
  ({ editor }, a) => editor.commands.removeLayer(at(editor.state().document.layers, a).layer_id),
  ({ editor }, a) => editor.commands.toLayer(at(editor.state().document.layers, a).layer_id),
  ({ editor }, a, b) =>
    editor.commands.set(at(['x', 'y', 'width', 'height', 'angle'] as const, a), Math.round(b * 300)),
  ({ editor }, a) => editor.commands.setProp('fill', `c${Math.round(a * 5)}`),
  ({ editor }, a) => editor.commands.setBinding('fill', a > 0.5 ? { expression: 'flow' } : null),
  ({ editor }, a) => editor.commands.replacePoint('flow', a > 0.5 ? 'rate' : 'WW1.flow'),
  ({ editor }, a, b) => editor.commands.copyLook(one(editor, a), [one(editor, b)]),
  ({ editor }, a) => editor.commands.addGuide('x', px(a)),
  ({ editor }, a) => editor.commands.setPage({ width: 100 + Math.round(a * 1000) }),
  ({ editor }, a, b) => editor.commands.addVertex(one(editor, a), { x: px(b), y: px(a) }),
  ({ drag }, a, b, c) => drag([px(a), px(b)], [px(c), px(a)], { alt: c > 0.9, shift: b > 0.9 }),
  ({ click }, a, b, c) => click([px(a), px(b)], { shift: c > 0.5 }),
  ({ doubleClick }, a, b) => doubleClick([px(a), px(b)]),
  ({ down, move }, a, b) => {
    down([px(a), px(b)])
    move([px(b), px(a)])
  },
  ({ up }, a, b) => up([px(a), px(b)]),
  ({ press }, a) => press(at(KEYS, a)),
  ({ pull }, a, b, c) =>
    pull('resize', at(HANDLES, a), { x: 0, y: 0 }, { x: px(b), y: px(c) }, { shift: a > 0.8, alt: b > 0.8 }),
  ({ pull }, a, b) => pull('rotate', null, { x: 0, y: 0 }, { x: px(a), y: px(b) }),
  ({ editor }, a) =>
    editor.use(a > 0.5 ? { name: 'place', control: { kind: 'box' } } : { name: 'path', control: { kind: 'pipe' } }),
  ({ editor }) => editor.undo(),
  ({ editor }) => editor.redo(),
  ({ wait }) => wait(2000),
]

/** What is true of every document that an editor makes. */
function expectSound(document: ScreenDocument): void {
  const parsed = ScreenDocument.safeParse(document)
  expect(parsed.error?.issues ?? []).toEqual([])
  for (const controls of [document.controls, ...Object.values(document.symbols).map((content) => content.controls)]) {
    const byId = new Map(controls.map((one) => [one.control_id, one]))
    expect(byId.size).toBe(controls.length)
    const layers = new Set(document.layers.map(({ layer_id }) => layer_id))
    for (const { parent, layer_id } of controls) {
      expect(layers.has(layer_id)).toBe(true)
      const group = parent === null ? null : byId.get(parent)
      expect(group === null || (group !== undefined && isGroup(group))).toBe(true)
    }
  }
  // Nothing is in a circle, and nothing would be repaired.
  expect(readDocument(document, TEST_KINDS).problems).toEqual([])
}

const deeds = fc.array(
  fc.tuple(fc.nat({ max: DEEDS.length - 1 }), ...[0, 1, 2].map(() => fc.double({ min: 0, max: 0.999, noNaN: true }))),
  { minLength: 1, maxLength: 60, size: 'max' },
)

test('any sequence of edits keeps the document valid, and undo and redo lead to its beginning and its end', () => {
  fc.assert(
    fc.property(deeds, (list) => {
      const start = [
        { control_id: 'a', x: 100, y: 100 },
        { control_id: 'b', x: 300, y: 100, angle: 30 },
        {
          control_id: 'p',
          kind: 'pipe',
          x: 300,
          y: 300,
          props: {
            corners: [
              { x: 0, y: 0 },
              { x: 1, y: 1 },
            ],
            strokeWidth: 3,
          },
        },
      ]
      const hand = driven(start, { snapping: { objects: true } })
      const { editor } = hand
      const first = JSON.stringify(writeDocument(editor.state().whole))
      for (const [deed = 0, a = 0, b = 0, c = 0] of list) {
        DEEDS[deed]?.(hand, a, b, c)
        expectSound(editor.state().whole)
        const { selection, document } = editor.state()
        expect(selection.every((id) => document.controls.some(({ control_id }) => control_id === id))).toBe(true)
      }
      editor.cancel()
      const last = JSON.stringify(writeDocument(editor.state().whole))
      const undone = editor.steps().length
      for (let step = 0; step < undone; step += 1) expect(editor.undo()).toBe(true)
      expect(editor.undo()).toBe(false)
      expect(JSON.stringify(writeDocument(editor.state().whole))).toBe(first)
      for (let step = 0; step < undone; step += 1) expect(editor.redo()).toBe(true)
      expect(JSON.stringify(writeDocument(editor.state().whole))).toBe(last)
    }),
    { numRuns: 150 },
  )
})
