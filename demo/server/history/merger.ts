import { Worker } from 'node:worker_threads'
import type { MergedHour } from './merge-hour.ts'
import type { Merged, MergeOrder } from './merge-thread.ts'

/** Merges hours in a thread: an hour of one point may have some hundred thousand samples. */
export interface Merger {
  merge(hours: MergeOrder['hours']): Promise<MergedHour[]>
  close(): Promise<void>
}

const PROGRAM = new URL('./merge-thread.ts', import.meta.url)
/** Many times what the hours of one step need. */
const HEAP_MB = 512

/** What came from another thread is no longer a Buffer. */
const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

const withBuffers = (hour: MergedHour): MergedHour => ({
  ...hour,
  data: asBuffer(hour.data),
  rollup: hour.rollup && { ...hour.rollup, m1: asBuffer(hour.rollup.m1) },
})

/** The orders that wait for it end with it, and no others. */
interface Thread {
  worker: Worker
  waiting: Map<number, { resolve(merged: MergedHour[]): void; reject(error: Error): void }>
}

/** The thread begins with the first load, and stays for the next. */
export function openMerger(): Merger {
  let thread: Thread | null = null
  let orders = 0

  function start(): Thread {
    const worker = new Worker(PROGRAM, { env: {}, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    const waiting: Thread['waiting'] = new Map()
    const started = { worker, waiting }
    worker.unref()
    worker.on('message', (answer: Merged) => {
      const order = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('error' in answer) order?.reject(answer.error)
      else order?.resolve(answer.merged.map(withBuffers))
    })
    const end = (error: Error) => {
      if (thread === started) thread = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    worker.once('error', end)
    worker.once('exit', () => end(new Error('the thread that merges history ended')))
    return started
  }

  return {
    merge: (hours) =>
      new Promise((resolve, reject) => {
        thread ??= start()
        const id = orders++
        thread.waiting.set(id, { resolve, reject })
        thread.worker.postMessage({ id, hours } satisfies MergeOrder)
      }),
    close: async () => {
      await thread?.worker.terminate()
    },
  }
}
