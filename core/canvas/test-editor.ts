import * as z from 'zod/mini'
import { Control, ScreenDocument } from '../contract/documents/screen.ts'
import { createEditor } from './editor.ts'
import type { EditorOptions, KeyPress, Modifiers, PointerAt, Tool } from './editor-api.ts'
import type { Spot } from './geometry.ts'
import type { ControlKind, KindTable } from './kind.ts'

const number = z.number()
const Corners = z.array(z.object({ x: number, y: number })).check(z.minLength(2))
const ENDS = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
]

const kind = <Props extends object>(declared: ControlKind<Props>) => declared as unknown as ControlKind

/** Kinds enough to test with: an area, a line, a path, a group, and one that has a past. */
export const TEST_KINDS: KindTable = new Map(
  [
    kind({
      kind: 'box',
      version: 1,
      props: z.object({ fill: z.string().check(z.maxLength(20)), text: z._default(z.string(), '') }),
      defaults: { fill: 'grey', text: '' },
      size: { width: 100, height: 60 },
      bindable: ['fill', 'text'],
    }),
    kind({
      kind: 'meter',
      version: 3,
      props: z.object({
        max: number,
        fill: z.string(),
        states: z.array(z.object({ text: z.string(), color: z.string() })),
      }),
      defaults: { max: 100, fill: 'blue', states: [{ text: 'off', color: 'grey' }] },
      size: { width: 80, height: 80 },
      bindable: ['value'],
      migrate: {
        1: ({ colour, ...old }) => ({ ...old, fill: colour }),
        2: ({ top, ...old }) => {
          if (top === 'burst') throw new Error('burst')
          return { ...old, max: top }
        },
      },
    }),
    kind({
      kind: 'pipe',
      version: 1,
      props: z.object({ corners: Corners, strokeWidth: number }),
      defaults: { corners: ENDS, strokeWidth: 4 },
      size: { width: 100, height: 100 },
      bindable: ['flow'],
    }),
    kind({
      kind: 'line',
      version: 1,
      props: z.object({ stroke: z.string() }),
      defaults: { stroke: 'black' },
      size: { width: 100, height: 0 },
      bindable: [],
    }),
    kind({
      kind: 'group',
      version: 1,
      props: z.object({ symbol: z.optional(z.string()), points: z.optional(z.unknown()) }),
      defaults: {},
      size: { width: 100, height: 100 },
      bindable: [],
    }),
  ].map((one) => [one.kind, one]),
)

export type ControlInput = Partial<Control> & { readonly control_id: string }

/** A control of 100 × 60 at 0, 0, but for what is said of it. */
export const control = (overrides: ControlInput): Control =>
  Control.parse({ kind: 'box', x: 0, y: 0, width: 100, height: 60, props: { fill: 'grey', text: '' }, ...overrides })

export const documentOf = (controls: readonly ControlInput[], more: Partial<ScreenDocument> = {}): ScreenDocument =>
  ScreenDocument.parse({ version: 1, width: 1000, height: 600, grid: 0, ...more, controls: controls.map(control) })

/** An editor with a hand at it. The view shows the document as it is, from 0, 0. */
export function driven(controls: readonly ControlInput[], more: Partial<ScreenDocument> & Partial<EditorOptions> = {}) {
  const { kinds = TEST_KINDS, snapping = { objects: false }, now, most, onFull, ...fields } = more
  let ids = 0
  let time = 0
  const editor = createEditor({
    document: documentOf(controls, fields),
    kinds,
    snapping,
    ...(most !== undefined && { most }),
    ...(onFull && { onFull }),
    now: now ?? (() => time),
    newId: () => {
      ids += 1
      return `new${ids}`
    },
  })
  editor.viewing.resize(1000, 600)
  const at = ([x, y]: readonly [number, number], held: Partial<PointerAt> = {}): PointerAt => ({ x, y, ...held })
  type Place = readonly [x: number, y: number]

  const click = (to: Place, held?: Partial<PointerAt>) => {
    editor.pointerDown(at(to, held))
    editor.pointerUp(at(to, held))
  }

  return {
    editor,
    wait: (ms: number) => {
      time += ms
    },
    down: (to: Place, held?: Partial<PointerAt>) => editor.pointerDown(at(to, held)),
    move: (to: Place, held?: Partial<PointerAt>) => editor.pointerMove(at(to, held)),
    up: (to: Place, held?: Partial<PointerAt>) => editor.pointerUp(at(to, held)),
    click,
    doubleClick(to: Place) {
      for (let times = 0; times < 2; times += 1) click(to)
      editor.doubleClick(at(to))
    },
    drag(from: Place, to: Place, held?: Partial<PointerAt>) {
      editor.pointerDown(at(from, held))
      editor.pointerMove(at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], held))
      editor.pointerMove(at(to, held))
      editor.pointerUp(at(to, held))
    },
    press: (key: string, held: Omit<KeyPress, 'key'> = {}) => editor.key({ key, ...held }),
    use: (tool: Tool) => editor.use(tool),
    /** Drags a handle by as many px. */
    pull(name: 'resize' | 'rotate', handle: string | null, from: Spot, to: Spot, held: Modifiers = {}) {
      editor.gesture.begin(name as 'resize', handle as 'se', from)
      editor.gesture.update(to, held)
      editor.gesture.end()
    },
    selected: () => editor.state().selection,
    ids: () => editor.state().document.controls.map(({ control_id }) => control_id),
    box(id: string) {
      const found = editor.control(id)
      return found && [found.x, found.y, found.width, found.height]
    },
  }
}
