import { describe, expect, test } from 'vitest'
import { control, driven } from '../test-editor.ts'

const three = [
  { control_id: 'a', x: 0, y: 0 },
  { control_id: 'b', x: 150, y: 100, width: 50, height: 40 },
  { control_id: 'c', x: 400, y: 300 },
]
const all = (controls: Parameters<typeof driven>[0] = three, more: Parameters<typeof driven>[1] = {}) => {
  const hand = driven(controls, more)
  hand.press('a', { ctrl: true })
  return { ...hand, commands: hand.editor.commands }
}

describe('adding and deleting', () => {
  test('a control is added about the middle of the view and selected', () => {
    const { commands, editor, box } = all([])
    editor.viewing.pan({ x: -100, y: 0 })
    expect(commands.add({ kind: 'box', props: { text: 'P1' } })).toBe('new1')
    expect(box('new1')).toEqual([550, 270, 100, 60])
    expect(editor.control('new1')?.props).toEqual({ fill: 'grey', text: 'P1' })
  })

  test('a control is added on the grid, and beside it where snapping is off', () => {
    const { commands, box } = all([], { grid: 10, snapping: { objects: false } })
    expect(box(commands.add({ kind: 'box' }, { x: 333.3, y: 77.7 }) ?? '')).toEqual([280, 50, 100, 60])
    const free = all([], { grid: 10, snapping: { grid: false } })
    expect(free.box(free.commands.add({ kind: 'box' }, { x: 333, y: 77 }) ?? '')).toEqual([283, 47, 100, 60])
  })

  test('there is an end at 5,000 controls', () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({ control_id: `c${at}` }))
    const { commands, editor } = all(many)
    expect(commands.add({ kind: 'box' })).toBe(null)
    expect(commands.duplicate()).toBe(false)
    expect(commands.paste(commands.copy() ?? '').problem).toBe('too-many')
    expect(editor.steps()).toEqual([])
  })

  test('a bound of its own holds for whatever adds a control, and the page hears of each refusal', () => {
    let refusals = 0
    const many = Array.from({ length: 98 }, (_, at) => ({ control_id: `c${at}`, x: 500 }))
    const hand = driven([...many, { control_id: 'a', x: 0, y: 0 }], { most: 100, onFull: () => (refusals += 1) })
    const { commands, selecting } = hand.editor
    expect(commands.add({ kind: 'box' })).toBe('new1')
    expect(refusals).toBe(0)
    expect(commands.add({ kind: 'box' })).toBe(null)
    selecting.select(['a'])
    expect(commands.duplicate()).toBe(false)
    expect(commands.group()).toBe(null)
    expect(refusals).toBe(3)
    // The page says itself why nothing was pasted.
    expect(commands.paste(commands.copy() ?? '')).toEqual({ pasted: 0, problem: 'too-many' })
    expect(refusals).toBe(3)
    hand.drag([50, 30], [50, 300], { alt: true })
    expect(refusals).toBe(4)
    expect(hand.ids()).toHaveLength(100)
  })

  test('deleting a control lists the controls that refer to it', () => {
    const shows = { on: 'click' as const, actions: [{ does: 'show' as const, control_id: 'b' }] }
    const { commands, ids, click } = all([
      three[0] as never,
      three[1] as never,
      { control_id: 'c', x: 400, events: [shows] },
    ])
    click([160, 110])
    expect(commands.remove()).toEqual({ removed: 1, referrers: [{ control_id: 'c', event: 0, action: 0 }] })
    expect(ids()).toEqual(['a', 'c'])
  })

  test('a locked control is not deleted', () => {
    const { commands, ids, editor } = all()
    commands.lock(true, ['b'])
    editor.selecting.select(['a', 'b', 'c'])
    expect(commands.remove().removed).toBe(2)
    expect(ids()).toEqual(['b'])
  })
})

