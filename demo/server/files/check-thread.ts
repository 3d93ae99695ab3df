import { outcomeOf } from '../http/thread-outcome.ts'
import { answerInThread } from '../limits/thread-program.ts'
import { checkFiles } from './check-files.ts'
import type { UploadInput } from './uploads.ts'

/** The thread that untrusted files are checked in. */
answerInThread(({ type, files }: UploadInput) => {
  const sent = files.map(({ name, bytes }) => ({
    name,
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  }))
  return outcomeOf(() => checkFiles(type, sent))
})
