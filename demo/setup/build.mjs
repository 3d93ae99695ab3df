import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Interrupted, Refusal, ROOT, runNode } from './project.mjs'

const SOURCES = [
  '{core,elements,host}/**/*',
  'demo/{playground,portals,setup/chunks,setup/package,setup/surface}/**/*',
  '*.{html,json,ts}',
]
/** One after the other writes into `dist/`: the kit and the console, the scripts of classic pages, what developers read, the portals; at last what is sent is compressed. */
const STEPS = [
  ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  ['demo/setup/package/classic.ts'],
  ['demo/setup/surface/write.ts'],
  ['node_modules/vite/bin/vite.js', 'build', '--config', 'demo/portals/vite.config.ts', '--logLevel', 'warn'],
  ['demo/setup/package/compress.ts'],
]
const NOT_BUILT = /\.test\.tsx?$/

/** Changes when a file that the build reads is added, removed or written. */
export function fingerprint(root = ROOT) {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: root }).sort()) {
    if (NOT_BUILT.test(path)) continue
    const { mtimeMs, size } = statSync(join(root, path))
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

/** Builds the kit and the console into `dist/` unless that is up to date. */
export async function build() {
  if (!existsSync(join(ROOT, 'vite.config.ts')))
    throw new Refusal('There is nothing to build: vite.config.ts is missing.')
  const stamp = join(ROOT, 'dist/.built')
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(stamp, { force: true })
  console.log('Building the console…')
  for (const [script, ...args] of STEPS) await run(join(ROOT, script), args)
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  writeFileSync(stamp, wanted)
}

async function run(script, args) {
  const env = { NODE_ENV: 'production' }
  const { status, output, isInterrupted } = await runNode([script, ...args], { output: 'pipe', env })
  if (isInterrupted) throw new Interrupted()
  if (status === 0) return
  if (/ENOSPC/.test(output)) throw new Refusal('The disk is full: free some space and run this again.')
  console.error(output.trim())
  throw new Refusal('The build failed: mend what is said above and run this again.')
}
