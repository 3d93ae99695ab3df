import { randomUUID } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'

/** Who holds a directory. `started` distinguishes a process from a later one with the same number (Linux only, else null). */
interface Holder {
  token: string
  host: string
  pid: number
  started: string | null
}

export interface DirectoryLock {
  release(): void
}

const heartbeatMs = 2_000
/** Without a heartbeat for so long, a holder that cannot be checked otherwise (another host or container) is gone. */
const silenceMs = 10_000
const ours = new Set<string>()

/**
 * Takes the directory for this process; PGlite has no lock, and two processes silently lose each other's rows.
 * A lock left by a killed process is taken over at once. Throws one sentence when a living process holds it, or when
 * there can be no such directory.
 * `onLost` is called when another host took the lock after a long silence of ours.
 */
export function lockDirectory(dir: string, onLost: (error: Error) => void): DirectoryLock {
  const path = join(dir, 'lock')
  const holder: Holder = { token: randomUUID(), host: hostname(), pid: process.pid, started: startOf(process.pid) }
  try {
    makeDirectory(dir)
    take(path, holder, dir)
  } catch (error) {
    throw sentenceOf(error as NodeJS.ErrnoException, dir)
  }
  ours.add(holder.token)
  const heartbeat = setInterval(() => {
    const current = read(path)
    if (current === null || current.token === holder.token) return beat(path)
    clearInterval(heartbeat)
    onLost(new Error(`The data directory ${dir} was taken by another Sightglass.`))
  }, heartbeatMs)
  heartbeat.unref()
  return {
    release: () => {
      clearInterval(heartbeat)
      ours.delete(holder.token)
      remove(path, holder.token)
    },
  }
}

function take(path: string, holder: Holder, dir: string): void {
  while (!place(path, holder)) {
    const current = read(path)
    if (current && isAlive(current, path)) {
      throw new Error(
        `The data directory ${dir} is in use by another Sightglass (process ${current.pid} on ${current.host}): ` +
          'end it, or set DATA_DIR to another folder.',
      )
    }
    // One that cannot be read was not yet on the disk when the power went.
    remove(path, current?.token)
  }
}

/** Nobody else of the machine looks inside: secrets lie there. Node's own `recursive` never returns where a parent is there but takes no folder and says ENOENT, as /proc does. */
function makeDirectory(dir: string): void {
  try {
    mkdirSync(dir, 0o700)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(dir).isDirectory()) return
    const parent = dirname(dir)
    if (code !== 'ENOENT' || existsSync(parent) || parent === dir) throw error
    makeDirectory(parent)
    makeDirectory(dir)
  }
}

const REMEDIES: Readonly<Record<string, string>> = {
  EEXIST: 'is a file: set DATA_DIR to a folder.',
  ENOTDIR: 'lies below a file: set DATA_DIR to a folder.',
  ENOENT: 'cannot be made: set DATA_DIR to a folder on a disk.',
  EACCES: 'cannot be written to: make it yours, or set DATA_DIR to another.',
  EPERM: 'cannot be written to: make it yours, or set DATA_DIR to another.',
  EROFS: 'is on a disk that cannot be written to: set DATA_DIR to another.',
  ENOSPC: 'is on a full disk: free some space, or set DATA_DIR to another.',
  EDQUOT: 'is on a disk whose quota is used up: free some space, or set DATA_DIR to another.',
}

function sentenceOf(error: NodeJS.ErrnoException, dir: string): Error {
  const remedy = REMEDIES[error.code ?? '']
  return remedy ? new Error(`The data directory ${dir} ${remedy}`, { cause: error }) : error
}

/** A lock that cannot be touched for a moment (no file handle free) is no reason to stop. */
function beat(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {}
}

/** A link appears with its whole content or not at all, and never over an existing file. */
function place(path: string, holder: Holder): boolean {
  const draft = `${path}.${holder.token}`
  try {
    writeFileSync(draft, JSON.stringify(holder))
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes the lock only if it still is the one meant: another process may have taken it over in between. */
function remove(path: string, token: string | undefined): void {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (read(aside)?.token !== token && !existsSync(path)) renameSync(aside, path)
  else rmSync(aside, { force: true })
}

/** Null when there is none (any more). */
function read(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return null
  }
}

function isAlive(holder: Holder, path: string): boolean {
  if (ours.has(holder.token)) return true
  if (holder.host !== hostname()) return isBeating(path)
  // A container that restarts gets its old number again: with our own number it can only be an earlier life.
  if (holder.pid === process.pid || !exists(holder.pid)) return false
  return holder.started === null ? isBeating(path) : holder.started === startOf(holder.pid)
}

function isBeating(path: string): boolean {
  try {
    return Date.now() - statSync(path).mtimeMs < silenceMs
  } catch {
    return false
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Field 22 of /proc/<pid>/stat: start time in clock ticks; the process's name before it may hold spaces. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