describe('copying', () => {
  const linked = [
    { control_id: 'a', events: [{ on: 'click' as const, actions: [{ does: 'hide' as const, control_id: 'b' }] }] },
    { control_id: 'b', x: 200 },
  ]

  test('a copy hides the copy of what the original hides', () => {
    const { commands, editor, selected } = all(linked)
    commands.duplicate()
    expect(selected()).toEqual(['new1', 'new2'])
    expect(editor.control('new1')?.events[0]?.actions).toEqual([{ does: 'hide', control_id: 'new2' }])
    expect(editor.control('new1')).toMatchObject({ x: 10, y: 10 })
  })

  test('a paste into another screen brings the references, and each further paste is offset more', () => {
    const text = all(linked).commands.copy() ?? ''
    const other = driven([])
    expect(other.editor.commands.paste(text)).toEqual({ pasted: 2, problem: null })
    other.editor.commands.paste(text)
    expect(other.box('new1')).toEqual([10, 10, 100, 60])
    expect(other.box('new3')).toEqual([20, 20, 100, 60])
    expect(other.editor.control('new3')?.events[0]?.actions).toEqual([{ does: 'hide', control_id: 'new4' }])
  })

  test('controls pasted at a position are centred there', () => {
    const { commands, box } = all(linked)
    commands.paste(commands.copy() ?? '', { x: 500, y: 300 })
    expect(box('new1')).toEqual([350, 270, 100, 60])
  })

  test('a control copied outside the view is pasted inside the view', () => {
    const { commands, box } = all([{ control_id: 'a', x: 5000, y: 5000 }])
    commands.paste(commands.copy() ?? '')
    expect(box('new1')).toEqual([450, 270, 100, 60])
  })

  test('a group is pasted with its members, and a symbol with its content', () => {
    const { commands, editor } = all(linked)
    commands.makeSymbol('Pump')
    const text = commands.copy() ?? ''
    const other = driven([])
    other.editor.commands.paste(text)
    expect(Object.values(other.editor.state().document.symbols).map(({ name }) => name)).toEqual(['Pump'])
    editor.commands.detachSymbol()
    const group = editor.commands.copy() ?? ''
    other.editor.commands.paste(group)
    expect(other.editor.state().document.controls.length).toBe(4)
  })

  test('cut controls disappear and can be pasted again', () => {
    const { commands, ids } = all(linked)
    const text = commands.cut() ?? ''
    expect(ids()).toEqual([])
    expect(commands.paste(text).pasted).toBe(2)
  })

  test('clipboard content of another program is refused', () => {
    const { commands, ids } = all(linked)
    for (const text of [
      '',
      'hello',
      '{}',
      '[1]',
      '{"is":"sightglass/controls"',
      '{"is":"sightglass/controls","version":1}',
    ])
      expect(commands.paste(text)).toEqual({ pasted: 0, problem: 'foreign' })
    expect(commands.paste('{"is":"sightglass/controls","version":9,"controls":[]}').problem).toBe('newer')
    const broken = JSON.stringify({
      is: 'sightglass/controls',
      version: 1,
      controls: [{ x: 'here' }, control({ control_id: 'z' })],
    })
    expect(commands.paste(broken).pasted).toBe(1)
    expect(ids().length).toBe(3)
  })

  test('controls of a layer that does not exist are pasted into the topmost unlocked layer', () => {
    const { commands, editor } = all([{ control_id: 'a', layer_id: 'pipes' }], {
      layers: [{ layer_id: 'pipes', name: '', locked: false, hidden: false }],
    })
    const other = driven([])
    other.editor.commands.paste(commands.copy() ?? '')
    expect(other.editor.control('new1')?.layer_id).toBe('main')
    expect(editor.control('a')?.layer_id).toBe('pipes')
  })
})

