import { expect, test } from 'vitest'
import { placeAfter, wallPages, wallZoom } from './wall.ts'

test('a wall shows more than twice as large what a desk shows, in both directions as much as there is room for', () => {
  expect(wallZoom(1920, 1080)).toBeCloseTo(2.13, 2)
  expect(wallZoom(3840, 2160)).toBeCloseTo(4.27, 2)
  expect(wallZoom(2560, 720)).toBe(1.5)
})

test('a phone in wall mode shows everything as large as ever', () => {
  expect(wallZoom(390, 844)).toBe(1)
})

test('what does not fit a wall is shown page by page, from the last one to the first again', () => {
  const box = { scrollTop: 0, scrollHeight: 1200, clientHeight: 500 }
  const seen: string[] = []
  for (let turns = 0; turns < 4; turns += 1) {
    const { at, count } = wallPages(box)
    seen.push(`${at}/${count}`)
    // No further than a browser scrolls.
    box.scrollTop = Math.min(placeAfter(box), box.scrollHeight - box.clientHeight)
  }
  expect(seen).toEqual(['1/3', '2/3', '3/3', '1/3'])
})

test('what fits a wall is one page, and stays', () => {
  const box = { scrollTop: 0, scrollHeight: 501, clientHeight: 500 }
  expect(wallPages(box)).toEqual({ at: 1, count: 1 })
  expect(placeAfter(box)).toBe(0)
})
