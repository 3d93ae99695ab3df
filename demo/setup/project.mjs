// Plain Node 20 without dependencies: this runs before anything is installed.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The Node that the lock file pins. Its package's own `.bin` entry is a script on some platforms; this never is. */
export const PROJECT_NODE = join(ROOT, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** What stops a command: one sentence for the person who runs it. */
export class Refusal extends Error {}

/** Ctrl-C ended what ran: nothing else begins. */
export class Interrupted extends Error {}

/** Runs a command's main function; a Refusal ends it with its sentence and status 1, a Ctrl-C with what a shell says of it. */
export async function command(main) {
  try {
    process.exitCode = (await main()) ?? process.exitCode
  } catch (error) {
    if (error instanceof Interrupted) {
      process.exitCode = 130
      return
    }
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

export function isProjectNode() {
  try {
    return realpathSync(process.execPath) === realpathSync(PROJECT_NODE)
  } catch {
    return false
  }
}

/**
 * Runs the project's Node to its end and gives its exit status, its output when piped, and whether a signal came.
 * Signals are passed on and the end awaited, so that nothing outlives this process; a child that needs to know of our
 * sudden death has the IPC channel for it.
 */
export function runNode(args, { env = {}, cwd = ROOT, output = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    // A group of its own: a Ctrl-C in the terminal would otherwise reach the child twice, once from us.
    const child = spawn(PROJECT_NODE, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output === 'pipe' ? 'pipe' : 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    })
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
    })
    child.stderr?.on('data', (chunk) => {
      text += chunk
    })
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    let isInterrupted = false
    const forward = (signal) => {
      isInterrupted = true
      child.kill(signal)
    }
    for (const signal of signals) process.on(signal, forward)
    const leave = () => {
      for (const signal of signals) process.off(signal, forward)
    }
    child.once('error', (error) => {
      leave()
      reject(error)
    })
    child.once('close', (status, signal) => {
      leave()
      resolve({ status: status ?? (signal ? 1 : 0), output: text, isInterrupted })
    })
  })
}
