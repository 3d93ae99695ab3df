import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, touches } from '../../../core/canvas/geometry.ts'
import { GridIndex } from './grid-index.ts'

const px = fc.double({ min: -3000, max: 3000, noNaN: true })
const extent = fc.oneof(fc.double({ min: 0, max: 200, noNaN: true }), fc.double({ min: 0, max: 9000, noNaN: true }))
const box: fc.Arbitrary<Box> = fc.record({ x: px, y: px, width: extent, height: extent })

test('what touches a box is found, once, wherever it was before', () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 60 }), fc.array(box, { maxLength: 30 }), box, (placed, moved, area) => {
      const index = new GridIndex<number>()
      const now = new Map(placed.entries())
      for (const [item, at] of placed.entries()) index.place(item, at)
      for (const [item, at] of moved.entries()) {
        index.place(item, at)
        now.set(item, at)
      }
      const expected = [...now].filter(([, at]) => touches(at, area)).map(([item]) => item)
      expect(index.in(area).sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b))
    }),
  )
})

test('what is taken out is not found any more', () => {
  const index = new GridIndex<string>()
  const whole = { x: -1000, y: -1000, width: 20_000, height: 20_000 }
  index.place('ground', whole)
  index.place('pump', { x: 10, y: 10, width: 40, height: 40 })
  expect(index.in({ x: 20, y: 20, width: 0, height: 0 }).sort()).toEqual(['ground', 'pump'])
  index.place('ground', null)
  index.place('pump', null)
  expect([index.in(whole), index.size]).toEqual([[], 0])
})

test('a coordinate beyond all cells is found where it is', () => {
  const index = new GridIndex<string>()
  index.place('far', { x: 9e9, y: -9e9, width: 10, height: 10 })
  expect(index.in({ x: 9e9 + 5, y: -9e9 + 5, width: 0, height: 0 })).toEqual(['far'])
  expect(index.in({ x: 0, y: 0, width: 10, height: 10 })).toEqual([])
})
