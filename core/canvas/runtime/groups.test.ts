import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unresolvedText } from './problem-text.ts'
import { bound, control, open } from './test-screen.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 8, 0, 0) })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('visibility', () => {
  const group = (control_id: string, more: object = {}) => control(control_id, { kind: 'group', ...more })

  test('a control is visible where it, its layer and all its groups are', () => {
    const { stateOf } = open(
      [
        control('a', { hidden: true }),
        control('b', { layer_id: 'back' }),
        group('g', { hidden: true }),
        group('h', { parent: 'g' }),
        control('c', { parent: 'h' }),
        control('d'),
      ],
      {
        layers: [
          { layer_id: 'main', name: '' },
          { layer_id: 'back', name: 'Back', hidden: true },
        ],
      },
    )
    expect(['a', 'b', 'g', 'h', 'c', 'd'].filter((id) => stateOf(id).visible)).toEqual(['d'])
  })

  test('a group with a bound visibility hides its members, also when it stands after them in the list', () => {
    const { source, stateOf, heard } = open([
      control('m', { parent: 'g' }),
      group('g', bound('visible', 'on')),
      control('n', { parent: 'g' }),
    ])
    source.set('WW1', 'on', false)
    expect(['m', 'g', 'n'].map((id) => stateOf(id).visible)).toEqual([false, false, false])
    expect([...(heard.at(-1) ?? [])].sort()).toEqual(['g', 'm', 'n'])
    source.set('WW1', 'on', true)
    expect(['m', 'g', 'n'].map((id) => stateOf(id).visible)).toEqual([true, true, true])
  })

  test('a show or hide action overrides the document and its bindings until it is undone', () => {
    const { source, runtime, stateOf, heard } = open([
      control('a', { hidden: true }),
      group('g', bound('visible', 'on')),
      control('m', { parent: 'g' }),
    ])
    source.set('WW1', 'on', false)
    runtime.setShown('a', true)
    runtime.setShown('g', true)
    expect(['a', 'g', 'm'].map((id) => stateOf(id).visible)).toEqual([true, true, true])
    expect(heard.slice(-2)).toEqual([['a'], ['g', 'm']])
    runtime.setShown('g', null)
    expect(stateOf('m').visible).toBe(false)
    runtime.setShown('nobody', true)
  })

  test('groups that contain each other do not cause an endless loop', () => {
    const { stateOf } = open([group('g', { parent: 'h' }), group('h', { parent: 'g' }), group('s', { parent: 's' })])
    expect(stateOf('g').visible && stateOf('h').visible && stateOf('s').visible).toBe(true)
  })
})

describe('symbols', () => {
  const pump = {
    name: 'Pump',
    width: 100,
    height: 50,
    controls: [
      control('body', { ...bound('value', '[$pump.flow]'), x: 0, y: 0, width: 50, height: 50 }),
      control('lamp', { ...bound('visible', 'WW2.flow > $limit'), x: 50, y: 0, width: 50, height: 50, parent: 'body' }),
      control('hand', {
        x: 0,
        y: 0,
        width: 10,
        height: 10,
        events: [{ on: 'click', actions: [{ does: 'hide', control_id: 'lamp' }] }],
      }),
    ],
  }
  const use = control('use', {
    kind: 'group',
    x: 200,
    y: 100,
    width: 200,
    height: 50,
    props: { symbol: 'pump', points: { pump: 'pump1', limit: 5 } },
  })
  const symbols = { pump }

  test('members of a symbol use are placed in its box, with its parameters', () => {
    const { source, runtime, stateOf } = open([use], { symbols })
    expect(runtime.controls().map(({ control_id }) => control_id)).toEqual(['use', 'use/body', 'use/lamp', 'use/hand'])
    expect(stateOf('use/lamp')).toMatchObject({ x: 300, y: 100, width: 100, height: 50 })
    source.set('WW1', 'pump1.flow', 33)
    source.set('WW2', 'flow', 4)
    expect(stateOf('use/body').props.value).toBe(33)
    expect(stateOf('use/lamp').visible).toBe(false)
  })

  test('a turned and mirrored symbol use turns and mirrors its members', () => {
    const { stateOf } = open([{ ...use, angle: 90, flip_x: true }], { symbols })
    // The mirrored lamp is on the left, which a quarter turn brings to the top.
    const { x, y, width, height, angle, flip_x } = stateOf('use/lamp')
    expect({ middle: [x + width / 2, y + height / 2], angle, flip_x }).toEqual({
      middle: [300, 75],
      angle: 90,
      flip_x: true,
    })
  })

  test('a bound position of a member is relative to the symbol', () => {
    const moving = {
      name: 'Slide',
      width: 100,
      height: 50,
      controls: [control('m', { ...bound('x', 'flow'), x: 0, y: 0 })],
    }
    const slide = { ...use, props: { symbol: 'slide' } }
    const { source, stateOf } = open([slide], { symbols: { slide: moving } })
    source.set('WW1', 'flow', 50)
    expect(stateOf('use/m')).toMatchObject({ x: 300, y: 100, width: 200, height: 40 })
  })

  test('actions of members refer to members of the same symbol use', () => {
    const { runtime } = open([use], { symbols })
    const hand = runtime.controls().find(({ control_id }) => control_id === 'use/hand')
    expect(hand?.events[0]?.actions[0]).toEqual({ does: 'hide', control_id: 'use/lamp' })
  })

  test('a parameter that a symbol use does not set is reported', () => {
    const { runtime } = open([{ ...use, props: { symbol: 'pump', points: { pump: 'pump1' } } }], { symbols })
    const [found] = runtime.unresolved()
    expect(found).toMatchObject({ control_id: 'use/lamp', property: 'visible', reason: 'unknown_parameter' })
    expect(found && unresolvedText(found, 'en')).toBe('The parameter $limit has no value')
  })

  test('a symbol that contains itself ends', () => {
    const inner = control('again', { kind: 'group', props: { symbol: 'loop' } })
    const loop = { name: 'Loop', width: 10, height: 10, controls: [inner, { ...inner, control_id: 'twice' }] }
    const { runtime } = open([control('use', { kind: 'group', props: { symbol: 'loop' } })], { symbols: { loop } })
    expect(runtime.controls().length).toBeLessThan(1000)
  })
})