describe('arranging', () => {
  test.each([
    ['left', [0, 0, 0]],
    ['centre', [200, 225, 200]],
    ['right', [400, 450, 400]],
  ] as const)('controls are aligned horizontally: %s', (side, xs) => {
    const { commands, editor } = all()
    commands.align(side)
    expect(editor.state().document.controls.map(({ x }) => x)).toEqual(xs)
  })

  test.each([
    ['top', [0, 0, 0]],
    ['middle', [150, 160, 150]],
    ['bottom', [300, 320, 300]],
  ] as const)('controls are aligned vertically: %s', (side, ys) => {
    const { commands, editor } = all()
    commands.align(side)
    expect(editor.state().document.controls.map(({ y }) => y)).toEqual(ys)
  })

  test('a single control is aligned to the page', () => {
    const { commands, click, box } = all()
    click([160, 110])
    commands.align('right')
    expect(box('b')).toEqual([950, 100, 50, 40])
  })

  test('turned controls are aligned as they are seen', () => {
    const { commands, box } = all([
      three[0] as never,
      { control_id: 'b', x: 200, y: 100, width: 100, height: 20, angle: 90 },
    ])
    commands.align('left')
    expect(box('b')).toEqual([-40, 100, 100, 20])
  })

  test('distributed controls have equal gaps', () => {
    const { commands, editor } = all()
    commands.distribute('x')
    expect(editor.state().document.controls.map(({ x }) => x)).toEqual([0, 225, 400])
    commands.distribute('y')
    expect(editor.state().document.controls.map(({ y }) => y)).toEqual([0, 160, 300])
  })

  test('controls take the size of the one that was selected last', () => {
    const { commands, editor, box } = all()
    editor.selecting.select(['a', 'c', 'b'])
    commands.sameSize('width')
    expect(box('a')).toEqual([0, 0, 50, 60])
    commands.sameSize('size')
    expect(box('c')).toEqual([400, 300, 50, 40])
  })

  test('several controls are turned and flipped together', () => {
    const { commands, editor } = all([three[0] as never, { control_id: 'b', x: 100, y: 0, angle: 30 }])
    commands.flip('x')
    expect(editor.control('a')?.x).toBeCloseTo(108.3)
    expect(editor.control('a')?.flip_x).toBe(true)
    expect(editor.control('b')).toMatchObject({ flip_x: true, angle: -30 })
    commands.turnBy(90)
    expect(editor.control('b')?.angle).toBe(60)
  })

  test('a control moves forward, to the front, backward and to the back', () => {
    const { commands, click, ids } = all()
    click([50, 30])
    commands.order('forward')
    expect(ids()).toEqual(['b', 'a', 'c'])
    commands.order('front')
    expect(ids()).toEqual(['b', 'c', 'a'])
    commands.order('backward')
    expect(ids()).toEqual(['b', 'a', 'c'])
    commands.order('back')
    expect(ids()).toEqual(['a', 'b', 'c'])
    expect(commands.order('back')).toBe(false)
    commands.orderBefore(['c'], 'b')
    expect(ids()).toEqual(['a', 'c', 'b'])
    commands.orderBefore(['a'], null)
    expect(ids()).toEqual(['c', 'b', 'a'])
  })

  test('several controls moved in the order keep their order among themselves', () => {
    const { commands, editor, ids } = all()
    editor.selecting.select(['b', 'a'])
    commands.order('forward')
    expect(ids()).toEqual(['c', 'a', 'b'])
  })
})

