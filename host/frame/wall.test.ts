import { expect, test } from 'vitest'
import { wallZoom } from './wall.ts'

test('a wall shows more than twice as large what a desk shows, in both directions as much as there is room for', () => {
  expect(wallZoom(1920, 1080)).toBeCloseTo(2.13, 2)
  expect(wallZoom(3840, 2160)).toBeCloseTo(4.27, 2)
  expect(wallZoom(2560, 720)).toBe(1.5)
})

test('a phone in wall mode shows everything as large as ever', () => {
  expect(wallZoom(390, 844)).toBe(1)
})
