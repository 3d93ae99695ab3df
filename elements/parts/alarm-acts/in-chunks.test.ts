import { expect, test } from 'vitest'
import { ConnectionError } from '../../../core/contract/api-error.ts'
import { DONE, inChunks } from './in-chunks.ts'

const many = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1))
const done = (alarm_ids: string[]) => ({ results: alarm_ids.map((alarm_id) => ({ alarm_id, code: DONE })) })

test('a few hundred go in one call, and each has its own answer', async () => {
  const calls: number[] = []
  const outcome = await inChunks(many(200), {
    async call(alarm_ids) {
      calls.push(alarm_ids.length)
      const codes: Record<string, string> = { '2': '110526', '3': '100002' }
      return { results: alarm_ids.map((alarm_id) => ({ alarm_id, code: codes[alarm_id] ?? DONE })) }
    },
    signal: new AbortController().signal,
    onProgress() {},
  })
  expect(calls).toEqual([200])
  expect(outcome.done).toHaveLength(198)
  expect(outcome.before).toEqual(['2'])
  expect([...outcome.failed]).toEqual([['3', '100002']])
})

test('more go in chunks that report their progress, and can be cancelled between two', async () => {
  const abort = new AbortController()
  const progress: number[] = []
  const outcome = await inChunks(many(2300), {
    call: async (alarm_ids) => done(alarm_ids),
    signal: abort.signal,
    onProgress(count) {
      progress.push(count)
      if (count >= 400) abort.abort()
    },
  })
  expect(progress).toEqual([200, 400])
  expect(outcome.done).toHaveLength(400)
  expect(outcome.failed.size).toBe(0)
  expect(outcome.left).toEqual(many(2300).slice(400))
})

test('alarms without an answer, and all after them, are reported as not done', async () => {
  let calls = 0
  const outcome = await inChunks(many(1100), {
    async call(alarm_ids) {
      calls += 1
      if (calls === 2) throw new ConnectionError('timeout')
      return done(alarm_ids)
    },
    signal: new AbortController().signal,
    onProgress() {},
  })
  expect(calls).toBe(2)
  expect(outcome.done).toHaveLength(200)
  expect(outcome.failed.size).toBe(900)
  expect(outcome.failed.get('201')).toBe('timeout')
})
