import type { UploadedFile } from '../../../core/contract/file.ts'
import type { ResourceType } from '../../../core/contract/resource.ts'
import type { Awaiting } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { madeOf, type Outcome } from '../http/thread-outcome.ts'
import { runLimited, runSmall, ThreadEnded } from '../limits/limited-thread.ts'
import { checkPicture } from './check-picture.ts'
import type { CheckedFiles, SentFile } from './checked-files.ts'

/** To the thread. */
export interface UploadInput {
  type: ResourceType
  files: readonly { name: string; bytes: Uint8Array }[]
}

const JUDGE = new URL('./check-thread.ts', import.meta.url)
const LIMIT = { ms: 20_000, heapMb: 512 }

/** Symbols and groups are texts: so much is checked in some milliseconds. */
const SMALL_BYTES = 32_768

/** The bytes of files as they came. */
const decoded = (files: readonly UploadedFile[]): SentFile[] =>
  files.map(({ name, content }) => ({ name: name.normalize('NFC'), bytes: Buffer.from(content, 'base64') }))

/**
 * What the gallery keeps of files that came, whoever sent them. Throws a WrongField that names the file: with 201801 what is
 * none of its kind, with 114005 what cannot be checked within the limits of a thread; and what a new call would be refused with.
 */
export async function checkUpload(
  type: ResourceType,
  files: readonly UploadedFile[],
  by: Awaiting,
  limit = LIMIT,
): Promise<CheckedFiles> {
  const sent = decoded(files)
  if (type === 'picture') return checkPicture(sent)
  const isSmall = type !== 'model' && sent.reduce((sum, { bytes }) => sum + bytes.length, 0) <= SMALL_BYTES
  const run = isSmall ? runSmall : runLimited
  const outcome = await run<Outcome<CheckedFiles>>(
    JUDGE,
    { type, files: sent },
    { ...limit, holder: by.tenant_id },
  ).catch((error) => {
    if (!(error instanceof ThreadEnded)) throw error
    throw new WrongField('files.0', { zh: '校验超时', en: 'takes too long to check' }, '114005')
  })
  await by.requireStill?.()
  return withBuffers(madeOf(outcome))
}

/** What comes out of a thread has lost what Node knows of its bytes. */
export const withBuffers = (checked: CheckedFiles): CheckedFiles => ({
  ...checked,
  files: checked.files.map(({ content, ...file }) => ({
    ...file,
    content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
  })),
})
