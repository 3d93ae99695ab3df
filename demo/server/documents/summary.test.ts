import { expect, test, vi } from 'vitest'
import { control, documentOf } from '../../../tests/server/screens.ts'
import { summaryOf } from './summary.ts'

test('a document is parsed for its summary once, however often it is shown', () => {
  const text = JSON.stringify(documentOf([control('a', { kind: 'video', props: { video: 'gate' } })]))
  const parse = vi.spyOn(JSON, 'parse')
  const summary = summaryOf(text)
  expect(summary).toEqual({ width: 400, height: 300, videoNames: new Set(['gate']) })
  expect(summaryOf(text)).toBe(summary)
  expect(parse).toHaveBeenCalledTimes(1)
  parse.mockRestore()
})

test('names that no video can have are not kept', () => {
  const video = (name: string) => control(name.slice(0, 9), { kind: 'video', props: { video: name } })
  expect(summaryOf(JSON.stringify(documentOf([video('gate'), video('g'.repeat(1000))]))).videoNames).toEqual(
    new Set(['gate']),
  )
})

test('summaries of documents with many names are kept as far as there is room for the names', () => {
  const documents = Array.from({ length: 30 }, (_, n) =>
    JSON.stringify(
      documentOf(
        Array.from({ length: 2000 }, (_, i) => control(`${i}`, { kind: 'video', props: { video: `${n} ${i}` } })),
      ),
    ),
  )
  const summaries = documents.map(summaryOf)
  expect(documents.map(summaryOf).filter((summary, n) => summary === summaries[n])).toEqual([])
  const [last] = documents.slice(-1)
  expect(summaryOf(last as string)).toBe(summaryOf(last as string))
})
