import { parentPort, workerData } from 'node:worker_threads'
import { frozen } from './freeze.ts'
import type { FreezeWork, FrozenDocument } from './freeze-work.ts'
import { summarized } from './summary.ts'

/** The thread that documents are frozen in. */
const { document: drawn, groups } = workerData as FreezeWork

const document = groups.size === 0 ? drawn : frozen(drawn, groups)
const made: FrozenDocument = { document, read: summarized(document) }
parentPort?.postMessage(made)
