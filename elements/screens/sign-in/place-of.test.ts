import { expect, test } from 'vitest'
import { placeAfter } from './place-of.ts'

test('arrows move the piece a little, with shift or by page more, and never out of the picture', () => {
  expect(placeAfter('ArrowRight', false, 100, 228)).toBe(102)
  expect(placeAfter('ArrowLeft', true, 100, 228)).toBe(90)
  expect(placeAfter('PageUp', false, 225, 228)).toBe(228)
  expect(placeAfter('ArrowLeft', false, 1, 228)).toBe(0)
  expect(placeAfter('Home', false, 100, 228)).toBe(0)
  expect(placeAfter('End', false, 100, 228)).toBe(228)
})

test('other keys move nothing', () => {
  expect(placeAfter('a', false, 100, 228)).toBeNull()
  expect(placeAfter('Tab', false, 100, 228)).toBeNull()
})
