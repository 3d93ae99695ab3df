import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { openFairTurns, openPlaces } from './fair-turns.ts'

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

/** A kept thread ends when nobody has needed it for so long. */
const IDLE_MS = 30_000

/**
 * Over all kinds so many threads of long work compute at once that a core is left for the server's own loop and its store.
 * One more is for short work. On two cores these are one and one, beside the loop and the store's thread: since they yield
 * to both (`thread-program.ts`), together they have about a tenth of what the others need, and all that these do not.
 */
const places = openPlaces(Math.max(1, availableParallelism() - 1))

/**
 * What waits holds its files in memory, therefore each kind has bounds of its own. Long work may take a minute: files that
 * are read, bulk calls, large files that are written. Bodies of calls and documents of screens take a second, what is small
 * less. Pictures of the sign-in take some milliseconds, and a place of their own: strangers ask for them, whose networks
 * are too many to take turns with organisations; so have the passwords of imports, a thread on each core. Where nothing but JSON is read the thread is kept (`keeps`) for the next
 * one of its program: to start it takes longer than most of what it is for.
 */
const KINDS = {
  file: { turns: places.turns({ atOnce: 2, ofOne: 1, waitingOfOne: 4, waiting: 24 }, 'long'), keeps: false },
  small: { turns: places.turns({ atOnce: 1, ofOne: 1, waitingOfOne: 4, waiting: 100 }, 'short'), keeps: false },
  bulk: { turns: places.turns({ atOnce: 1, ofOne: 1, waitingOfOne: 20, waiting: 100 }, 'long'), keeps: true },
  body: { turns: places.turns({ atOnce: 2, ofOne: 1, waitingOfOne: 20, waiting: 100 }, 'short'), keeps: true },
  document: { turns: places.turns({ atOnce: 2, ofOne: 1, waitingOfOne: 20, waiting: 100 }, 'short'), keeps: true },
  written: { turns: places.turns({ atOnce: 1, ofOne: 1, waitingOfOne: 4, waiting: 24 }, 'long'), keeps: true },
  picture: { turns: openFairTurns({ atOnce: 1, ofOne: 1, waitingOfOne: 60, waiting: 1000 }), keeps: true },
  // Seconds of each of thousands of passwords: nobody waits for it, and all others go before it (`thread-program.ts`).
  hash: {
    turns: openFairTurns({
      atOnce: availableParallelism(),
      ofOne: 1,
      ofOneAlone: availableParallelism(),
      waitingOfOne: 50,
      waiting: 1000,
    }),
    keeps: true,
  },
  smallWritten: { turns: places.turns({ atOnce: 1, ofOne: 1, waitingOfOne: 4, waiting: 100 }, 'short'), keeps: true },
} as const

/** Beyond this nothing is small, whatever it looked like. */
const SMALL: ThreadLimits = { ms: 1000, heapMb: 128 }

/** Threads that wait for more work, by their program, each with the timer of its end. */
const idle = new Map<string, Map<Worker, NodeJS.Timeout>>()

/**
 * Runs a program (see `thread-program.ts`) on something untrusted in a thread, and returns what it answers. `holder` is
 * whose turn it takes: an organisation, or its guests; `kind`: whose queue. Rejects with a ThreadEnded when it answers
 * nothing within its limits.
 */
export const runLimited = <T>(
  program: URL,
  input: unknown,
  { holder, kind = 'file', ...limits }: ThreadLimits & { holder: string | number; kind?: keyof typeof KINDS },
): Promise<T> => {
  const { turns, keeps } = KINDS[kind]
  // An organisation is the same one whether it is named by its number or by text.
  return turns.run(`${holder}`, () => runThread<T>(program, input, limits, keeps))
}

/** The same for a file that looks small: one that takes long all the same is begun anew among those that do. */
export const runSmall = <T>(
  program: URL,
  input: unknown,
  limits: ThreadLimits & { holder: string | number },
): Promise<T> => {
  const [ms, heapMb] = [Math.min(limits.ms, SMALL.ms), Math.min(limits.heapMb, SMALL.heapMb)]
  return runLimited<T>(program, input, { ...limits, ms, heapMb, kind: 'small' }).catch((error) => {
    if (!(error instanceof ThreadExceeded)) throw error
    return runLimited<T>(program, input, limits)
  })
}

const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** A kept thread of the program, with what it has computed so far in ms, or a new one. */
async function openThread(program: URL, heapMb: number, keeps: boolean): Promise<{ worker: Worker; before: number }> {
  const kept = (keeps && idle.get(program.href)) || new Map<Worker, NodeJS.Timeout>()
  for (const [worker, end] of kept) {
    kept.delete(worker)
    clearTimeout(end)
    const before = await usedBy(worker)
    if (before !== null) return { worker, before }
  }
  const worker = new Worker(program, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 64 },
    env: {},
    stdout: true,
    stderr: true,
  })
  // Of one that is idle nobody else hears it.
  worker.on('error', () => {})
  return { worker, before: 0 }
}

function keepThread(program: URL, worker: Worker): void {
  const kept = idle.get(program.href) ?? new Map<Worker, NodeJS.Timeout>()
  idle.set(program.href, kept)
  const end = () => {
    kept.delete(worker)
    void worker.terminate()
  }
  kept.set(worker, setTimeout(end, IDLE_MS).unref())
  worker.unref()
}

/** Ms that a thread has computed; null where it has ended. */
const usedBy = (worker: Worker): Promise<number | null> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => null,
  )

async function runThread<T>(program: URL, input: unknown, { ms, heapMb }: ThreadLimits, keeps: boolean): Promise<T> {
  const { worker, before } = await openThread(program, heapMb, keeps)
  let look: NodeJS.Timeout | undefined
  let patience: NodeJS.Timeout | undefined
  let isDone = false
  worker.ref()
  try {
    const answer = await new Promise<T>((resolve, reject) => {
      patience = setTimeout(() => reject(new ThreadEnded('it is stuck')), STUCK_MS)
      look = setInterval(async () => {
        // One that has ended is heard of below.
        const used = await usedBy(worker)
        if (used !== null && used - before > ms) reject(new ThreadExceeded('it computed for too long'))
      }, LOOK_MS)
      worker.once('message', resolve)
      // Of its errors this one alone is the file's; any other is a defect of the program.
      worker.once('error', (error) => reject(isOutOfMemory(error) ? new ThreadExceeded(error.message) : error))
      worker.once('exit', () => reject(new ThreadEnded('it ended')))
      worker.postMessage(input)
    })
    isDone = true
    return answer
  } finally {
    clearTimeout(patience)
    clearInterval(look)
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
    worker.on('error', () => {})
    if (isDone && keeps) keepThread(program, worker)
    else await worker.terminate()
  }
}
