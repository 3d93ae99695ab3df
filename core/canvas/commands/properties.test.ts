import { describe, expect, test } from 'vitest'
import { driven } from '../test-editor.ts'

const mixed = () => {
  const hand = driven([
    { control_id: 'a', props: { fill: 'red', text: 'A' } },
    { control_id: 'b', x: 200, props: { fill: 'blue', text: 'A' } },
    { control_id: 'm', kind: 'meter', x: 400, props: { max: 5 } },
  ])
  hand.press('a', { ctrl: true })
  return { ...hand, commands: hand.editor.commands }
}

describe('several at once', () => {
  test('properties that differ among the selected controls are reported as mixed', () => {
    const { editor } = mixed()
    expect(editor.readProp('fill', ['a', 'b'])).toEqual({ isMixed: true })
    expect(editor.readProp('text', ['a', 'b'])).toEqual({ isMixed: false, value: 'A' })
    expect(editor.readProp('states.0.text', ['m'])).toEqual({ isMixed: false, value: 'off' })
    expect(editor.readField('x')).toEqual({ isMixed: true })
    expect(editor.readField('y')).toEqual({ isMixed: false, value: 0 })
  })

  test('a property is set on the selected controls whose kind has it', () => {
    const { editor, commands } = mixed()
    expect(commands.setProp('text', 'B')).toBe(true)
    expect(editor.control('a')?.props.text).toBe('B')
    expect(editor.control('m')?.props).toEqual({ max: 5 })
    expect(editor.state().undo).toEqual({ key: 'stepChanged', count: 2 })
  })

  test('a property value that the kind does not accept is not set', () => {
    const { editor, commands } = mixed()
    expect(commands.setProp('fill', 'x'.repeat(30), ['a'])).toBe(false)
    expect(commands.setProp('max', 'high', ['m'])).toBe(false)
    expect(commands.set('opacity', 7)).toBe(false)
    expect(commands.set('x', Number.NaN)).toBe(false)
    expect(editor.steps()).toEqual([])
  })

  test('typing without a pause is one undo step', () => {
    const { editor, commands, wait } = mixed()
    for (const text of ['P', 'Pu', 'Pump']) commands.setProp('text', text, ['a'])
    wait(2000)
    commands.setProp('text', 'Pump 3', ['a'])
    expect(editor.steps().length).toBe(2)
    editor.undo()
    editor.undo()
    expect(editor.control('a')?.props.text).toBe('A')
  })

  test('a property inside a list is set in place, and an undefined one is removed', () => {
    const { editor, commands } = mixed()
    commands.setProp('states', [{ text: 'on', color: 'red' }], ['m'])
    commands.setProp('states.0.text', 'running', ['m'])
    expect(editor.control('m')?.props.states).toEqual([{ text: 'running', color: 'red' }])
    commands.setProp('states', undefined, ['m'])
    expect(editor.readProp('states.0.text', ['m'])).toEqual({ isMixed: false, value: 'off' })
  })

  test('a group is moved and sized by its numbers, with its members', () => {
    const { editor, commands, box } = mixed()
    editor.selecting.select(['a', 'b'])
    commands.group()
    commands.set('x', 50)
    expect(box('a')).toEqual([50, 0, 100, 60])
    expect(box('b')).toEqual([250, 0, 100, 60])
    commands.set('width', 150)
    expect(box('b')).toEqual([150, 0, 50, 60])
  })
})

describe('bindings and events', () => {
  test('a binding is set and removed; a lower bound above its upper bound is refused', () => {
    const { editor, commands } = mixed()
    expect(commands.setBinding('fill', { expression: 'flow', ranges: [{ from: 5, to: 1, gives: 'red' }] })).toBe(false)
    expect(commands.setBinding('fill', { expression: 'flow', scale: { from: [5, 1], to: [0, 1] } })).toBe(false)
    commands.setBinding('fill', { expression: 'flow' })
    expect(editor.readBinding('fill')).toEqual({ isMixed: false, value: { expression: 'flow' } })
    commands.setBinding('fill', null, ['a'])
    expect(editor.readBinding('fill')).toEqual({ isMixed: true })
  })

  test('events are validated by their schema', () => {
    const { editor, commands } = mixed()
    expect(commands.setEvents([{ on: 'click', actions: [{ does: 'explode' }] }] as never)).toBe(false)
    commands.setEvents([{ on: 'click', actions: [{ does: 'back' }] }], ['a'])
    expect(editor.control('a')?.events.length).toBe(1)
  })

  test('a pasted style sets the properties that the target has and leaves its content', () => {
    const { editor, commands } = mixed()
    commands.set('opacity', 0.5, ['a'])
    commands.copyLook('a', ['b', 'm'])
    expect(editor.control('b')).toMatchObject({ props: { fill: 'red', text: 'A' }, opacity: 0.5 })
    expect(editor.control('m')?.props).toEqual({ max: 5, fill: 'red' })
  })
})

