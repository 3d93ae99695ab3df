import { describe, expect, test } from 'vitest'
import { ScreenDocument } from '../contract/documents/screen.ts'
import { drawnProps, isPlaceholder } from './drawn-props.ts'
import { createEditor } from './editor.ts'
import { migratedDocument } from './migrations.ts'
import { problemSentence } from './problem.ts'
import { readDocument } from './read-document.ts'
import { control, documentOf, TEST_KINDS } from './test-editor.ts'
import { writeDocument } from './write-document.ts'

const stored = (controls: readonly unknown[], more: object = {}): unknown => ({
  ...documentOf([]),
  controls,
  ...more,
})
const open = (value: unknown) => readDocument(value, TEST_KINDS)
const opened = (value: unknown) => {
  const result = open(value)
  if (!result.document) throw new Error(`refused: ${result.refusal.key}`)
  return result
}
const said = (value: unknown, lang: 'zh' | 'en' = 'en') =>
  opened(value).problems.map((problem) => problemSentence(problem, lang))
const sound = control({ control_id: 'a' })

describe('refused as a whole', () => {
  test.each([
    ['null', null],
    ['a text', 'screen'],
    ['a list', []],
    ['an object without controls', {}],
    ['controls that are no list', { version: 1, controls: {} }],
  ])('%s is refused as a screen document', (_, value) => {
    expect(open(value).refusal?.key).toBe('notDocument')
  })

  test('a document of a newer program is refused with both versions named', () => {
    const { refusal } = open(stored([], { version: 7 }))
    expect(refusal && problemSentence(refusal, 'en')).toBe(
      'The screen was saved by a newer program (version 7); this one opens versions up to 1',
    )
    expect(refusal && problemSentence(refusal, 'zh')).toBe('画面由更新的程序保存（版本 7），当前程序支持到版本 1')
  })

  test('a document with more than 5,000 controls is refused', () => {
    expect(open(stored(Array.from({ length: 5001 }, () => sound))).refusal?.key).toBe('tooMany')
  })

  test('a document nested 10,000 levels deep is refused without a stack overflow', () => {
    let deep: unknown = 1
    for (let level = 0; level < 10_000; level += 1) deep = level % 2 ? [deep] : { deep }
    expect(open(stored([{ ...sound, props: { deep } }])).refusal?.key).toBe('tooDeep')
    expect(open(deep).refusal?.key).toBe('tooDeep')
    expect(open(JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)).refusal?.key).toBe('tooDeep')
  })

  test('a document of 10 MB is refused', () => {
    expect(open(stored([{ ...sound, props: { text: 'x'.repeat(10_000_000) } }])).refusal?.key).toBe('tooLarge')
    expect(open(stored([], { extra: Array.from({ length: 3_000_000 }, () => 0) })).refusal?.key).toBe('tooLarge')
  })
})

