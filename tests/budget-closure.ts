import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'vite'

export type Imports = { readonly statics: string[]; readonly dynamics: string[] }

type Source = { value?: unknown; quasis?: { value: { cooked: string } }[] }

const STATIC_NODES = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration']

/** The relative modules that a built file imports, by when it does so. */
export function importsIn(code: string): Imports {
  const statics: string[] = []
  const dynamics: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit)
      return
    }
    if (node === null || typeof node !== 'object') return
    const { type, source } = node as { type?: string; source?: Source | null }
    // Minifiers write the name of a dynamic import as a template without holes.
    const name = source?.value ?? source?.quasis?.map(({ value }) => value.cooked).join('')
    if (type && typeof name === 'string' && name.startsWith('.')) {
      if (STATIC_NODES.includes(type)) statics.push(name)
      if (type === 'ImportExpression') dynamics.push(name)
    }
    Object.values(node).forEach(visit)
  }
  visit(parseAst(code))
  return { statics, dynamics }
}

/** Every file that the browser fetches before any of these runs. Paths are absolute. */
export function closureOf(entries: readonly string[]): Set<string> {
  const files = new Set<string>()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    const { statics } = importsIn(readFileSync(file, 'utf8'))
    waiting.push(...statics.map((name) => join(dirname(file as string), name)))
  }
  return files
}

/** What the files weigh on the wire, in KB of 1000 bytes, each compressed by itself at gzip's best. */
export const gzipKb = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1000
