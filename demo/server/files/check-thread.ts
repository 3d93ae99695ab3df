import { parentPort, workerData } from 'node:worker_threads'
import { outcomeOf } from '../jobs/thread-outcome.ts'
import { checkFiles } from './check-files.ts'
import type { UploadInput } from './uploads.ts'

/** The thread that untrusted files are checked in. */
const { type, files } = workerData as UploadInput

const sent = files.map(({ name, bytes }) => ({
  name,
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
}))
parentPort?.postMessage(await outcomeOf(() => checkFiles(type, sent)))
