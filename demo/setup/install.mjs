import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_NODE, Refusal, ROOT } from './project.mjs'

const OLDEST_NODE = 20

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/**
 * Whether a package of the lock file is missing, or there in another version. npm writes what it has installed last of
 * all, so an installation that broke off counts as none. What is only for other platforms may be missing.
 */
export function needsInstall(root) {
  const installed = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return true
  const there = packagesOf(installed)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).some(([path, wanted]) => {
    if (path === '') return false
    const found = there[path]
    if (!found) return !wanted.optional && !wanted.devOptional
    return found.version !== wanted.version || found.integrity !== wanted.integrity
  })
}

const isLink = (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

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
 * Installs what the lock file says unless it is there. Build tools are development dependencies, so
 * NODE_ENV=production does not leave them out. A linked `node_modules` belongs to another folder and is only read.
 */
export function install(root = ROOT) {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new Refusal(`Node ${process.versions.node} is too old: install Node ${OLDEST_NODE} or newer.`)
  }
  if (needsInstall(root)) runNpm(root)
  if (root === ROOT && !existsSync(PROJECT_NODE)) {
    throw new Refusal(
      'npm left out the install scripts: run `npm config set ignore-scripts false`, remove node_modules and run this again.',
    )
  }
}

function runNpm(root) {
  if (isLink(join(root, 'node_modules'))) {
    throw new Refusal(
      'node_modules is a link to packages that do not fit package-lock.json: remove the link and run this again.',
    )
  }
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
}
