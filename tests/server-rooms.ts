/**
 * Rooms that know nothing of what the product does with devices and people, each with the rooms that it may import. A room
 * imports those above it in this list alone, so there is no circle.
 */
const KERNEL: Readonly<Record<string, readonly string[]>> = {
  diagnostics: [],
  limits: [],
  outgoing: ['limits'],
  db: ['limits'],
  'settings.ts': ['diagnostics', 'outgoing'],
  http: ['db', 'limits', 'settings.ts'],
  jobs: ['limits'],
  files: ['http', 'limits'],
  history: ['db', 'limits'],
  fleet: ['db', 'diagnostics', 'history', 'http', 'limits'],
  broker: ['db', 'diagnostics', 'jobs', 'limits'],
  ingest: ['broker', 'db', 'diagnostics', 'fleet', 'history', 'http', 'limits'],
  realtime: ['fleet', 'http', 'limits'],
}

/** What puts the server together stands above all rooms. */
const TOP = new Set([
  'main.ts',
  'start.ts',
  'open-parts.ts',
  'timed-jobs.ts',
  'answers.ts',
  'seed.ts',
  'near-misses.ts',
  'plant-process.ts',
  'portals-process.ts',
])

const SERVER = 'demo/server/'

/** The room of the server that a file belongs to: a folder, or a file at its root; null for every other file. */
export const serverRoomOf = (path: string): string | null =>
  path.startsWith(SERVER) ? (path.slice(SERVER.length).split('/')[0] ?? null) : null

export const isKernel = (room: string): boolean => Object.hasOwn(KERNEL, room)
export const isDomain = (room: string): boolean => !isKernel(room) && !TOP.has(room)

/** What is wrong with an import of one file of the server by another; null where it follows the rooms. */
export function strayInServer(path: string, target: string): string | null {
  const room = serverRoomOf(path)
  const other = serverRoomOf(target)
  if (!room || !other || room === other) return null
  if (TOP.has(room)) {
    const mayAnswer = path === `${SERVER}answers.ts` && target === `${SERVER}${other}/answers.ts`
    return isDomain(other) && !mayAnswer && !isIndex(target) ? inside(path, target, other) : null
  }
  if (TOP.has(other)) return `${path} imports ${target}: what puts the server together stands above it`
  const below = KERNEL[room]
  if (below)
    return below.includes(other) ? null : `${path} imports ${target}: ${room} is kernel, and ${other} is not below it`
  return isKernel(other) || isIndex(target) ? null : inside(path, target, other)
}

const isIndex = (path: string) => path.endsWith('/index.ts')

const inside = (path: string, target: string, domain: string) =>
  `${path} imports ${target}: a domain shows others what its ${domain}/index.ts names`

/** Where queries stand: in domains, and in what keeps devices and their history. The demo's rows are written by its seed. */
export const mayQuery = (path: string): boolean => {
  const room = serverRoomOf(path)
  return room !== null && (isDomain(room) || ['db', 'history', 'fleet', 'seed.ts'].includes(room))
}
