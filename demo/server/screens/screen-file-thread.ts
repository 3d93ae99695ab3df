import { outcomeOf } from '../http/thread-outcome.ts'
import { answerInThread } from '../limits/thread-program.ts'
import { zippedScreen } from './screen-file-contents.ts'
import type { ScreenFileWork } from './screen-file-work.ts'

const buffer = ({ buffer: held, byteOffset, byteLength }: Uint8Array) => Buffer.from(held, byteOffset, byteLength)

/** The thread that files of screens are made and read in. */
answerInThread((work: ScreenFileWork) =>
  outcomeOf(async () => {
    if ('read' in work) {
      // What checks all kinds of files takes far longer to load than a file takes to be made.
      const { checkedScreen } = await import('./checked-screen-file.ts')
      return checkedScreen(buffer(work.read))
    }
    const resources = work.zip.resources.map(({ files, ...resource }) => ({
      ...resource,
      files: files.map(({ name, bytes }) => ({ name, bytes: buffer(bytes) })),
    }))
    return zippedScreen({ ...work.zip, resources })
  }),
)
