import { expect, test, vi } from 'vitest'
import { control, documentOf } from '../../../tests/server/screens.ts'
import { drawnVideos } from './drawn-videos.ts'
import { summarized } from './summary.ts'

const video = (name: string) => control(name.slice(0, 9), { kind: 'video', props: { video: name } })
/** A symbol that is used many times, and chooses a video by a long expression each time. */
const choosing = (uses: number) =>
  documentOf(
    Array.from({ length: uses }, (_, n) =>
      control(`u${n}`, { kind: 'group', props: { symbol: 'one', points: { p: `q${n}` } } }),
    ),
    {
      symbols: {
        one: {
          controls: [control('v', { bindings: { video: { expression: `$p ? "gate" : "${'x'.repeat(3000)}"` } } })],
        },
      },
    },
  )

test('a document that is drawn on is parsed for its videos once, however often it is shown', () => {
  const text = JSON.stringify(documentOf([video('gate')]))
  const parse = vi.spyOn(JSON, 'parse')
  const names = drawnVideos(text)
  expect(names).toEqual(new Set(['gate']))
  expect(drawnVideos(text)).toBe(names)
  expect(parse).toHaveBeenCalledTimes(1)
  parse.mockRestore()
})

test('a document that is drawn on is read for its videos only as far as it takes milliseconds', () => {
  expect(drawnVideos(JSON.stringify(choosing(10)))).toEqual(new Set(['gate']))
  expect(drawnVideos(JSON.stringify(choosing(100)))).toEqual(new Set())
  expect(summarized(JSON.stringify(choosing(100))).summary.video_names).toEqual(['gate'])
})

test('names that no video can have are not kept', () => {
  const { summary } = summarized(JSON.stringify(documentOf([video('gate'), video('g'.repeat(1000))])))
  expect(summary).toEqual({ width: 400, height: 300, video_names: ['gate'] })
})

test('names of videos of drawn documents are kept as far as there is room for them', () => {
  const documents = Array.from({ length: 30 }, (_, n) =>
    JSON.stringify(
      documentOf(
        Array.from({ length: 2000 }, (_, i) => control(`${i}`, { kind: 'video', props: { video: `${n} ${i}` } })),
      ),
    ),
  )
  const names = documents.map(drawnVideos)
  expect(documents.map(drawnVideos).filter((some, n) => some === names[n])).toEqual([])
  const [last] = documents.slice(-1)
  expect(drawnVideos(last as string)).toBe(drawnVideos(last as string))
})
