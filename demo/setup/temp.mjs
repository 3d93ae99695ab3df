import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** A file system in memory that Linux has. */
const MEMORY = '/dev/shm'
/** Twice what all tests together have there at once. */
const NEEDED_BYTES = 8 * 1024 ** 3
const NAME = /^sightglass-(\d+)$/

/**
 * Has whatever makes temporary files in this process and its children make them in memory, until this process ends, where
 * there is room: the 800 files of a test's store are copied there in a fifteenth of the processor time that a disk takes.
 */
export function keepTempInMemory() {
  if (process.env.TMPDIR || !hasRoom()) return
  removeLeft()
  const folder = join(MEMORY, `sightglass-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}

function hasRoom() {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES
}

/** Runs that were killed leave their folders. */
function removeLeft() {
  for (const entry of readdirSync(MEMORY)) {
    const pid = NAME.exec(entry)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(join(MEMORY, entry), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
