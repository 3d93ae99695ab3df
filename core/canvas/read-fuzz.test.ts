import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ScreenDocument } from '../contract/documents/screen.ts'
import { createEditor } from './editor.ts'
import { expandDocument } from './expand.ts'
import { problemSentence } from './problem.ts'
import { readDocument } from './read-document.ts'
import { control, documentOf, TEST_KINDS } from './test-editor.ts'
import { writeDocument } from './write-document.ts'

const SAMPLE = JSON.stringify({
  ...documentOf([
    control({
      control_id: 'a',
      bindings: { fill: { expression: 'flow', ranges: [{ from: 1, to: 2, gives: 'red' }] } },
    }),
    control({ control_id: 'g', kind: 'group', props: {} }),
    control({ control_id: 'b', parent: 'g', events: [{ on: 'click', actions: [{ does: 'show', control_id: 'a' }] }] }),
    control({ control_id: 'm', kind: 'meter', version: 1, props: { colour: 'red', top: 4 } }),
    control({ control_id: 'u', kind: 'group', props: { symbol: 's', points: { p: 'flow' } } }),
  ]),
  symbols: { s: { name: 'S', width: 100, height: 100, controls: [control({ control_id: 'i' })] } },
})

/** Opened or refused, but never thrown; opened, it is sound, can be edited and loses nothing by a save. */
function expectOpens(value: unknown): void {
  const result = readDocument(value, TEST_KINDS)
  for (const problem of [...result.problems, ...(result.refusal ? [result.refusal] : [])])
    for (const lang of ['zh', 'en'] as const) expect(problemSentence(problem, lang)).not.toMatch(/\{\{|undefined/)
  if (!result.document) return
  expect(ScreenDocument.safeParse(result.document).error?.issues ?? []).toEqual([])
  expandDocument(result.document)
  const editor = createEditor({ document: result.document, kinds: TEST_KINDS })
  editor.viewing.resize(500, 500)
  editor.selecting.selectAll()
  editor.commands.move({ x: 1, y: 1 })
  editor.undo()
  const written = writeDocument(editor.state().whole)
  const again = readDocument(JSON.parse(JSON.stringify(written)), TEST_KINDS)
  expect(again.document && writeDocument(again.document)).toEqual(JSON.parse(JSON.stringify(written)))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

test('a truncated document opens or is refused', () => {
  fc.assert(
    fc.property(fc.nat({ max: SAMPLE.length }), fc.constantFrom('', '}', ']}', '"}]}', 'null}'), (length, end) => {
      expectOpens(parsed(SAMPLE.slice(0, length) + end))
    }),
    { numRuns: 300 },
  )
})

test('a document with flipped bits opens or is refused', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: SAMPLE.length - 1 }), fc.nat({ max: 6 })), { minLength: 1, maxLength: 6 }),
      (flips) => {
        const bytes = [...SAMPLE].map((sign) => sign.charCodeAt(0))
        for (const [at, bit] of flips) bytes[at] = (bytes[at] as number) ^ (1 << bit)
        expectOpens(parsed(String.fromCharCode(...bytes)))
      },
    ),
    { numRuns: 300 },
  )
})

/** Any value of JSON in any place of the document. */
const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(-1, 1e300, '__proto__', 'a', 'main', {}, [], [null], { x: 1 }, 'var(--sg-accent)', true),
)

test('a document with arbitrary values in it opens or is refused', () => {
  const places: string[][] = []
  const walk = (value: unknown, path: string[]) => {
    places.push(path)
    if (typeof value === 'object' && value !== null)
      for (const [key, held] of Object.entries(value)) walk(held, [...path, key])
  }
  walk(JSON.parse(SAMPLE), [])
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: places.length - 1 }), junk), { minLength: 1, maxLength: 4 }),
      (changes) => {
        let value: unknown = JSON.parse(SAMPLE)
        for (const [place, held] of changes) {
          const path = places[place] as string[]
          if (path.length === 0) value = held
          let at = value as Record<string, unknown>
          for (const key of path.slice(0, -1)) at = (at?.[key] ?? {}) as Record<string, unknown>
          const last = path.at(-1)
          if (last !== undefined && typeof at === 'object' && at !== null) at[last] = held
        }
        expectOpens(value)
      },
    ),
    { numRuns: 300 },
  )
})

test('any value opens or is refused as a document', () => {
  fc.assert(
    fc.property(
      fc.anything({ maxDepth: 4, withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
      (value) => {
        expectOpens(value)
        expectOpens({ version: 1, controls: [value], symbols: { s: value } })
      },
    ),
    { numRuns: 300 },
  )
})