describe('what cannot be read is kept', () => {
  test('a broken control becomes a placeholder in its place and is written back unchanged', () => {
    const broken = { control_id: 'b', kind: 'box', x: 'here', y: 20, width: 30, height: 40, bindings: 7, extra: [1] }
    const value = stored([sound, broken, control({ control_id: 'c' })])
    const { document, problems, broken: aside } = opened(value)
    expect(document.controls.map(({ control_id }) => control_id)).toEqual(['a', 'b', 'c'])
    expect(document.controls[1]).toMatchObject({ kind: 'broken', x: 0, y: 20, width: 30, height: 40 })
    expect(isPlaceholder(document.controls[1] as never, TEST_KINDS)).toBe(true)
    expect(aside).toMatchObject([{ index: 1, control_id: 'b', stored: broken, path: 'x' }])
    expect(problems).toMatchObject([
      { key: 'brokenControl', severity: 'placeholder', control: { index: 1, control_id: 'b' } },
    ])
    expect(writeDocument(document)).toEqual(value)
  })

  test.each([[null], [7], ['x'], [[]], [{}], [{ control_id: '../x' }]])(
    '%j among the controls is kept as a placeholder',
    (junk) => {
      const value = stored([junk, sound, junk])
      const { document, broken } = opened(value)
      expect(document.controls.length).toBe(3)
      expect(broken.length).toBe(2)
      expect(ScreenDocument.safeParse(document).success).toBe(true)
      expect(writeDocument(document)).toEqual(value)
    },
  )

  test('a placeholder survives moving, reordering and saving in an editor, and goes when it is deleted', () => {
    const broken = { control_id: 'b', kind: 'box', x: 'here' }
    const { document } = opened(stored([broken, sound]))
    const editor = createEditor({ document, kinds: TEST_KINDS })
    editor.selecting.select(['b'])
    editor.commands.move({ x: 5, y: 5 })
    editor.commands.order('front')
    editor.commands.duplicate()
    const again = opened(writeDocument(editor.state().whole))
    expect(again.document.controls.length).toBe(2)
    expect((writeDocument(again.document) as { controls: unknown[] }).controls[1]).toEqual(broken)
    editor.commands.remove()
    expect((writeDocument(editor.state().whole) as { controls: unknown[] }).controls).toEqual([sound])
  })

  test('a stored placeholder is read again by a program that knows its kind', () => {
    const { document } = opened(stored([{ ...sound, kind: 'broken', props: { stored: sound } }]))
    expect(document.controls).toEqual([sound])
  })

  test('unknown kinds and unknown fields are written back unchanged', () => {
    const value = stored(
      [
        { ...sound, kind: 'hologram', props: { beams: [{ n: 1 }] }, glow: { deep: [1, { x: null }] } },
        {
          ...sound,
          control_id: 'b',
          bindings: { fill: { expression: 'flow', easing: 'slow', ranges: [{ gives: 1, ease: 2 }] } },
          events: [{ on: 'click', once: true, actions: [{ does: 'back', far: 2 }] }],
        },
      ],
      {
        theme: { night: true },
        background: { color: 'red', blur: 4 },
        layers: [{ layer_id: 'main', name: '', locked: false, hidden: false, tint: 1 }],
      },
    )
    const { document } = opened(value)
    expect(writeDocument(document)).toEqual(value)
    const editor = createEditor({ document, kinds: TEST_KINDS })
    editor.commands.set('name', 'B', ['b'])
    editor.undo()
    expect(writeDocument(editor.state().whole)).toEqual(value)
    expect(said(value)).toEqual(['Control “a” is of the unknown kind “hologram” and shown as a placeholder'])
  })

  test('a control of a newer version becomes a placeholder with all of its fields', () => {
    const value = stored([{ ...sound, kind: 'meter', version: 9, props: { later: true } }])
    const { document, problems } = opened(value)
    expect(problems[0]?.key).toBe('newerKind')
    expect(isPlaceholder(document.controls[0] as never, TEST_KINDS)).toBe(true)
    expect(writeDocument(document)).toEqual(value)
  })

  test('broken parts of the document are kept beside the defaults that replace them', () => {
    const value = stored([sound], {
      width: 'wide',
      guides: 3,
      layers: [{ layer_id: 'main', name: '' }, 7],
      symbols: { s: 1 },
    })
    const { document, problems } = opened(value)
    expect(document).toMatchObject({ width: 1280, guides: { x: [], y: [] } })
    expect(document.unread).toEqual({ width: 'wide', guides: 3, 'layers.1': 7, 'symbols.s': 1 })
    expect(problems.map(({ key }) => key)).toEqual(['badField', 'badField', 'badLayer', 'badSymbol'])
    expect(opened(writeDocument(document)).document.unread).toEqual(document.unread)
  })
})

