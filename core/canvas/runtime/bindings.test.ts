import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { problemText, unresolvedText } from './problem-text.ts'
import { bound, control, open } from './test-screen.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 8, 0, 0) })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('from a value to a property', () => {
  const ranges = [
    { to: 10, gives: 'low' },
    { from: 10, to: 20, gives: 'ok' },
    { from: 20, gives: 'high' },
  ]

  test('the first range that contains the value wins; a range includes its lower bound and not its upper', () => {
    const { source, stateOf } = open([control('a', bound('color', { expression: 'flow', ranges }))])
    const at = (value: number) => {
      source.set('WW1', 'flow', value)
      return stateOf('a').props.color
    }
    expect([at(9.99), at(10), at(19.9), at(20)]).toEqual(['low', 'ok', 'ok', 'high'])
  })

  test('a range can name the value itself: a text, a switch or an enum', () => {
    const is = (one: string | number | boolean, gives: string) => ({ is: one, gives })
    const binding = { expression: 'x', ranges: [is('auto', 'A'), is(true, 'T'), is(3, 'three')], otherwise: 'else' }
    const { source, stateOf } = open([control('a', bound('color', binding))])
    const at = (value: string | number | boolean) => {
      source.set('WW1', 'x', value)
      return stateOf('a').props.color
    }
    expect([at('auto'), at(true), at(1), at(3), at('other')]).toEqual(['A', 'T', 'T', 'three', 'else'])
  })

  test('a property outside of every range, or without a value, has its own setting', () => {
    const binding = { expression: 'flow', ranges: [{ from: 5, gives: 'red' }] }
    const { source, stateOf } = open([control('a', { ...bound('color', binding), props: { color: 'grey' } })])
    source.set('WW1', 'flow', 6)
    expect(stateOf('a').props.color).toBe('red')
    source.set('WW1', 'flow', 1)
    expect(stateOf('a').props.color).toBe('grey')
    source.set('WW1', 'flow', null)
    expect(stateOf('a').props.color).toBe('grey')
  })

  test('a scale moves a control along a line and stops at the ends', () => {
    const scale = { from: [0, 100] as [number, number], to: [500, 100] as [number, number] }
    const { source, stateOf } = open([control('a', bound('y', { expression: 'level', scale }))])
    const at = (value: number) => {
      source.set('WW1', 'level', value)
      return stateOf('a').y
    }
    expect([at(0), at(50), at(100), at(250), at(-4)]).toEqual([500, 300, 100, 100, 500])
  })

  test('bounds that do not rise move nothing and are reported before publishing', () => {
    const scale = { from: [100, 0] as [number, number], to: [0, 1] as [number, number] }
    const { source, stateOf, runtime } = open([control('a', bound('opacity', { expression: 'level', scale }))])
    source.set('WW1', 'level', 50)
    expect(stateOf('a').opacity).toBe(1)
    expect(runtime.unresolved()).toMatchObject([{ control_id: 'a', property: 'opacity', reason: 'scale_bounds' }])
  })

  test('properties that every control has are bound like those of its kind', () => {
    const { source, stateOf } = open([
      control('a', {
        bindings: {
          x: { expression: 'flow' },
          angle: { expression: 'flow * 10' },
          opacity: { expression: 'flow' },
          flicker: { expression: 'on' },
          visible: { expression: 'level' },
          width: { expression: '0 - flow' },
        },
      }),
    ])
    source.setAll('WW1', { flow: 40, on: true, level: 0 })
    expect(stateOf('a')).toMatchObject({ x: 40, y: 20, angle: 40, opacity: 1, flicker: 0.5, visible: false, width: 0 })
    source.setAll('WW1', { on: false, level: 1 })
    expect(stateOf('a')).toMatchObject({ flicker: 0, visible: true })
  })

  test('a property inside a list is bound by its path, and the others are unchanged', () => {
    const { source, stateOf } = open([
      control('a', { kind: 'text', ...bound('states.1.text', 'flow') }),
      control('b', { kind: 'text' }),
    ])
    source.set('WW1', 'flow', 7.25)
    expect(stateOf('a').props.states).toEqual([{ text: 'off' }, { text: '7.3' }])
    expect(stateOf('b').props.states).toEqual([{ text: 'off' }, { text: 'on' }])
  })

  test('a bound text shows a number in the decimals of the point and an enum in its label', () => {
    const { source, stateOf } = open([
      control('a', { kind: 'text', ...bound('text', 'flow') }),
      control('b', { kind: 'text', ...bound('text', 'mode') }),
      control('c', { kind: 'text', ...bound('isBold', 'flow') }),
      control('d', { kind: 'text', ...bound('text', 'on') }),
    ])
    source.setAll('WW1', { flow: 2, mode: 1, on: true })
    expect(stateOf('a').props.text).toBe('2.0')
    expect(stateOf('b').props.text).toBe('自动')
    expect(stateOf('c').props.isBold).toBe(true)
    expect(stateOf('d').props.text).toBe('是')
  })

  test('a value that does not fit leaves the own setting, and is reported', () => {
    const { source, stateOf, runtime } = open([control('a', { kind: 'gauge', ...bound('value', 'mode') })])
    source.set('WW1', 'mode', 'auto')
    expect(stateOf('a').props.value).toBe(null)
    const [problem] = runtime.problems()
    expect(problem).toEqual({ control_id: 'a', property: 'value', problem: 'does_not_fit', value: 'auto' })
    expect(problem && problemText(problem, 'zh')).toBe('值 auto 不适用于此属性，保留原值')
    source.set('WW1', 'mode', 3)
    expect(runtime.problems()).toEqual([])
  })

  test('a rule about two properties checks a bound one', () => {
    const { source, stateOf, runtime } = open([control('a', { kind: 'gauge', ...bound('max', 'level') })])
    source.set('WW1', 'level', 50)
    expect(stateOf('a').props.max).toBe(50)
    source.set('WW1', 'level', -1)
    expect(stateOf('a').props.max).toBe(100)
    expect(runtime.problems()).toMatchObject([{ property: 'max', value: -1 }])
  })

  test('stored properties that the kind no longer accepts are drawn as defaults and reported', () => {
    const { stateOf, runtime } = open([control('a', { props: { unit: 5, label: 'Kept' } })])
    expect(stateOf('a').props).toMatchObject({ unit: '', label: 'Kept' })
    expect(runtime.problems()).toEqual([{ control_id: 'a', property: 'unit', problem: 'own' }])
  })

  test('an invalid expression shows nothing, has bad quality, and is reported', () => {
    const { source, stateOf, runtime } = open([control('a', bound('value', 'mode * 2'))])
    source.set('WW1', 'mode', 'auto')
    expect(stateOf('a')).toMatchObject({ quality: 'bad', props: { value: null } })
    const [problem] = runtime.problems()
    expect(problem && problemText(problem, 'en')).toBe('mode is a text: a number is needed to calculate')
  })

  test('a binding that is not an expression is missing', () => {
    const { stateOf } = open([control('a', bound('value', 'flow +'))])
    expect(stateOf('a').quality).toBe('missing')
  })
})

