import { expect, test } from 'vitest'
import { differences } from './diff.ts'
import { differenceSentence } from './difference-sentence.ts'
import { type ControlInput, control, documentOf, driven } from './test-editor.ts'

const start: ControlInput[] = [
  { control_id: 'p', name: 'Pump 3', bindings: { fill: { expression: 'flow', ranges: [{ to: 5, gives: 'red' }] } } },
  { control_id: 'v', x: 200 },
  { control_id: 't', x: 400, name: 'Tank' },
]
function sentences(change: (editor: ReturnType<typeof driven>['editor']) => void, lang: 'zh' | 'en' = 'en') {
  const { editor } = driven(start)
  const before = editor.state().whole
  change(editor)
  return differences(before, editor.state().whole).map((one) => differenceSentence(one, lang))
}

test('two equal documents have no differences', () => {
  expect(sentences(() => {})).toEqual([])
  expect(differences(documentOf(start), documentOf(start))).toEqual([])
})

test('changes of a control are listed under its name', () => {
  const changed = sentences(({ commands }) => {
    commands.setBinding('fill', { expression: 'flow', ranges: [{ to: 6, gives: 'red' }] }, ['p'])
    commands.set('x', 20, ['p'])
    commands.set('width', 80, ['p'])
    commands.setProp('text', 'P3', ['p'])
    commands.set('angle', 45, ['v'])
    commands.lock(true, ['v'])
    commands.remove(['t'])
  })
  expect(changed).toEqual([
    'Pump 3: moved by 20, 0',
    'Pump 3: size is 80 × 60 now',
    'Pump 3: text changed',
    'Pump 3: rule of fill changed',
    'box v: angle is 45° now',
    'box v: locked',
    'Tank: removed',
  ])
})

test('differences are written in Chinese with the names that the reader knows', () => {
  const { editor } = driven(start)
  const before = editor.state().whole
  editor.commands.setBinding('fill', { expression: 'rate' }, ['v'])
  const [bound] = differences(before, editor.state().whole)
  const names = { kind: () => '矩形', property: () => '填充色' }
  expect(bound && differenceSentence(bound, 'zh', names)).toBe('矩形 v：“填充色”绑定到 rate')
})

test('a change of order is reported for the control that moved, not for those that it passed', () => {
  expect(sentences(({ commands }) => commands.orderBefore(['t'], 'p'))).toEqual(['Tank: order changed'])
})

test('changes of the page, layers, symbols and groups are listed', () => {
  const changed = sentences(({ commands, selecting }) => {
    commands.setPage({ width: 1920, height: 1080, grid: 5 })
    commands.addGuide('x', 10)
    const layer = commands.addLayer('Pipes') ?? ''
    commands.toLayer(layer, ['v'])
    selecting.select(['p', 't'])
    commands.makeSymbol('Station')
  })
  expect(changed).toEqual([
    'Page size is 1920 × 1080 now',
    'Grid changed',
    'Guides changed',
    'Layer “Pipes” added',
    'box v: moved to layer “Pipes”',
    'group new2: added',
    'Pump 3: removed',
    'Tank: removed',
    'Symbol “Station” added',
  ])
})

test('a change inside a symbol is reported with the name of the symbol', () => {
  const symbol = (x: number) => ({
    s: { name: 'Station', width: 9, height: 9, controls: [control({ control_id: 'i', name: 'Lamp', x })] },
  })
  const [moved] = differences(documentOf([], { symbols: symbol(0) }), documentOf([], { symbols: symbol(5) }))
  expect(moved && differenceSentence(moved, 'en')).toBe('Lamp of symbol “Station”: moved by 5, 0')
})
