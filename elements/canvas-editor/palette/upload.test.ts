import { expect, test } from 'vitest'
import { base64Of, nameOf, textOf, typeOf } from './upload.ts'

test('a file goes to where its ending says, whatever else is in its name', () => {
  expect(typeOf('pump.v2.SVG')).toBe('symbol')
  expect(typeOf('hall.jpeg')).toBe('picture')
  expect(typeOf('hall.exe')).toBeNull()
})

test('a file is called as it is without its ending', () => {
  expect(nameOf('一号泵房.png')).toBe('一号泵房')
  expect(nameOf('.png')).toBe('.png')
  expect(nameOf(`${'x'.repeat(40)}.png`)).toHaveLength(32)
})

test('texts and large files go into base64 and back', async () => {
  const words = '水泵'.repeat(40_000)
  expect(textOf(await base64Of(new Blob([words])))).toBe(words)
})
