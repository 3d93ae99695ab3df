import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Modules that read untrusted files at length: a server thread that imports them could be blocked by one. */
const HEAVY = [
  '@e965/xlsx',
  'gltf-validator',
  ...['svg.ts', 'groups.ts', 'gltf.ts', 'models.ts', 'zip.ts'].map((name) => `demo/server/files/${name}`),
  'demo/server/documents/freeze.ts',
  ...['files/read-sheet.ts', 'screens/screen-file-contents.ts'].map((name) => `demo/server/${name}`),
]

interface Import {
  type: string
  importKind?: string
  exportKind?: string
  source?: { value: string } | null
  specifiers?: { importKind?: string }[]
}

/** What a file loads when it runs. */
function loadedBy(path: string): string[] {
  const { program } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'))
  return (program.body as Import[]).flatMap(({ source, importKind, exportKind, specifiers = [] }) => {
    if (!source || importKind === 'type' || exportKind === 'type') return []
    const isTypesOnly = specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type')
    if (isTypesOnly) return []
    return source.value.startsWith('.') ? posix.join(posix.dirname(path), source.value) : source.value
  })
}

/** All that a program loads: files by their paths, packages by their names. */
function closureOf(path: string): Set<string> {
  const found = new Set([path])
  for (const one of found)
    if (/\.ts$/.test(one) && existsSync(join(ROOT, one))) for (const next of loadedBy(one)) found.add(next)
  return found
}

test('files of unknown origin that take long to read are read in threads alone', () => {
  const server = closureOf('demo/server/main.ts')
  expect(HEAVY.filter((name) => server.has(name))).toEqual([])
})

test('the threads have what reads them', () => {
  const threads = [
    'files/check-thread',
    'files/sheet-thread',
    'screens/screen-file-thread',
    'documents/freeze-thread',
  ].map((name) => closureOf(`demo/server/${name}.ts`))
  const reached = new Set(threads.flatMap((one) => [...one]))
  expect(HEAVY.filter((name) => !reached.has(name))).toEqual([])
})
