import { runLimited } from '../../demo/server/limits/limited-thread.ts'

const PROGRAM = `import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (gate) => { Atomics.wait(gate, 0, 0); parentPort.postMessage('done') })`
const URL_OF_PROGRAM = new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`)

/** Long work of some organisations in all threads for files that are read, or written; what is returned ends it. */
export function occupyThreads(kind: 'file' | 'written') {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const works = [11, 12, 13].map((holder) => runLimited(URL_OF_PROGRAM, gate, { ms: 5000, heapMb: 64, holder, kind }))
  return async () => {
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
    await Promise.all(works)
  }
}
