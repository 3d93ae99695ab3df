import { Worker } from 'node:worker_threads'
import { openFairTurns } from '../limits/fair-turns.ts'

/** What a thread may take. Beyond either it is ended, and what it was for has failed. */
export interface ThreadLimits {
  ms: number
  heapMb: number
}

/** The thread was ended: its work took too long or too much. */
export class ThreadEnded extends Error {}

/** The server's own loop needs a core too, and what waits holds its files in memory. */
const turns = openFairTurns({ atOnce: 2, ofOne: 1, waitingOfOne: 4, waiting: 24 })

/**
 * Runs a program on a file of somebody else in a thread of its own, and answers the first thing that it posts. `holder` is
 * whose turn it takes: an organisation. Rejects with a ThreadEnded when it posts nothing within its limits.
 */
export const runLimited = <T>(
  program: URL,
  workerData: unknown,
  { holder, ...limits }: ThreadLimits & { holder: number },
): Promise<T> => turns.run(holder, () => runThread<T>(program, workerData, limits))

const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

async function runThread<T>(program: URL, workerData: unknown, { ms, heapMb }: ThreadLimits): Promise<T> {
  const worker = new Worker(program, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 64 },
    env: {},
    stdout: true,
    stderr: true,
  })
  try {
    return await new Promise<T>((resolve, reject) => {
      const patience = setTimeout(() => reject(new ThreadEnded('it took too long')), ms)
      worker.once('message', resolve)
      // Of its errors this one alone is the file's; any other is a defect of the program.
      worker.once('error', (error) => reject(isOutOfMemory(error) ? new ThreadEnded(error.message) : error))
      worker.once('exit', () => reject(new ThreadEnded('it ended')))
      worker.once('message', () => clearTimeout(patience))
      worker.once('exit', () => clearTimeout(patience))
    })
  } finally {
    await worker.terminate()
  }
}
