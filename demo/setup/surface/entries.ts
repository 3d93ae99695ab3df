import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A module that defines elements, and the built file that it becomes: `sg-<folder>`, or `live` for the leaves. */
export interface Entry {
  name: string
  /** From the project's root. */
  path: string
}

/** The screens, and the leaves that need no React. */
export const entries = (): Entry[] =>
  globSync(['elements/screens/*/index.ts', 'elements/live/index.ts'], { cwd: ROOT })
    .map((path) => ({ path: path.replaceAll('\\', '/'), folder: basename(dirname(path)) }))
    .map(({ path, folder }) => ({ path, name: folder === 'live' ? 'live' : `sg-${folder}` }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
