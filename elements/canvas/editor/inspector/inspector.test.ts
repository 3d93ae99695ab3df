import { expect, test } from 'vitest'
import { createEditor } from '../../../../core/canvas/editor.ts'
import type { ControlKind, KindTable } from '../../../../core/canvas/kind.ts'
import { readDocument } from '../../../../core/canvas/read-document.ts'
import { translate } from '../../../../core/text/define-text.ts'
import { propertiesOf } from '../../../kinds/property-fields.ts'
import indicator from '../../controls/indicator/control.ts'
import state from '../../controls/state/control.ts'
import words from '../../controls/text/control.ts'
import value from '../../controls/value/control.ts'
import { boundsFault, faultOf, numberFrom, stepped } from './faults.ts'
import { movedRow, newRow, statesFrom } from './list-rows.ts'
import { setShownProp } from './set-prop.ts'
import { sharedFields } from './shared-fields.ts'
import { text } from './text.ts'
import { valueFrom, valueShown } from './value-text.ts'

const KINDS: KindTable = new Map(
  [indicator, state, words, value].map((kind) => [kind.kind, kind as unknown as ControlKind]),
)
const t = translate(text, 'en')
const editorOf = (...controls: object[]) => {
  const placed = controls.map((control) => ({ x: 0, y: 0, width: 10, height: 10, ...control }))
  const { document } = readDocument({ version: 1, width: 100, height: 100, controls: placed }, KINDS)
  if (!document) throw new Error('not read')
  return createEditor({ document, kinds: KINDS })
}

test('states take the words of a point at its numbers, keep their looks, and refuse what is no number of a state', () => {
  const rows = [
    { text: 'OFF', fill: 'a' },
    { text: 'ON', fill: 'b' },
  ]
  const word = (zh: string, en: string) => ({ zh, en })
  const words = { 0: word('停机', 'Stopped'), 2: word('故障', 'Tripped') }
  expect(statesFrom(rows, words, 'en')).toEqual([
    { text: 'Stopped', fill: 'a' },
    { text: 'ON', fill: 'b' },
    { text: 'Tripped', fill: 'b' },
  ])
  expect(statesFrom(rows, { a: word('甲', 'A') }, 'en')).toBeNull()
  expect(statesFrom(rows, words, 'en', 2)).toBeNull()
})

test('numbers are read as people type them, and nothing else is one', () => {
  expect(numberFrom('１２。５')).toBe(12.5)
  expect(numberFrom(' -3e2 ')).toBe(-300)
  expect([numberFrom(''), numberFrom('1,5'), numberFrom('0x10'), numberFrom('Infinity')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('steps stay within the bounds and free of binary noise', () => {
  expect(stepped(0.2, 0.1, {})).toBe(0.3)
  expect(stepped(359, 10, { max: 360 })).toBe(360)
})

test('an error at a bound names the numbers that are valid', () => {
  const field = { type: 'number', min: 0.01, max: 1000, isNullable: false, isOptional: false } as const
  expect(boundsFault(field, 0.001, t)).toBe('From 0.01 to 1000')
  expect(boundsFault(field, null, t)).toBe('Needed')
  expect(boundsFault(field, 0.01, t)).toBeNull()
})

test('an error of a rule about several properties names their order', () => {
  const kind = KINDS.get('value')
  const field = kind && propertiesOf(kind).find(({ path }) => path === 'high')
  if (!kind || !field) throw new Error('no such kind')
  const own = { ...kind.defaults, low: 10 }
  expect(faultOf(field, 'high', 5, kind, own, t)).toBe(t.order)
  expect(faultOf(field, 'high', 15, kind, own, t)).toBeNull()
})

test('values keep what they are when they are shown and typed again', () => {
  for (const value of [1.5, true, false, 'auto', '12', 'true', null]) expect(valueFrom(valueShown(value))).toBe(value)
})

test('controls of several kinds share what both have', () => {
  const { controls } = editorOf({ control_id: 'a', kind: 'text' }, { control_id: 'b', kind: 'value' }).state().document
  const shared = sharedFields(controls, KINDS).map(({ path }) => path)
  expect(shared).toContain('fontSize')
  expect(shared).not.toContain('words')
})

test('a field deep in what is only the default yet becomes stored with all around it', () => {
  const editor = editorOf({ control_id: 's', kind: 'state' })
  editor.selecting.select(['s'])
  setShownProp(editor, 'states.1.text', 'Running')
  const states = editor.control('s')?.props.states as { text: string }[]
  expect(states.map(({ text: said }) => said)).toEqual(['OFF', 'Running'])
  editor.undo()
  expect(editor.control('s')?.props.states).toBeUndefined()
})

test('every row that can be added is one that its kind takes', () => {
  for (const kind of KINDS.values())
    for (const field of propertiesOf(kind)) {
      if (field.type !== 'list' || !field.item) continue
      const before = (kind.defaults as Record<string, unknown[]>)[field.path] ?? []
      const rows = [...before, newRow(field.item, before.at(-1) as never)]
      const fits = kind.props.safeParse({ ...kind.defaults, [field.path]: rows })
      expect([kind.kind, field.path, fits.success]).toEqual([kind.kind, field.path, true])
    }
})

test('a row moves by one place and not beyond the ends', () => {
  expect(movedRow(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
  const rows = ['a']
  expect(movedRow(rows, 0, -1)).toBe(rows)
})
