import { expect, test } from 'vitest'
import type { ModelProps } from './control.ts'
import { eyeOf, keyed, type Orbit, turned, zoomed } from './orbit.ts'
import { nodeLooks } from './parts.ts'

type Part = ModelProps['parts'][number]
const part = (property: Part['property'], value: Part['value'], node = 'Lid'): Part => ({ node, property, value })
const lid = (...parts: Part[]) => nodeLooks(parts).get('Lid')

test('rows for the same node are joined', () => {
  expect(lid(part('rotate_y', 90), part('move_x', 2), part('colour', 'red'), part('move_z', '1.5'))).toEqual({
    colour: 'red',
    visible: true,
    rotate: [0, 90, 0],
    move: [2, 0, 1.5],
  })
})

test('a row without a node says nothing', () => {
  expect(nodeLooks([part('colour', 'red', '')]).size).toBe(0)
})

test('a value that has not come leaves the node as the model has it', () => {
  expect(lid(part('visible', null), part('rotate_x', null), part('colour', null))).toEqual({
    colour: null,
    visible: true,
    rotate: [0, 0, 0],
    move: [0, 0, 0],
  })
})

test.each([
  [true, true],
  [1, true],
  ['on', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
  ['', false],
])('the value %j shows a node: %j', (value, isShown) => {
  expect(lid(part('visible', value))?.visible).toBe(isShown)
})

const start: Orbit = { azimuth: 350, elevation: 80, zoom: 1 }

test('a model is turned all around, and never past its top', () => {
  expect(turned(start, { azimuth: 20, elevation: 20 })).toEqual({ azimuth: 10, elevation: 89, zoom: 1 })
  expect(turned(start, { azimuth: -360 }).azimuth).toBe(350)
})

test('a model cannot be zoomed too near or too far', () => {
  expect(zoomed(start, 100).zoom).toBe(8)
  expect(zoomed(start, 0.001).zoom).toBe(0.25)
})

test('keys turn a model, and 0 puts it back', () => {
  const away = keyed(start, 'ArrowLeft', start) as Orbit
  expect(away).not.toEqual(start)
  expect(keyed(away, '0', start)).toBe(start)
  expect(keyed(start, 'a', start)).toBeNull()
})

test('a model is seen from the front at 0°, and from above at 90°', () => {
  const near = (eye: readonly number[]) => eye.map((one) => Math.round(one * 100) / 100 + 0)
  expect(near(eyeOf({ azimuth: 0, elevation: 0, zoom: 2 }, 10))).toEqual([0, 0, 5])
  expect(near(eyeOf({ azimuth: 90, elevation: 0, zoom: 1 }, 10))).toEqual([10, 0, 0])
  expect(near(eyeOf({ azimuth: 0, elevation: 90, zoom: 1 }, 10))).toEqual([0, 10, 0])
})
