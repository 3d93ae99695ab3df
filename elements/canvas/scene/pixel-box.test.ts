import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, inDocument, isEmpty, meets, type PixelBox, roundOut, sizeOf, without } from './pixel-box.ts'

const whole = fc.integer({ min: -50, max: 50 })
const box: fc.Arbitrary<PixelBox> = fc
  .tuple(whole, whole, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
  .map(([left, top, width, height]) => ({ left, top, right: left + width, bottom: top + height }))

test('a box without a hole is all of it but the hole, and no px twice', () => {
  fc.assert(
    fc.property(box, box, (outer, hole) => {
      const parts = without(outer, hole)
      expect(parts.some((part, n) => parts.some((other, m) => m > n && meets(part, other)))).toBe(false)
      expect(parts.some((part) => meets(part, hole))).toBe(false)
      const left = parts.reduce((sum, part) => sum + sizeOf(part), 0)
      expect(left).toBe(sizeOf(outer) - sizeOf(cut(hole, outer)))
    }),
  )
})

test('half a px is a px to be painted', () => {
  expect(roundOut({ x: 10.4, y: 9.6, width: 20, height: 1 }, 1)).toEqual({ left: 10, top: 9, right: 31, bottom: 11 })
  expect(roundOut({ x: 10, y: 10, width: 20, height: 20 }, 1.5)).toEqual({ left: 15, top: 15, right: 45, bottom: 45 })
})

test('a box in px of the canvas covers the same area in px of the document', () => {
  const box = inDocument({ left: 15, top: 15, right: 45, bottom: 45 }, 1.5)
  expect(box.x).toBeLessThanOrEqual(10)
  expect(box.x + box.width).toBeGreaterThanOrEqual(30)
})

test('boxes that only touch share no px', () => {
  const left = { left: 0, top: 0, right: 10, bottom: 10 }
  expect(meets(left, { ...left, left: 10, right: 20 })).toBe(false)
  expect(isEmpty(cut(left, { ...left, left: 10, right: 20 }))).toBe(true)
})