describe('groups and symbols', () => {
  test('grouping moves the members together to the position of the foremost one', () => {
    const { commands, editor, ids } = all([...three, { control_id: 'd', x: 600 }])
    editor.selecting.select(['a', 'c'])
    expect(commands.group()).toBe('new1')
    expect(ids()).toEqual(['b', 'new1', 'a', 'c', 'd'])
    commands.order('front')
    expect(ids()).toEqual(['b', 'd', 'new1', 'a', 'c'])
    commands.ungroup()
    expect(ids()).toEqual(['b', 'd', 'a', 'c'])
    expect(editor.state().selection).toEqual(['a', 'c'])
    expect(editor.control('a')?.parent).toBe(null)
  })

  test('nested groups are ungrouped one level at a time', () => {
    const { commands, editor } = all()
    editor.selecting.select(['a', 'b'])
    commands.group()
    editor.selecting.selectAll()
    expect(editor.state().selection).toEqual(['new1', 'c'])
    commands.group()
    commands.ungroup()
    expect(editor.state().selection.toSorted()).toEqual(['c', 'new1'])
  })

  test('a changed symbol changes wherever it is used', () => {
    const { commands, editor, click, press, wait } = all([three[0] as never, three[1] as never])
    const symbol = commands.makeSymbol('Pump') ?? ''
    expect(editor.state().document.controls.length).toBe(1)
    expect(editor.state().document.symbols[symbol]).toMatchObject({ name: 'Pump', width: 200, height: 140 })
    expect(commands.placeSymbol(symbol, { x: 600, y: 300 })).not.toBe(null)
    expect(commands.removeSymbol(symbol)).toBe(false)

    commands.editSymbol(symbol)
    expect(editor.state().document.controls.length).toBe(2)
    click([50, 30])
    wait(5000)
    press('ArrowRight')
    expect(editor.state().whole.symbols[symbol]?.controls[0]?.x).toBe(1)
    expect(commands.placeSymbol(symbol)).toBe(null)
    commands.leaveSymbol()
    expect(editor.state().document.controls.length).toBe(2)

    editor.undo()
    expect(editor.state().symbol).toBe(symbol)
    expect(editor.state().whole.symbols[symbol]?.controls[0]?.x).toBe(0)
  })

  test('a detached symbol use keeps its place and its parameter values', () => {
    const bound = { control_id: 'a', width: 200, height: 100, bindings: { text: { expression: '$p + 1' } } }
    const { commands, editor } = all([bound])
    commands.makeSymbol('Pump')
    const [use = ''] = editor.state().selection
    commands.set('width', 400)
    commands.setProp('points', { p: 'WW1.flow' })
    commands.detachSymbol()
    const [, member] = editor.state().document.controls
    expect(member).toMatchObject({ parent: use, width: 400, height: 100 })
    expect(member?.bindings.text?.expression).toBe('WW1.flow + 1')
    expect(editor.control(use)?.props).toEqual({})
  })

  test('a double click opens a symbol, Esc leads out of it', () => {
    const hand = all([three[0] as never])
    const symbol = hand.commands.makeSymbol('Pump')
    hand.doubleClick([50, 30])
    expect(hand.editor.state().symbol).toBe(symbol)
    hand.press('Escape')
    expect(hand.editor.state().symbol).toBe(null)
  })
})

describe('layers', () => {
  test('layers are added, renamed, moved, filled and removed', () => {
    const { commands, editor } = all()
    const pipes = commands.addLayer('Pipes') ?? ''
    commands.toLayer(pipes, ['a'])
    expect(editor.control('a')?.layer_id).toBe(pipes)
    commands.setLayer(pipes, { name: 'Tubes', locked: true })
    expect(editor.state().document.layers[1]).toMatchObject({ name: 'Tubes', locked: true })
    commands.moveLayer(pipes, 0)
    expect(editor.state().document.layers.map(({ layer_id }) => layer_id)).toEqual([pipes, 'main'])
    commands.removeLayer(pipes)
    expect(editor.control('a')?.layer_id).toBe('main')
    expect(commands.removeLayer('main')).toBe(false)
    expect(editor.steps().length).toBe(5)
  })
})

describe('the layouts of a dashboard', () => {
  const items = [
    { control_id: 'b', is_hidden: false },
    { control_id: 'a', is_hidden: true },
  ]

  test('an order of a narrow page is one step, and undo takes it back', () => {
    const { commands, editor } = all()
    expect(commands.setLayout('phone', items)).toBe(true)
    expect(commands.setLayout('phone', items)).toBe(false)
    expect(editor.state().whole.dashboard).toEqual({ layouts: { phone: { items } } })
    editor.undo()
    expect(editor.state().whole.dashboard).toBe(undefined)
  })

  test('what a newer program keeps beside the layouts stays', () => {
    const { commands, editor } = all(three, { dashboard: { rooms: 2, layouts: { tablet: { items } } } })
    commands.setLayout('phone', items)
    expect(editor.state().whole.dashboard).toEqual({ rooms: 2, layouts: { tablet: { items }, phone: { items } } })
  })

  test('items that no layout can have change nothing', () => {
    const { commands, editor } = all()
    expect(commands.setLayout('phone', [{ control_id: 'a', is_hidden: false, span: 99 }])).toBe(false)
    expect(editor.steps()).toEqual([])
  })
})
