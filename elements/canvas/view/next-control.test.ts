import { expect, test } from 'vitest'
import { nextControl } from './next-control.ts'

const at = (control_id: string, x: number, y: number, width = 80, height = 40) => ({ control_id, x, y, width, height })
/** Two rows whose controls are not quite at one height, given in an order of painting. */
const places = [at('d', 120, 102), at('a', 0, 0), at('c', 0, 100), at('e', 400, 96, 80, 44), at('b', 120, 4)]
const walk = (from: string, key: string) => {
  const seen = [from]
  for (let next = nextControl(places, from, key); next; next = nextControl(places, next, key)) seen.push(next)
  return seen.join('')
}

test('right and left lead through all controls of a screen, as it is read', () => {
  expect(walk('a', 'ArrowRight')).toBe('abcde')
  expect(walk('e', 'ArrowLeft')).toBe('edcba')
})

test('down and up lead to the nearest control, and nowhere beyond the last', () => {
  expect(walk('a', 'ArrowDown')).toBe('ac')
  expect(walk('b', 'ArrowDown')).toBe('bd')
  expect(walk('e', 'ArrowUp')).toBe('eb')
})

test('Home and End lead to the first and the last control, other keys nowhere', () => {
  expect([nextControl(places, 'd', 'Home'), nextControl(places, 'd', 'End')]).toEqual(['a', 'e'])
  expect([nextControl(places, 'd', 'Tab'), nextControl(places, 'nothing', 'Home')]).toEqual([undefined, undefined])
})
