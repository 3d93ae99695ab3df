import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from './points-file-sheet.ts'

/** The thread that a table of somebody else is read in. */
parentPort?.postMessage(await readSheet(workerData))
