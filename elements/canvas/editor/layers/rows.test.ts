import { expect, test } from 'vitest'
import type { Control, ScreenDocument } from '../../../../core/contract/documents/screen.ts'
import { placeBeside, rowsOf } from './rows.ts'

const control = (control_id: string, more: Partial<Control> = {}) =>
  ({ control_id, kind: 'rectangle', layer_id: 'main', parent: null, props: {}, ...more }) as Control
const document = {
  layers: [
    { layer_id: 'main', name: '' },
    { layer_id: 'top', name: 'Top' },
  ],
  controls: [
    control('a'),
    control('g', { kind: 'group' }),
    control('m', { parent: 'g' }),
    control('b'),
    control('t', { layer_id: 'top' }),
  ],
} as unknown as ScreenDocument

test('what is in front stands above, layer by layer; a group is closed until it is opened', () => {
  expect(rowsOf(document, () => false).map(({ key, level }) => `${level} ${key}`)).toEqual([
    '1 layer:top',
    '2 control:t',
    '1 layer:main',
    '2 control:b',
    '2 control:g',
    '2 control:a',
  ])
  const opened = rowsOf(document, (key) => key === 'control:g')
  expect(opened.map(({ key }) => key).slice(4, 6)).toEqual(['control:g', 'control:m'])
  expect(rowsOf(document, (key) => key === 'layer:main').map(({ key }) => key)).toEqual([
    'layer:top',
    'control:t',
    'layer:main',
  ])
})

test('above in the list is in front in the drawing', () => {
  const a = document.controls[0] as Control
  expect(placeBeside(document, a, 'below', ['b'])).toBe('a')
  expect(placeBeside(document, a, 'above', ['b'])).toBe('g')
  expect(placeBeside(document, a, 'above', ['g'])).toBe('b')
  expect(placeBeside(document, document.controls[4] as Control, 'above', ['a'])).toBeNull()
})
