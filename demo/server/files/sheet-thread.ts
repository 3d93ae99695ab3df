import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from './read-sheet.ts'

/** The thread that a table of somebody else is read in. */
parentPort?.postMessage(await readSheet(workerData))
