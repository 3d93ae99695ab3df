import { Worker } from 'node:worker_threads'

/** What a thread may take. Beyond either it is ended, and what it was for has failed. */
export interface ThreadLimits {
  ms: number
  heapMb: number
}

/** The thread was ended: its work took too long or too much. */
export class ThreadEnded extends Error {}

/** How many run at once: the server's own loop needs a core too. */
const MOST_AT_ONCE = 2
const waiting: (() => void)[] = []
let running = 0

async function turn(): Promise<void> {
  if (running < MOST_AT_ONCE) running++
  else await new Promise<void>((go) => waiting.push(go))
}

function leave(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}

/**
 * Runs a program on a file of somebody else in a thread of its own, and answers the first thing that it posts. Rejects
 * with a ThreadEnded when it posts nothing within its limits.
 */
export async function runLimited<T>(program: URL, workerData: unknown, { ms, heapMb }: ThreadLimits): Promise<T> {
  await turn()
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
      worker.once('error', (error) => reject(new ThreadEnded(error.message)))
      worker.once('exit', () => reject(new ThreadEnded('it ended')))
      worker.once('message', () => clearTimeout(patience))
      worker.once('exit', () => clearTimeout(patience))
    })
  } finally {
    await worker.terminate()
    leave()
  }
}
