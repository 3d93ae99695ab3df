import { expect, test } from 'vitest'
import { nameOf, typeOf } from './upload.ts'

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
