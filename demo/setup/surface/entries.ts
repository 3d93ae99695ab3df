import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const ROOMS_WITHOUT_TAG = ['define', 'theme', 'kit', 'parts', 'controls', 'scene', 'widgets', 'admin']

/** A module that defines elements, and the built file that it becomes: `sg-<folder>`, or `live` for the leaves. */
export interface Entry {
  name: string
  /** From the project's root. */
  path: string
}

/** Each folder of the elements that has an index, but for those that screens share. */
export const entries = (): Entry[] =>
  globSync(['elements/*/index.{ts,tsx}', 'elements/admin/*/index.{ts,tsx}'], { cwd: ROOT })
    .map((path) => ({ path: path.replaceAll('\\', '/'), folder: basename(dirname(path)) }))
    .filter(({ folder }) => !ROOMS_WITHOUT_TAG.includes(folder))
    .map(({ path, folder }) => ({ path, name: folder === 'live' ? 'live' : `sg-${folder}` }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
