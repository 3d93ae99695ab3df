import { parentPort, workerData } from 'node:worker_threads'
import { outcomeOf } from '../jobs/thread-outcome.ts'
import { type ReadWork, readText } from './read-work.ts'

/** The thread that large documents of screens are read in. */
parentPort?.postMessage(await outcomeOf(async () => readText(workerData as ReadWork)))
