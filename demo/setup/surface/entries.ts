import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The modules that define elements, each with a built file of its own: `elements/<screen>/index.ts`, and the leaves. */
export const entries = (): string[] =>
  globSync(['elements/*/index.{ts,tsx}', 'elements/admin/*/index.{ts,tsx}'], { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/^elements\/(define|theme|kit|parts|controls|widgets|admin)\/index\./.test(path))
    .sort()
