import { Worker } from 'node:worker_threads'
import type { MergedHour } from './merge-hour.ts'
import type { MergeOrder } from './merge-thread.ts'

/** Merges hours in a thread: an hour of one point may have some hundred thousand samples. */
export interface Merger {
  merge(hours: MergeOrder['hours']): Promise<MergedHour[]>
  close(): Promise<void>
}

const PROGRAM = new URL('./merge-thread.ts', import.meta.url)

/** What came from another thread is no longer a Buffer. */
const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** The thread begins with the first load, and stays for the next. */
export function openMerger(): Merger {
  let thread: Worker | null = null
  let orders = 0
  const waiting = new Map<number, { resolve(merged: MergedHour[]): void; reject(error: Error): void }>()

  function start(): Worker {
    const worker = new Worker(PROGRAM, { env: {} })
    worker.unref()
    worker.on('message', ({ id, merged }: { id: number; merged: MergedHour[] }) => {
      waiting.get(id)?.resolve(
        merged.map((hour) => ({
          ...hour,
          data: asBuffer(hour.data),
          rollup: hour.rollup && { ...hour.rollup, m1: asBuffer(hour.rollup.m1) },
        })),
      )
      waiting.delete(id)
    })
    const end = (error: Error) => {
      if (thread === worker) thread = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    worker.once('error', end)
    worker.once('exit', () => end(new Error('the thread that merges history ended')))
    return worker
  }

  return {
    merge: (hours) =>
      new Promise((resolve, reject) => {
        thread ??= start()
        const id = orders++
        waiting.set(id, { resolve, reject })
        thread.postMessage({ id, hours } satisfies MergeOrder)
      }),
    close: async () => {
      await thread?.terminate()
    },
  }
}
