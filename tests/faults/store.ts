import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded, startPostgres } from '../server/stores.ts'
import { ANSWER_MS } from './server.ts'
import { type Outcome, runTrial, type TrialOptions } from './trial.ts'

const OUTAGE_MS = 30_000
const DISK_MB = 400

/** A call is refused in time, by a code that says that the server is at fault. */
async function callFails({ server, expect, note }: Parameters<TrialOptions['during']>[0]): Promise<void> {
  const { code, tookMs } = await server.call('GET', '/dev', { page: '1', size: '10' }).catch((error) => {
    return { code: String(error), tookMs: ANSWER_MS }
  })
  expect(['100003', '100027'].includes(code), `a call was answered by ${code}`)
  note(`a call is refused by ${code} after ${Math.round(tookMs / 100) / 10} s`)
}

export async function storeStopped(): Promise<Outcome> {
  const store = await startPostgres()
  try {
    return await runTrial({
      fault: 'PostgreSQL stopped',
      store,
      async during(trial) {
        // Signed in before.
        await trial.server.call('GET', '/dev', { page: '1', size: '1' })
        await store.breakDown()
        await trial.readiness('store', 'away')
        await callFails(trial)
        await trial.wait(OUTAGE_MS)
        await store.restart()
        await trial.readiness('store', undefined)
      },
    })
  } finally {
    await store.stop()
  }
}

export async function storeFrozen(): Promise<Outcome> {
  const store = await startPostgres()
  let frozen: number[] = []
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of frozen) process.kill(pid, name)
  }
  try {
    return await runTrial({
      fault: 'PostgreSQL frozen',
      store,
      async during(trial) {
        await trial.server.call('GET', '/dev', { page: '1', size: '1' })
        frozen = store.processes()
        signal('SIGSTOP')
        await trial.readiness('store', 'no_answer')
        await callFails(trial)
        await trial.wait(OUTAGE_MS)
        signal('SIGCONT')
        frozen = []
        await trial.readiness('store', undefined)
      },
    })
  } finally {
    signal('SIGCONT')
    await store.stop()
  }
}

/** The disk of the data directory, a small file system of its own, is filled but for `freeMb`. */
async function fullDisk(fault: string, freeMb: number): Promise<Outcome | string> {
  const mount = mkdtempSync(join(tmpdir(), 'sightglass-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', mount], { stdio: 'pipe' })
  } catch {
    rmSync(mount, { recursive: true })
    return 'left out: only root may mount a small disk'
  }
  const copied = await startEmbedded()
  cpSync(copied.place.dataDir, mount, { recursive: true })
  await copied.stop()
  const filler = join(mount, 'filler')
  try {
    return await runTrial({
      fault,
      store: { place: { dataDir: mount }, stop: async () => {} },
      async during({ server, readiness, wait, expect, note }) {
        const { bavail, bsize } = statfsSync(mount)
        writeFileSync(filler, Buffer.alloc(bavail * bsize - (freeMb << 20)))
        const logBefore = server.peak.logKb
        await readiness('store', 'disk_full')
        await wait(OUTAGE_MS)
        const answer = await server.call('GET', '/yun/userInfo').catch((error) => ({ code: String(error), tookMs: 0 }))
        note(`a call on the full disk: ${answer.code} after ${answer.tookMs} ms`)
        expect(server.peak.logKb - logBefore < 200, `${Math.round(server.peak.logKb - logBefore)} KB of log`)
        rmSync(filler)
        await readiness('store', undefined)
      },
    })
  } finally {
    execFileSync('umount', [mount])
    rmSync(mount, { recursive: true })
  }
}

export const diskFull = () => fullDisk('disk full', 0)
/** There is room for rows and none for the next segment of the log of writes. */
export const logFull = () => fullDisk('no room for the log of writes', 12)
