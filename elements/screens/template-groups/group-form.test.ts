import { expect, test } from 'vitest'
import { translate } from '../../../core/text/define-text.ts'
import { check } from './group-form.ts'
import { text } from './text.ts'

const t = translate(text, 'en')
const wrong = (group_name: string, remarks = '') => Object.keys(check({ group_name, remarks }, t))

test('a name has 1 to 10 characters, and no underscore at an end', () => {
  expect(wrong('泵站')).toEqual([])
  expect(wrong('a_b')).toEqual([])
  for (const name of ['', '  ', '_a', 'a_', '_', '12345678901']) expect(wrong(name)).toEqual(['group_name'])
})

test('remarks have 120 characters at most', () => {
  expect(wrong('a', 'x'.repeat(120))).toEqual([])
  expect(wrong('a', 'x'.repeat(121))).toEqual(['remarks'])
})
