import { setTimeout as sleep } from 'node:timers/promises'

/** So long a time of work is followed by a rest, in which everything else has its turn. */
const BUSY_MS = 5
/** So long that a transaction goes to the store and back more than once in it: else each way waits for one slice. */
const REST_MS = 3

export type InSlice = <T>(work: () => T) => Promise<T>

/** Who waits, each for its own, in the order of their turns: whoever had one goes to the end. */
const queues = new Set<(() => void)[]>()
let isRunning = false

/** Whoever asks for a slice, or waits for its end, goes on first: what that sets off may be the next of the same queue. */
const settled = () => new Promise<void>((resolve) => process.nextTick(resolve))

/** All slices of the process, whoever opened them: its event loop is one. */
async function run(): Promise<void> {
  isRunning = true
  await settled()
  while (queues.size > 0) {
    const since = performance.now()
    for (const queue of queues) {
      queues.delete(queue)
      queue.shift()?.()
      if (queue.length > 0) queues.add(queue)
      await settled()
      if (performance.now() - since >= BUSY_MS) break
    }
    if (performance.now() - since >= BUSY_MS) await sleep(REST_MS)
  }
  isRunning = false
}

/** One slice of work after another, in the order in which they were requested; everything else has its turn in between. */
export function openSlices(): InSlice {
  const queue: (() => void)[] = []
  return <T>(work: () => T) =>
    new Promise<T>((resolve, reject) => {
      queue.push(() => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      })
      queues.add(queue)
      if (!isRunning) void run()
    })
}
