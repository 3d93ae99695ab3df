import { parentPort, workerData } from 'node:worker_threads'
import { frozen } from './freeze.ts'
import type { FreezeWork } from './freeze-work.ts'

/** The thread that documents are frozen in. */
const { document, groups } = workerData as FreezeWork

parentPort?.postMessage(frozen(document, groups))
