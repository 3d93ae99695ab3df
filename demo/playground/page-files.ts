import { readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { transformWithOxc } from 'vite'

const PAGE = join(import.meta.dirname, 'page')

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  // Browsers refuse module scripts of any other type.
  '.ts': 'text/javascript; charset=utf-8',
}

export interface PageFile {
  type: string
  text: string
}

const kept = new Map<string, { mtimeMs: number; file: PageFile }>()

/** A style sheet or script of the pages by its name, scripts without their types; null where there is none. */
export async function pageFile(name: string): Promise<PageFile | null> {
  const type = TYPES[extname(name)]
  if (!type || !readdirSync(PAGE).includes(name)) return null
  const path = join(PAGE, name)
  const { mtimeMs } = await stat(path)
  const known = kept.get(path)
  if (known?.mtimeMs === mtimeMs) return known.file
  const source = await readFile(path, 'utf8')
  const file = { type, text: extname(name) === '.ts' ? (await transformWithOxc(source, path)).code : source }
  kept.set(path, { mtimeMs, file })
  return file
}