describe('points', () => {
  const bound = () =>
    driven([
      { control_id: 'a', bindings: { text: { expression: 'flow + max(flow, WW1.flow)' } }, alarm_of: 'flow' },
      {
        control_id: 'b',
        events: [{ on: 'click', actions: [{ does: 'write', point: 'flow', value: 'not flow', confirm: true }] }],
        props: { fill: 'grey', text: 'flow', series: [{ point: 'WW1.flow', color: 'flow' }] },
      },
    ])

  test('replacing a point replaces it in every expression that names it, and nowhere else', () => {
    const { editor } = bound()
    expect(editor.commands.replacePoint('flow', 'WW2.rate')).toBe(2)
    expect(editor.control('a')).toMatchObject({
      bindings: { text: { expression: 'WW2.rate + max(WW2.rate, WW1.flow)' } },
      alarm_of: 'WW2.rate',
    })
    expect(editor.control('b')).toMatchObject({
      props: { text: 'flow', series: [{ point: 'WW1.flow', color: 'flow' }] },
    })
    expect(editor.control('b')?.events[0]?.actions).toMatchObject([{ point: 'WW2.rate', value: 'not WW2.rate' }])
    expect(editor.state().undo).toEqual({ key: 'stepPoints', count: 2 })
  })

  test('replacing a device moves its points to the other device', () => {
    const { editor } = bound()
    expect(editor.commands.replacePoint('WW1.*', 'WW9.*')).toBe(2)
    expect(editor.control('a')?.bindings.text?.expression).toBe('flow + max(flow, WW9.flow)')
    expect(editor.control('b')?.props.series).toEqual([{ point: 'WW9.flow', color: 'flow' }])
  })

  test('points are replaced inside symbols too, also in one that is being edited', () => {
    const hand = bound()
    hand.press('a', { ctrl: true })
    const symbol = hand.editor.commands.makeSymbol('S') ?? ''
    hand.editor.commands.editSymbol(symbol)
    expect(hand.editor.commands.replacePoint('flow', 'rate')).toBe(2)
    expect(hand.editor.state().document.controls[0]?.alarm_of).toBe('rate')
    hand.editor.undo()
    expect(hand.editor.state().document.controls[0]?.alarm_of).toBe('flow')
  })

  test('controls are found by name, text, kind, point and expression', () => {
    const { editor } = bound()
    editor.commands.set('name', 'Main pump', ['a'])
    const ids = (query: Parameters<typeof editor.find>[0]) => editor.find(query).map(({ control_id }) => control_id)
    expect(ids({ search: 'PUMP' })).toEqual(['a'])
    expect(ids({ search: 'not fl' })).toEqual(['b'])
    expect(ids({ kind: 'box' })).toEqual(['b', 'a'])
    expect(ids({ point: 'WW1.flow' })).toEqual(['b', 'a'])
    expect(ids({ point: 'flow' })).toEqual(['b', 'a'])
    expect(ids({ point: 'WW1.*', isBound: true })).toEqual(['a'])
    expect(editor.find({ search: 'max(' })).toEqual([
      { control_id: 'a', where: 'bindings.text', excerpt: 'flow + max(flow, WW1.flow)' },
    ])
  })
})

describe('the page', () => {
  test('the page takes a size, a background and a grid within their bounds', () => {
    const { editor, commands } = mixed()
    expect(commands.setPage({ width: 5 })).toBe(false)
    commands.setPage({ width: 1920, background: { color: 'white' }, grid: 20 })
    expect(editor.state().document).toMatchObject({ width: 1920, background: { color: 'white' }, grid: 20 })
  })

  test('guides are added, moved and removed', () => {
    const { editor, commands } = mixed()
    commands.addGuide('y', 100.4)
    commands.moveGuide('y', 0, 120)
    expect(editor.state().document.guides.y).toEqual([120])
    expect(commands.removeGuide('y', 3)).toBe(false)
    commands.clearGuides()
    expect(editor.state().document.guides.y).toEqual([])
  })
})
