import { expect, test } from 'vitest'
import { runLimited, ThreadEnded } from './limited-thread.ts'

const program = (text: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${text}`)}`)
const run = (text: string, ms: number) => runLimited<string>(program(text), null, { ms, heapMb: 64, holder: 1 })

test('a thread is not ended for what it had to wait, as where the machine does much else', async () => {
  expect(await run(`setTimeout(() => parentPort.postMessage('done'), 1500)`, 1000)).toBe('done')
})

test('a thread is ended when it has computed for longer than it may', async () => {
  await expect(run('for (;;);', 100)).rejects.toThrow(ThreadEnded)
})

test('a thread that ends without an answer has failed', async () => {
  await expect(run('parentPort.unref()', 1000)).rejects.toThrow(ThreadEnded)
})
