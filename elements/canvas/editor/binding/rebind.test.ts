import { expect, test } from 'vitest'
import { createEditor } from '../../../../core/canvas/editor.ts'
import { readDocument } from '../../../../core/canvas/read-document.ts'
import { KINDS, loadKinds } from '../../controls/kinds.ts'
import { byDevice, byPrefix, changesOf, rebind } from './rebind.ts'

await loadKinds()

const editorOf = (...expressions: string[]) => {
  const controls = expressions.map((expression, at) => ({
    control_id: `c${at}`,
    kind: 'value',
    x: 0,
    y: 0,
    width: 10,
    height: 10,
    bindings: { value: { expression } },
  }))
  const { document } = readDocument({ version: 1, width: 100, height: 100, controls }, KINDS)
  if (!document) throw new Error('not read')
  return createEditor({ document, kinds: KINDS })
}
const expressions = (editor: ReturnType<typeof editorOf>) =>
  editor.state().document.controls.map(({ bindings }) => bindings.value?.expression)

test('a device in the place of another is one step, and taken back as one', () => {
  const editor = editorOf('WW1.flow', 'flow + WW1.[a.b]', 'WW2.flow')
  const pairs = byDevice('WW1', 'WW3')
  expect(changesOf(editor, pairs)).toHaveLength(2)
  expect(expressions(editor)).toEqual(['WW1.flow', 'flow + WW1.[a.b]', 'WW2.flow'])
  rebind(editor, pairs, 2)
  expect(expressions(editor)).toEqual(['WW3.flow', 'flow + WW3.[a.b]', 'WW2.flow'])
  editor.undo()
  expect(expressions(editor)).toEqual(['WW1.flow', 'flow + WW1.[a.b]', 'WW2.flow'])
})

test('a prefix gives way to another, also where the new names are old names of others', () => {
  const editor = editorOf('p_flow', 'pp_flow', 'level')
  const pairs = byPrefix(editor, 'p', 'pp')
  rebind(editor, pairs, 2)
  expect(expressions(editor)).toEqual(['pp_flow', 'ppp_flow', 'level'])
})

test('only the selected controls change where that is chosen', () => {
  const editor = editorOf('WW1.flow', 'WW1.level')
  rebind(editor, byDevice('WW1', ''), 1, ['c1'])
  expect(expressions(editor)).toEqual(['WW1.flow', 'level'])
})
