import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, ROOT, runNode } from './project.mjs'

const SOURCES = ['{core,elements,host}/**/*', 'demo/{playground,portals}/**/*', '*.{html,json,ts}']
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
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const env = { NODE_ENV: 'production' }
  const { status, output, isInterrupted } = await runNode([vite, 'build', '--logLevel', 'warn'], {
    output: 'pipe',
    env,
  })
  // 130: what a shell says of a command that Ctrl-C ended.
  if (isInterrupted) process.exit(130)
  if (status !== 0) {
    if (/ENOSPC/.test(output)) throw new Refusal('The disk is full: free some space and run this again.')
    console.error(output.trim())
    throw new Refusal('The build failed: mend what is said above and run this again.')
  }
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  writeFileSync(stamp, wanted)
}
