import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_NODE, Refusal, ROOT } from './project.mjs'

const OLDEST_NODE = 20

/** Whether what is installed is missing or older than the lock file. npm writes its own copy of the lock last. */
export function needsInstall(root) {
  const installed = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return true
  return statSync(join(root, 'package-lock.json')).mtimeMs > statSync(installed).mtimeMs
}

const REASONS = [
  [/ENOSPC/, 'The disk is full: free about 1.5 GB and run this again.'],
  [/EDQUOT/, 'The disk quota is used up: free about 1.5 GB and run this again.'],
  [/EACCES|EPERM|EROFS/, 'The project folder cannot be written to: make it yours and run this again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i,
    'The npm registry cannot be reached: connect to the network, or set `npm config set registry`, and run this again.',
  ],
  [
    /EUSAGE|can only install packages when your package\.json/,
    'package-lock.json does not fit package.json: run `npm install` once.',
  ],
]

/** One sentence for what npm printed when it failed. */
export function reasonOf(output) {
  const known = REASONS.find(([pattern]) => pattern.test(output))
  if (known) return known[1]
  const line = output.split('\n').find((text) => /npm (ERR!|error) (?!code|A complete log)/.test(text))
  return `npm ci failed: ${line?.replace(/^npm (ERR!|error) /, '').trim() || 'it gave no reason'}.`
}

/**
 * Installs what the lock file says when it is newer than what is installed. Build tools are development
 * dependencies, so NODE_ENV=production does not leave them out.
 */
export function install(root = ROOT) {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new Refusal(`Node ${process.versions.node} is too old: install Node ${OLDEST_NODE} or newer.`)
  }
  if (!needsInstall(root)) return
  console.log('Installing what is missing (npm ci), which takes a minute the first time…')
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  // npm may be a JavaScript file, run by the same Node as us, or a command on the path.
  const script = process.env.npm_execpath
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }
  const result = script?.endsWith('.js')
    ? spawnSync(process.execPath, [script, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (result.error) throw new Refusal('npm was not found: install Node 20 or newer together with npm.')
  if (result.status !== 0) throw new Refusal(reasonOf(`${result.stderr}\n${result.stdout}`))
  if (root === ROOT && !existsSync(PROJECT_NODE)) {
    throw new Refusal('npm left out the install scripts: run `npm config set ignore-scripts false` and this again.')
  }
}