describe('before publishing', () => {
  test('everything that cannot work is listed with its control and property before publishing', () => {
    const { runtime } = open([
      control('a', bound('value', 'flow +')),
      control('b', bound('value', 'nowhere + flow')),
      control('c', bound('value', 'WW9.flow')),
      control('d', bound('value', 'pump1.flow')),
      control('e', bound('colour', 'flow')),
      control('f', {
        alarm_of: 'gone',
        events: [
          {
            on: 'change',
            when: 'flow >',
            actions: [
              { does: 'write', point: 'flow', value: '1 + x' },
              { does: 'acknowledge', point: 'y' },
            ],
          },
        ],
      }),
      control('g', bound('value', '[pump1.flow]')),
    ])
    const found = runtime.unresolved()
    expect(found.map((one) => [one.control_id, one.property, one.reason])).toEqual([
      ['a', 'value', 'syntax'],
      ['b', 'value', 'unknown_point'],
      ['c', 'value', 'unknown_device'],
      ['d', 'value', 'unknown_device'],
      ['e', 'colour', 'unknown_property'],
      ['f', 'events.0.when', 'syntax'],
      ['f', 'events.0.actions.0.value', 'unknown_point'],
      ['f', 'events.0.actions.1.point', 'unknown_point'],
      ['f', 'alarm_of', 'unknown_point'],
    ])
    expect(found.map((one) => unresolvedText(one, 'en'))).toEqual([
      'Not finished: expected a value, a point or a function at the end',
      'The device has no point nowhere',
      'There is no device WW9, or it is not to be seen',
      'There is no device pump1, or it is not to be seen. [pump1.flow] may be meant',
      'The control has no such property',
      'Not finished: expected a value, a point or a function at the end',
      'The device has no point x',
      'The device has no point y',
      'The device has no point gone',
    ])
  })
})
