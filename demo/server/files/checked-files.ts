import { createHash } from 'node:crypto'
import type { Words } from '../../../core/catalogue/words.ts'
import { WrongField } from '../http/field-errors.ts'

/** A file that came, decoded. */
export interface SentFile {
  name: string
  bytes: Buffer
}

/** A file as the gallery keeps it. */
export interface KeptFile {
  name: string
  mime: string
  content: Buffer
}

/** What the gallery keeps of what was sent; the first file is what the resource is opened by. */
export interface CheckedFiles {
  mime: string
  width: number | null
  height: number | null
  files: readonly KeptFile[]
}

/** Refuses one of the files that came, at its place. */
export const wrongFile = (place: number, words: Words): WrongField => new WrongField(`files.${place}`, words, '201801')

/** Changes with the content. */
export function tagOf({ files }: CheckedFiles): string {
  const hash = createHash('sha256')
  for (const { name, content } of files) hash.update(`${name.length} ${name} ${content.length} `).update(content)
  return hash.digest('base64url').slice(0, 22)
}