describe('repaired', () => {
  test('an invalid property is drawn as its default, and the stored one stays until it is edited', () => {
    const states = [
      { text: 'on', color: 'red' },
      { text: 5, color: 'green' },
    ]
    const value = stored([
      { ...sound, kind: 'meter', version: 3, name: 'Level', props: { max: 'high', fill: 'red', states } },
    ])
    const { document } = opened(value)
    const [meter] = document.controls
    expect(drawnProps(meter as never, TEST_KINDS)).toEqual({
      max: 100,
      fill: 'red',
      states: [
        { text: 'on', color: 'red' },
        { text: 'off', color: 'green' },
      ],
    })
    expect(writeDocument(document)).toEqual(value)
    expect(said(value)).toEqual([
      'Control “Level”: the property “props.max” is invalid. Its default is shown, the stored value kept',
      'Control “Level”: the property “props.states.1.text” is invalid. Its default is shown, the stored value kept',
    ])
  })

  test('a control of an older version is migrated to the newest', () => {
    const old = { ...sound, kind: 'meter', version: 1, props: { colour: 'red', top: 7, note: 'kept' } }
    const { document, problems } = opened(stored([old]))
    expect(document.controls[0]).toMatchObject({ version: 3, props: { fill: 'red', max: 7, note: 'kept' } })
    expect(problems).toEqual([])
  })

  test('a failed migration leaves a placeholder with the stored control', () => {
    const value = stored([{ ...sound, kind: 'meter', version: 2, props: { top: 'burst' } }])
    const { document, problems } = opened(value)
    expect(problems[0]?.key).toBe('failedMigration')
    expect(writeDocument(document)).toEqual(value)
  })

  test('duplicate ids, missing or circular groups and missing layers are repaired', () => {
    const group = { ...sound, kind: 'group', props: {} }
    const value = stored([
      { ...sound, name: 'P1' },
      sound,
      { ...sound, control_id: 'lost', parent: 'nobody' },
      { ...sound, control_id: 'b', parent: 'a' },
      { ...group, control_id: 'g', parent: 'h' },
      { ...group, control_id: 'h', parent: 'g' },
      { ...sound, control_id: 'up', layer_id: 'attic' },
    ])
    const { document } = opened(value)
    expect(document.controls.map(({ control_id }) => control_id)).toEqual(['a', 'r6', 'lost', 'b', 'g', 'h', 'up'])
    expect(document.controls.map(({ parent }) => parent)).toEqual([null, null, null, null, null, 'g', null])
    expect(document.controls[6]?.layer_id).toBe('main')
    expect(said(value, 'zh')).toEqual([
      '控件“a”的编号重复，已改为 r6',
      '控件“up”的图层不存在，已移到“main”',
      '控件“lost”所属的组合不存在，已移出',
      '控件“b”所属的组合不存在，已移出',
      '控件“g”的组合关系成环，已移出',
    ])
  })

  test('members of a broken group stay in it', () => {
    const value = stored([
      { ...sound, control_id: 'g', kind: 'group', props: {}, opacity: 'half' },
      { ...sound, control_id: 'm', parent: 'g' },
    ])
    const { document } = opened(value)
    expect(writeDocument(document)).toEqual(value)
  })

  test('keys such as __proto__ are harmless', () => {
    const hostile = JSON.parse(
      `{"version":1,"width":100,"height":100,"__proto__":{"polluted":1},"controls":[{"control_id":"constructor","kind":"box","x":0,"y":0,"width":1,"height":1,"props":{"__proto__":{"fill":"evil"},"constructor":{"prototype":{"polluted":1}},"fill":"red"}},{"control_id":"a","kind":"constructor","x":0,"y":0,"width":1,"height":1,"bindings":{"__proto__":{"expression":"1"},"toString":{"expression":"2"}}}],"symbols":{"__proto__":{},"constructor":{"name":"x","width":1,"height":1,"controls":[]}}}`,
    )
    const { document, problems } = opened(hostile)
    expect(({} as { polluted?: number }).polluted).toBe(undefined)
    expect(Object.getPrototypeOf(document)).toBe(Object.prototype)
    expect(Object.getPrototypeOf(document.controls[0]?.props)).toBe(Object.prototype)
    expect(document.controls[0]?.props.fill).toBe('red')
    expect(Object.keys(document.symbols)).toEqual(['constructor'])
    expect(problems.filter(({ key }) => key === 'unsafeKey').length).toBe(4)
    const editor = createEditor({ document, kinds: TEST_KINDS })
    expect(editor.readBinding('toString', ['a'])).toEqual({ isMixed: false, value: { expression: '2' } })
    expect(editor.readBinding('toString', ['constructor'])).toEqual({ isMixed: false, value: null })
    expect(editor.readProp('__proto__.polluted', ['constructor'])).toEqual({ isMixed: false, value: undefined })
    editor.commands.setProp('__proto__.polluted', 1, ['constructor'])
    expect(({} as { polluted?: number }).polluted).toBe(undefined)
  })
})

test('a document of an older form is migrated through each version', () => {
  const migrations = { 1: (old: object) => ({ ...old, b: 1 }), 2: (old: object) => ({ ...old, c: 2 }) }
  expect(migratedDocument({ version: 1, a: 0 }, 1, migrations, 3)).toEqual({ version: 3, a: 0, b: 1, c: 2 })
  expect(migratedDocument({ version: 2, a: 0 }, 2, migrations, 3)).toEqual({ version: 3, a: 0, c: 2 })
})

test('a document of 5,000 controls is read', () => {
  const value = stored(
    Array.from({ length: 5000 }, (_, at) =>
      control({ control_id: `c${at}`, bindings: { fill: { expression: 'flow' } } }),
    ),
  )
  expect(opened(value).document.controls.length).toBe(5000)
})
