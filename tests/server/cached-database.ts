import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { DAY_MS } from '../../core/catalogue/durations.ts'
import { databaseIn } from '../../demo/server/db/embedded.ts'
import { importsOf } from '../import-table.ts'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/sightglass')
const STALE_MS = DAY_MS
/** PostgreSQL's databases to make others from, which nobody opens here: half of the files that a copy would have to make. */
const TEMPLATES = ['base/1', 'base/4']
const PGLITE_CODE = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
const PGLITE = join(PGLITE_CODE, '../package.json')

// While one thread of a process holds PGlite's WebAssembly, V8 gives all others what it has compiled and optimized:
// each store after the first costs half of its processor time.
const heldCode = Promise.all(
  ['initdb.wasm', 'pglite.wasm'].map((file) => WebAssembly.compile(readFileSync(join(PGLITE_CODE, file)))),
)

/**
 * Copies a database into a data directory. `make` fills one once for this version of PGlite and of `maker`, the file that
 * makes it, with all that it imports and reads.
 */
export async function copyDatabase(
  dataDir: string,
  maker: string,
  make: (dataDir: string) => Promise<void>,
): Promise<void> {
  await heldCode
  const name = basename(maker, '.ts')
  const cached = join(CACHE, `${name}-${keyOf(maker)}`)
  if (!existsSync(cached)) await keep(name, cached, make)
  cpSync(join(cached, databaseIn), join(dataDir, databaseIn), { recursive: true })
}

async function keep(name: string, cached: string, make: (dataDir: string) => Promise<void>): Promise<void> {
  const made = `${cached}.${process.pid}.${threadId}`
  mkdirSync(made, { recursive: true })
  dropStale(name)
  await make(made)
  for (const template of TEMPLATES) rmSync(join(made, databaseIn, template), { recursive: true, force: true })
  try {
    renameSync(made, cached)
  } catch {
    // Another test file was faster.
    rmSync(made, { recursive: true, force: true })
  }
}

/** Every change of a maker leaves a database behind. */
function dropStale(name: string): void {
  for (const entry of readdirSync(CACHE)) {
    const path = join(CACHE, entry)
    if (entry.startsWith(name) && Date.now() - statSync(path).mtimeMs > STALE_MS)
      rmSync(path, { recursive: true, force: true })
  }
}

function keyOf(maker: string): string {
  const hash = createHash('sha256')
  for (const path of [PGLITE, ...readBy(maker)]) hash.update(path).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

const READ = /\bnew URL\('(\.[^']+)', import\.meta\.url\)/g

/** A file, the files of ours that it imports, and the workers and folders that it names: always in the same order. */
function readBy(maker: string): string[] {
  const found = new Set([maker])
  // A set that grows while it is walked.
  for (const path of found) {
    if (!/\.ts$/.test(path)) continue
    const text = readFileSync(path, 'utf8')
    for (const name of [...importsOf(text), ...[...text.matchAll(READ)].map(([, name = '']) => name)]) {
      if (!name.startsWith('.')) continue
      const target = join(dirname(path), name)
      const isFolder = statSync(target).isDirectory()
      for (const file of isFolder ? readdirSync(target).map((entry) => join(target, entry)) : [target]) found.add(file)
    }
  }
  return [...found].sort()
}
