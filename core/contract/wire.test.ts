import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fromTexts } from './wire.ts'

test('a field called __proto__ is an ordinary field', () => {
  const texts = Object.fromEntries([
    ['__proto__', 'x'],
    ['n', '1'],
  ])
  const read = fromTexts(z.object({ n: z.int() }), texts)
  expect(Object.keys(read)).toEqual(['__proto__', 'n'])
  expect(Object.getPrototypeOf(read)).toBe(null)
  expect(z.parse(z.object({ n: z.int() }), read)).toEqual({ n: 1 })
})
