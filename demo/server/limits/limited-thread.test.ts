import { expect, test } from 'vitest'
import { runLimited, ThreadEnded, ThreadExceeded } from './limited-thread.ts'

const program = (text: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${text}`)}`)
const run = (text: string, ms: number) => runLimited<string>(program(text), null, { ms, heapMb: 64, holder: 1 })

test('a thread is not ended for what it had to wait, as where the machine does much else', async () => {
  expect(await run(`setTimeout(() => parentPort.postMessage('done'), 1500)`, 1000)).toBe('done')
})

test('a body of a call is read while files of other organisations take all their threads', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const waits = program(`import { workerData } from 'node:worker_threads'
    Atomics.wait(workerData, 0, 0)
    parentPort.postMessage('done')`)
  const files = [11, 12, 13].map((holder) => runLimited<string>(waits, gate, { ms: 5000, heapMb: 64, holder }))
  const body = runLimited<string>(program(`parentPort.postMessage('read')`), null, {
    ms: 5000,
    heapMb: 64,
    holder: 14,
    kind: 'body',
  })
  expect(await Promise.race([body, ...files])).toBe('read')
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  expect(await Promise.all(files)).toEqual(['done', 'done', 'done'])
})

test('a thread is ended when it has computed for longer than it may', async () => {
  await expect(run('for (;;);', 100)).rejects.toThrow(ThreadExceeded)
})

test('a thread that ends without an answer has failed, not exceeded its limits', async () => {
  const failed = await run('parentPort.unref()', 1000).catch((error) => error)
  expect(failed).toBeInstanceOf(ThreadEnded)
  expect(failed).not.toBeInstanceOf(ThreadExceeded)
})
