import { expect, test } from 'vitest'
import { viewOf, within, zoomedAt } from './view-fit.ts'

const page = { width: 1000, height: 500 }

test('a fitted page is seen whole, at the top of its place', () => {
  expect(viewOf('fit', page, { width: 500, height: 500 })).toEqual({ zoom: 0.5, x: 0, y: 0 })
  expect(viewOf('fit', page, { width: 1200, height: 500 })).toEqual({ zoom: 1, x: -100, y: 0 })
})

test('a page that fills its place leaves nothing of it empty', () => {
  expect(viewOf('fill', page, { width: 500, height: 500 })).toEqual({ zoom: 1, x: 0, y: 0 })
})

test('a page at its own size that is smaller than its place stands in the middle of its width, at the top', () => {
  expect(viewOf('actual', page, { width: 1200, height: 700 })).toEqual({ zoom: 1, x: -100, y: 0 })
})

test('a view is held at the edges of the page', () => {
  expect(within({ zoom: 1, x: 900, y: -50 }, page, { width: 400, height: 400 })).toEqual({ zoom: 1, x: 600, y: 0 })
})

test('what is under the pointer stays there while one zooms', () => {
  const before = { zoom: 1, x: 100, y: 50 }
  const after = zoomedAt(before, 2, { x: 200, y: 100 })
  expect(after.x + 200 / after.zoom).toBeCloseTo(before.x + 200 / before.zoom)
  expect(after.y + 100 / after.zoom).toBeCloseTo(before.y + 100 / before.zoom)
})
