import { existsSync, fsyncSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// V8 of Node 24 ends the process by chance when it frees WebAssembly that it has compiled better since ("Check failed:
// jit_page_->allocations_.erase(addr) == 1", nodejs/node 64500 and 66366). What it keeps instead is some MB, once.
setFlagsFromString('--no-wasm-code-gc')

/** What emscripten hands to a stream operation; `nfd` is Node's file descriptor. */
interface Stream {
  nfd: number
}
interface Emscripten {
  FS: { ErrnoError: new (errno: number) => Error }
  NODEFS: { stream_ops: { fsync?: (stream: Stream) => number } }
}

/** EIO of emscripten's errno table. PostgreSQL panics on it, which is right: the disk did not take the data. */
const EIO = 29

/** PGlite's NodeFS leaves fsync out, and a power cut then loses or breaks the database: this one syncs for real. */
class DurableFs extends NodeFS {
  syncs = 0

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const hook = ({ FS, NODEFS }: Emscripten) => {
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          fsyncSync(nfd)
        } catch {
          throw new FS.ErrnoError(EIO)
        }
        this.syncs++
        return 0
      }
    }
    const preRun = [...(emscriptenOpts.preRun ?? []), hook] as unknown as typeof emscriptenOpts.preRun
    return { emscriptenOpts: { ...emscriptenOpts, preRun } as typeof emscriptenOpts }
  }
}

const isolated = ['max_worker_processes', 'max_parallel_workers', 'max_parallel_workers_per_gather']
/** PGlite's own start parameters without -F (which turns fsync off), and with the sync method that the hook serves. */
const settings = [
  'search_path=public',
  'exit_on_error=false',
  'log_checkpoints=false',
  ...isolated.map((name) => `${name}=0`),
  'max_parallel_maintenance_workers=0',
  'io_method=sync',
  'fsync=on',
  'wal_sync_method=fsync',
  'full_page_writes=on',
  // Checkpoints are ours (analyze, maintain): in a single process PostgreSQL makes none. So much is kept after one.
  'max_wal_size=256MB',
]
const startParams = ['--single', '-O', '-j', ...settings.flatMap((setting) => ['-c', setting])]

const int8 = 20
const bytea = 17
const text = 25
/** PGlite measures a text letter by letter, twice: a document of 3 MB takes 10 ms so, for which everybody waits. */
const LARGE_TEXT = 10_000
/** A large text goes as its bytes, which is how PostgreSQL has it: PGlite sends them as they are. */
function written(value: unknown): string {
  const whole = value instanceof Date ? value.toISOString() : String(value)
  return whole.length < LARGE_TEXT ? whole : (Buffer.from(whole) as unknown as string)
}

const options: PGliteOptions = {
  startParams,
  parsers: { [int8]: Number, [bytea]: (hex: string) => Buffer.from(hex.slice(2), 'hex') },
  serializers: {
    [bytea]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`,
    [text]: written,
  },
}

/**
 * Opens the embedded PostgreSQL in `dir`, making it at the first time. Throws when a committed write does not reach the
 * disk, because then the store must not be called durable (the hook is an internal of PGlite, whose version is pinned).
 */
export async function openDurable(dir: string): Promise<PGlite> {
  if (!existsSync(dir)) await make(dir)
  return start(dir)
}

async function start(dir: string): Promise<PGlite> {
  const fs = new DurableFs(dir)
  const pg = await PGlite.create({ ...options, fs })
  const before = fs.syncs
  await pg.exec(`select pg_logical_emit_message(true, 'sightglass', 'is this synced?')`)
  if (fs.syncs > before) return pg
  await pg.close()
  throw new Error('The embedded database does not sync to disk with this version of PGlite; refusing to start.')
}

/** A new database appears under its name only when all of it is on the disk: a cut before leaves nothing behind. */
async function make(dir: string): Promise<void> {
  const unfinished = `${dir}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const pg = await start(unfinished)
  await pg.exec('checkpoint')
  await pg.close()
  await syncTree(unfinished)
  renameSync(unfinished, dir)
  await syncPath(join(dir, '..'))
}

/** Many at once: the disk then answers them together, and a new database's 1,100 files take a tenth of the time. */
const syncsAtOnce = 16

async function syncTree(dir: string): Promise<void> {
  const entries = readdirSync(dir, { withFileTypes: true, recursive: true })
  const paths = [dir, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  const syncSome = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await syncPath(path)
  }
  await Promise.all(Array.from({ length: syncsAtOnce }, syncSome))
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
