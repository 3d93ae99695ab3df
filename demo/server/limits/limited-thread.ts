import { Worker } from 'node:worker_threads'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { openFairTurns } from './fair-turns.ts'

/** What a thread may take. Beyond either it is ended, and what it was for has failed. */
export interface ThreadLimits {
  /** Of computing: how long it waits for a core is not its fault. */
  ms: number
  heapMb: number
}

const LOOK_MS = 100
/** One that does not even compute for so long is stuck. */
const STUCK_MS = 2 * MINUTE_MS

/** The thread was ended, or ended by itself. */
export class ThreadEnded extends Error {}
/** Its work took too much, as it will again. */
export class ThreadExceeded extends ThreadEnded {}

/**
 * The server's own loop needs a core too, and what waits holds its files in memory. Bodies of calls have threads of their
 * own, those of bulk calls apart, and so have documents of screens and sheets that are written: they take a second, and a
 * file that is read may take a minute.
 */
const TURNS = {
  file: openFairTurns({ atOnce: 2, ofOne: 1, waitingOfOne: 4, waiting: 24 }),
  bulk: openFairTurns({ atOnce: 1, ofOne: 1, waitingOfOne: 20, waiting: 100 }),
  body: openFairTurns({ atOnce: 2, ofOne: 1, waitingOfOne: 20, waiting: 100 }),
  document: openFairTurns({ atOnce: 2, ofOne: 1, waitingOfOne: 20, waiting: 100 }),
  sheet: openFairTurns({ atOnce: 1, ofOne: 1, waitingOfOne: 4, waiting: 24 }),
} as const

/**
 * Runs a program on an untrusted file in a thread of its own, and returns the first message that it posts. `holder` is
 * whose turn it takes: an organisation, or its guests; `kind`: whose queue. Rejects with a ThreadEnded when it posts nothing within its
 * limits.
 */
export const runLimited = <T>(
  program: URL,
  workerData: unknown,
  { holder, kind = 'file', ...limits }: ThreadLimits & { holder: string | number; kind?: keyof typeof TURNS },
): Promise<T> => TURNS[kind].run(holder, () => runThread<T>(program, workerData, limits))

const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

async function runThread<T>(program: URL, workerData: unknown, { ms, heapMb }: ThreadLimits): Promise<T> {
  const worker = new Worker(program, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 64 },
    env: {},
    stdout: true,
    stderr: true,
  })
  let look: NodeJS.Timeout | undefined
  let patience: NodeJS.Timeout | undefined
  try {
    return await new Promise<T>((resolve, reject) => {
      patience = setTimeout(() => reject(new ThreadEnded('it is stuck')), STUCK_MS)
      look = setInterval(async () => {
        // One that has ended is heard of below.
        const used = await worker.cpuUsage().catch(() => null)
        if (used && (used.user + used.system) / 1000 > ms) reject(new ThreadExceeded('it computed for too long'))
      }, LOOK_MS)
      worker.once('message', resolve)
      // Of its errors this one alone is the file's; any other is a defect of the program.
      worker.once('error', (error) => reject(isOutOfMemory(error) ? new ThreadExceeded(error.message) : error))
      worker.once('exit', () => reject(new ThreadEnded('it ended')))
    })
  } finally {
    clearTimeout(patience)
    clearInterval(look)
    await worker.terminate()
  }
}
