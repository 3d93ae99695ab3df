import { expect, test } from 'vitest'
import { occupyThreads } from '../../../tests/server/occupied-threads.ts'
import { frozenDocument } from './freeze-work.ts'

test('a short document is frozen while long work of others takes all threads', async () => {
  const end = occupyThreads('file')
  const document = JSON.stringify({ controls: [] }).padEnd(20 << 10)
  expect((await frozenDocument({ document, groups: new Map() }, 1)).document).toBe(document)
  await end()
})
