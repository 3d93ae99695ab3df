import { parentPort, workerData } from 'node:worker_threads'
import type { SheetOutput } from './sheet-files.ts'
import { writtenSheet } from './spreadsheet.ts'

/** The thread that a long table is written in. */
const { sheet, format } = workerData as SheetOutput
const written = writtenSheet(sheet, format)
parentPort?.postMessage(written, [written.buffer])
