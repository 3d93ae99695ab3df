import { strToU8, zipSync } from 'fflate'
import * as z from 'zod/mini'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { readJson } from '../../../core/contract/json.ts'
import { ResourceName, ResourceType } from '../../../core/contract/resource.ts'
import type { SentFile } from '../files/checked-files.ts'
import { isWithin } from '../files/document.ts'
import { readZip } from '../files/zip.ts'
import { BadZip } from '../files/zip-directory.ts'
import { countNames } from '../http/body-parts.ts'

/** What a file of a screen holds beside its document. Paths are of the zip. */
const Contents = z.object({
  format: z.literal('sightglass-screen'),
  version: z.literal(1),
  variant: z.enum(['desktop', 'mobile']),
  resources: z
    .array(
      z.object({
        resource_id: z.int(),
        resource_type: ResourceType,
        resource_name: ResourceName,
        files: z
          .array(z.object({ name: z.string().check(z.minLength(1), z.maxLength(255)), path: z.string() }))
          .check(z.minLength(1), z.maxLength(100)),
      }),
    )
    .check(z.maxLength(500)),
})
export type Contents = z.infer<typeof Contents>

export interface ScreenFile {
  variant: Contents['variant']
  /** As it came: checked where it is stored. */
  document: unknown
  resources: (Omit<Contents['resources'][number], 'files'> & { files: SentFile[] })[]
}

const CONTENTS = 'screen.json'
const DOCUMENT = 'document.json'
const MOST = { files: 2000, bytes: LIMITS.screenFileBytes }
const DEEPEST = 64

/** A screen with the resources that it uses as one file. */
export function zippedScreen({ variant, document, resources }: ScreenFile & { document: string }): Uint8Array {
  const parts: Record<string, Uint8Array> = {}
  const listed = resources.map(({ files, ...resource }) => ({
    ...resource,
    files: files.map(({ name, bytes }, i) => {
      const path = `resources/${resource.resource_id}/${i}`
      parts[path] = bytes
      return { name, path }
    }),
  }))
  const contents: Contents = { format: 'sightglass-screen', version: 1, variant, resources: listed }
  const zipped = { [CONTENTS]: strToU8(JSON.stringify(contents)), [DOCUMENT]: strToU8(document), ...parts }
  return zipSync(zipped, { level: 6 })
}

/** What a file of a screen says; null for any other file, and for one that says other than it holds. */
export async function unzippedScreen(bytes: Buffer): Promise<ScreenFile | null> {
  const files = await filesIn(bytes)
  const contents = Contents.safeParse(jsonOf(files?.get(CONTENTS)))
  const document = jsonOf(files?.get(DOCUMENT))
  if (!files || !contents.success || document === undefined) return null
  const { variant, resources } = contents.data
  // Each file of the zip is one file of one resource: named again and again, a few bytes would fill the gallery.
  const paths = resources.flatMap((resource) => resource.files.map(({ path }) => path))
  if (new Set(paths).size < paths.length) return null
  const read = resources.map(({ files: listed, ...resource }) => ({
    ...resource,
    files: listed.flatMap(({ name, path }) => {
      const content = files.get(path)
      return content ? [{ name, bytes: content }] : []
    }),
  }))
  const isWhole = read.every(({ files: found }, i) => found.length === resources[i]?.files.length)
  return isWhole ? { variant, document, resources: read } : null
}

async function filesIn(bytes: Buffer): Promise<Map<string, Buffer> | null> {
  try {
    return await readZip(bytes, MOST)
  } catch (error) {
    if (error instanceof BadZip) return null
    throw error
  }
}

/** Counted as the body of a call is: packed, more than a million names have some thousand bytes. */
function jsonOf(bytes: Buffer | undefined): unknown {
  const text = bytes?.toString('utf8')
  if (text === undefined || countNames(text) === null) return undefined
  const value = readJson(text)
  return isWithin(value, DEEPEST) ? value : undefined
}
