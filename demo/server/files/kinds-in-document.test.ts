import { expect, test } from 'vitest'
import { kindsIn } from './kinds-in-document.ts'

const of = (kind: string, count = 1) => Array.from({ length: count }, () => ({ kind, props: {} }))
const using = (symbol: string, count = 1) => Array.from({ length: count }, () => ({ kind: 'group', props: { symbol } }))

test('the kinds of a document are counted with those of its symbols, once for each use of a symbol', () => {
  const symbols = { row: { controls: [...of('pie', 2), ...using('cell', 3)] }, cell: { controls: of('screen', 4) } }
  const kinds = kindsIn({ controls: [...of('pie'), ...using('row', 5)], symbols })
  expect(Object.fromEntries(kinds)).toEqual({ pie: 11, group: 20, screen: 60 })
})

test('the kinds of symbols that are made of themselves, or of none, are counted once', () => {
  const symbols = { a: { controls: [...of('pie'), ...using('b')] }, b: { controls: using('a') } }
  const kinds = kindsIn({ controls: [...using('a'), ...using('gone'), { kind: 7 }], symbols })
  expect(Object.fromEntries(kinds)).toEqual({ pie: 1, group: 4 })
})

test('the kinds of a long chain of symbols that double each other are counted without end or overflow', () => {
  const symbols = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, n) => [`s${n}`, { controls: [...of('pie'), ...using(`s${n + 1}`, 2)] }]),
  )
  const kinds = kindsIn({ controls: using('s0'), symbols })
  expect(kinds.get('pie')).toBeGreaterThan(1e15)
})
