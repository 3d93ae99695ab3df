import { expect, test } from 'vitest'
import { translate } from '../../../core/text/define-text.ts'
import { formatFor } from '../../../core/text/format.ts'
import { nameFrom, sizeText, wrongFile, wrongModel } from './file-checks.ts'
import { text } from './text.ts'

const t = translate(text, 'en')
const format = formatFor('en', 'UTC')
const MB = 1024 * 1024
const file = (name: string, size = 10) => ({ name, size })

test('a picture is refused before it is sent: for its kind, its size, or because it is empty', () => {
  expect(wrongFile('picture', file('a.PNG', MB), t, format)).toBeNull()
  expect(wrongFile('picture', file('a.webp'), t, format)).toBeNull()
  expect(wrongFile('picture', file('a.bmp'), t, format)).toBe(t.notPicture)
  expect(wrongFile('picture', file('a.svg'), t, format)).toBe(t.notPicture)
  expect(wrongFile('picture', file('a.png', 0), t, format)).toBe(t.emptyFile)
  expect(wrongFile('picture', file('a.png', 1.5 * MB), t, format)).toBe('1.5 MB: more than 1 MB')
  expect(wrongFile('symbol', file('a.svg'), t, format)).toBeNull()
  expect(wrongFile('symbol', file('a.png'), t, format)).toBe(t.notSymbol)
})

test('a model has one scene and its parts, each once', () => {
  const check = (...names: string[]) =>
    wrongModel(
      names.map((name) => file(name)),
      t,
      format,
    )
  expect(check('a.gltf', 'a.bin', 'b.jpg')).toEqual({ each: [null, null, null], all: null })
  expect(check('a.bin').all).toBe(t.noScene)
  expect(check('a.gltf', 'b.glb').each).toEqual([null, t.secondScene])
  expect(check('a.gltf', 'a.bin', 'A.BIN').each).toEqual([null, null, t.twice])
  expect(check('a.gltf', 'a.exe').each).toEqual([null, t.notPart])
  expect(wrongModel([file('a.glb', 21 * MB)], t, format).all).toContain('20 MB')
})

test('a name is that of the file, as far as a name goes', () => {
  expect(nameFrom('pump house.v2.png')).toBe('pump house.v2')
  expect(Array.from(nameFrom(`${'泵'.repeat(40)}.svg`)).length).toBe(20)
})

test('sizes are shown in the unit that reads best', () => {
  expect([0, 900, 2048, 1.5 * MB].map((bytes) => sizeText(bytes, format))).toEqual(['0 B', '900 B', '2 KB', '1.5 MB'])
})
