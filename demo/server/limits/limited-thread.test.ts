import { availableParallelism } from 'node:os'
import { expect, test, vi } from 'vitest'
import { runLimited, runSmall, ThreadEnded, ThreadExceeded } from './limited-thread.ts'

/** A program that answers each input by what `text` posts. */
const program = (text: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, threadId } from 'node:worker_threads'
    const post = (answer) => parentPort.postMessage(answer)
    parentPort.on('message', (input) => { ${text} })`)}`,
  )
const run = (text: string, ms: number) => runLimited<string>(program(text), null, { ms, heapMb: 64, holder: 1 })

test('a thread is not ended for what it had to wait, as where the machine does much else', async () => {
  expect(await run(`setTimeout(() => post('done'), 1500)`, 1000)).toBe('done')
})

test('a body of a call is read while files of other organisations take all their threads', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const waits = program(`Atomics.wait(input, 0, 0); post('done')`)
  const files = [11, 12, 13].map((holder) => runLimited<string>(waits, gate, { ms: 5000, heapMb: 64, holder }))
  const body = runLimited<string>(program(`post('read')`), null, {
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
  const failed = await run('parentPort.close()', 1000).catch((error) => error)
  expect(failed).toBeInstanceOf(ThreadEnded)
  expect(failed).not.toBeInstanceOf(ThreadExceeded)
})

test('a thread that reads bodies is kept for the next one, which may compute for as long, and one that failed is not', async () => {
  const computes = program(`if (input === 'fail') throw new Error('failed')
    const used = () => { const { user, system } = process.threadCpuUsage(); return user + system }
    for (const end = used() + 250_000; used() < end;) for (let i = 0; i < 100_000; i++) Math.sqrt(i)
    post(threadId)`)
  const read = (input: unknown) =>
    runLimited<number>(computes, input, { ms: 2000, heapMb: 64, holder: 1, kind: 'body' })
  const ids: number[] = []
  for (let body = 0; body < 10; body++) ids.push(await read(body))
  expect(new Set(ids).size).toBe(1)
  await expect(read('fail')).rejects.toThrow('failed')
  expect(ids).not.toContain(await read('next'))
})

test('each file is read in a thread of its own', async () => {
  const [first, second] = [await run('post(threadId)', 1000), await run('post(threadId)', 1000)]
  expect(second).not.toBe(first)
})

test('what looks small and takes long is begun anew among the files that do, and small ones of others go on', async () => {
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const longAtFirst = program(`if (Atomics.add(input, 0, 1) === 0) for (;;); post('done')`)
  expect(await runSmall(longAtFirst, begun, { ms: 5000, heapMb: 64, holder: 1 })).toBe('done')
  expect(begun[0]).toBe(2)
})

test('threads of long work of all kinds and organisations together leave the server a core, and short work waits for none', async () => {
  const places = Math.max(1, availableParallelism() - 1)
  const state = new Int32Array(new SharedArrayBuffer(8))
  const waits = program(`Atomics.add(input, 1, 1); Atomics.wait(input, 0, 0); post('done')`)
  const limits = { ms: 5000, heapMb: 64 }
  const kinds = ['file', 'file', 'bulk', 'written'] as const
  const long = kinds.map((kind, index) => runLimited(waits, state, { ...limits, holder: 21 + index, kind }))
  const most = Math.min(places, kinds.length)
  await vi.waitFor(() => expect(Atomics.load(state, 1)).toBe(most), 60_000)
  for (const kind of ['small', 'body', 'document', 'smallWritten', 'picture'] as const)
    expect(await runLimited(program(`post('done')`), null, { ...limits, holder: 25, kind })).toBe('done')
  expect(Atomics.load(state, 1)).toBe(most)
  Atomics.store(state, 0, 1)
  Atomics.notify(state, 0)
  expect(await Promise.all(long)).toEqual(kinds.map(() => 'done'))
}, 90_000)
