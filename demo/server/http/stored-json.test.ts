import { expect, test } from 'vitest'
import { jsonOf, StoredJson } from './stored-json.ts'

test('stored JSON goes into an answer as the text that it is', () => {
  const text = '{ "b": 1.0,  "a": "$& $1 \\u0000" }'
  expect(jsonOf({ before: 1, document: new StoredJson(text), after: [null] })).toBe(
    `{"before":1,"document":${text},"after":[null]}`,
  )
  expect(jsonOf({ deep: [{ document: new StoredJson('[1]') }, { document: new StoredJson('"2"') }] })).toBe(
    '{"deep":[{"document":[1]},{"document":"2"}]}',
  )
  expect(jsonOf({ none: 'x' })).toBe('{"none":"x"}')
})
