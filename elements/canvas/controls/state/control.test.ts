import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { ControlState } from '../../../../core/canvas/control-state.ts'
import type { RawProps } from '../../../../core/canvas/kind.ts'
import { Colour } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import control from './control.ts'
import { stateAt } from './paint.ts'
import type { StateLook, StateProps } from './props.ts'

const [first] = control.defaults.states as [StateLook]
const states = (count: number, look: Partial<StateLook> = {}) =>
  Array.from({ length: count }, (_, at) => ({ ...first, text: `S${at}`, ...look }))
const taken = (props: Partial<StateProps>) => control.props.safeParse({ ...control.defaults, ...props }).success
const state = {} as ControlState<StateProps>

test('there are 2 to 255 states', () => {
  expect([1, 2, 255, 256].map((count) => taken({ states: states(count) }))).toEqual([false, true, true, false])
})

test('a flash takes 0.01 to 1000 seconds', () => {
  const frequencies = [0.009, 0.01, 1000, 1001]
  expect(frequencies.map((flickerFrequency) => taken({ states: states(2, { flickerFrequency }) }))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('a state that is not there is none, and nothing is said of it', () => {
  const props = { ...control.defaults, states: states(3) }
  expect(stateAt({ ...props, currStateIndex: 2 })?.text).toBe('S2')
  expect(stateAt({ ...props, currStateIndex: 3 })).toBe(undefined)
  expect(stateAt({ ...props, currStateIndex: null })).toBe(undefined)
  expect(control.speak?.({ ...props, currStateIndex: 9 }, state, 'en')).toBe(null)
  expect(control.speak?.({ ...props, currStateIndex: 1 }, state, 'en')).toBe('S1')
})

test('only a state that flickers wants frames', () => {
  const props = { ...control.defaults, states: [first, { ...first, flickerType: 2, flickerFrequency: 1 } as StateLook] }
  expect(control.motion?.({ ...props, currStateIndex: 0 }, state)).toBe(0)
  expect(control.motion?.({ ...props, currStateIndex: 1 }, state)).toBe(4)
})

test('a kind of a newer version opens the props of an older one, and keeps what it does not know', () => {
  const lamp = defineControl<{ color: string }>({
    kind: 'test-lamp',
    version: 2,
    category: 'instrument',
    props: z.object({ color: Colour }),
    defaults: { color: '' },
    size: { width: 10, height: 10 },
    bindable: ['color'],
    migrate: { 1: ({ colour, ...old }) => ({ ...old, color: colour }) },
    role: 'img',
    triggers: [],
  })
  let props: RawProps = { colour: 'red', note: 'of a plug-in' }
  for (let version = 1; version < lamp.version; version += 1) props = lamp.migrate?.[version]?.(props) ?? props
  expect(props).toEqual({ color: 'red', note: 'of a plug-in' })
  expect(lamp.props.safeParse(props).success).toBe(true)
})
