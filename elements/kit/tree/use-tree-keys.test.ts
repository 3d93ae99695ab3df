import { expect, test } from 'vitest'
import { rowOfWord } from './use-tree-keys.ts'

const names = ['Plant', 'East', 'Energy', 'West', '华东']
const found = (at: number, word: string) => rowOfWord(names.length, at, word, (index) => names[index] ?? '')

test('a letter goes to the next name that begins with it, round the end', () => {
  expect(found(0, 'e')).toBe(1)
  expect(found(1, 'e')).toBe(2)
  expect(found(2, 'e')).toBe(1)
  expect(found(0, '华')).toBe(4)
})

test('a word that is still being typed stays on a name that fits it', () => {
  expect(found(2, 'en')).toBe(2)
  expect(found(1, 'en')).toBe(2)
})

test('a letter that no name begins with leads nowhere', () => {
  expect(found(0, 'x')).toBe(null)
  expect(rowOfWord(0, 0, 'x', () => '')).toBe(null)
})
