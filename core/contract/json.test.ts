import { expect, test } from 'vitest'
import { readJson } from './json.ts'

test('what is no JSON is undefined, which JSON itself has not', () => {
  for (const text of ['', '{', 'undefined', "{'a': 1}", '[1,]', 'NaN', '\u0000']) expect(readJson(text)).toBeUndefined()
  expect(readJson('null')).toBeNull()
  expect(readJson('{"a":[1,"2"]}')).toEqual({ a: [1, '2'] })
})
