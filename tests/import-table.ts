import { posix } from 'node:path'
import { strayInServer } from './server-rooms.ts'

/** What everything that is drawn with React stands on, but for the rooms above it. */
const SHARED = ['elements/define/', 'elements/kit/', 'elements/parts/', 'elements/kinds/']

/** Who may import what, by path from the project's root. `from` and `to` are prefixes; the longest `from` decides. */
const TABLE: readonly { from: string; to: readonly string[] }[] = [
  { from: 'core/catalogue/', to: [] },
  { from: 'core/text/', to: ['core/catalogue/'] },
  { from: 'core/contract/', to: ['core/catalogue/', 'core/text/'] },
  { from: 'core/rules/', to: ['core/catalogue/', 'core/contract/', 'core/text/'] },
  {
    from: 'core/realtime/',
    to: ['core/catalogue/', 'core/contract/', 'core/rules/', 'core/text/', 'core/connection/'],
  },
  {
    from: 'core/connection/',
    to: ['core/catalogue/', 'core/contract/', 'core/rules/', 'core/text/', 'core/realtime/'],
  },
  {
    from: 'core/stores/',
    to: ['core/catalogue/', 'core/contract/', 'core/rules/', 'core/text/', 'core/realtime/', 'core/connection/'],
  },
  {
    // connect() puts a Connection together, stores included: the one file that stands above them.
    from: 'core/connection/connection.ts',
    to: [
      'core/catalogue/',
      'core/contract/',
      'core/rules/',
      'core/text/',
      'core/realtime/',
      'core/connection/',
      'core/stores/',
    ],
  },
  { from: 'core/canvas/', to: ['core/catalogue/', 'core/contract/', 'core/rules/', 'core/text/'] },
  { from: 'core/', to: ['core/'] },
  { from: 'elements/theme/', to: ['core/'] },
  { from: 'elements/kinds/', to: ['core/'] },
  { from: 'elements/context/', to: ['core/'] },
  { from: 'elements/kit/', to: ['core/', 'elements/context/', 'elements/theme/'] },
  // The wrapper carries the version that `sg-version-conflict` compares.
  { from: 'elements/define/', to: ['core/', 'elements/context/', 'elements/theme/', 'elements/kit/', 'package.json'] },
  { from: 'elements/live/', to: ['core/', 'elements/context/', 'elements/theme/', 'elements/define/'] },
  {
    from: 'elements/parts/',
    to: ['core/', 'elements/context/', 'elements/define/', 'elements/kit/'],
  },
  { from: 'elements/canvas/controls/', to: ['core/', ...SHARED] },
  { from: 'elements/canvas/scene/', to: ['core/', ...SHARED, 'elements/canvas/controls/'] },
  { from: 'elements/canvas/view/', to: ['core/', ...SHARED, 'elements/canvas/controls/', 'elements/canvas/scene/'] },
  { from: 'elements/canvas/editor/', to: ['core/', ...SHARED, 'elements/canvas/'] },
  { from: 'elements/screens/', to: ['core/', ...SHARED, 'elements/canvas/'] },
  // The frame is drawn with the same controls as the screens in it; the screens themselves are used by their tags alone.
  { from: 'host/', to: ['core/', 'elements/define/', 'elements/kit/'] },
  {
    // Its own rooms have a table of their own, in server-rooms.ts.
    from: 'demo/server/',
    to: ['core/catalogue/', 'core/contract/', 'core/rules/', 'core/text/'],
  },
  { from: 'demo/plant/', to: ['core/contract/telemetry.ts', 'core/catalogue/durations.ts'] },
  { from: 'demo/setup/', to: ['demo/server/main.ts'] },
  { from: 'demo/setup/package/', to: ['demo/setup/', 'vite.config.ts'] },
  // What the elements are called, and their tokens, as they themselves make them.
  { from: 'demo/setup/surface/', to: ['elements/define/props.ts', 'elements/theme/tokens.ts'] },
  { from: 'demo/playground/', to: ['demo/portals/'] },
  // One program starts them all.
  { from: 'demo/portals/', to: ['demo/playground/main.ts'] },
  { from: 'tests/', to: [''] },
]

/** Packages that one folder alone may import. */
const ONE_DOOR = [
  { packages: /^@r2wc\//, door: 'elements/define/' },
  {
    packages: /^(react-aria|react-stately|@react-aria|@react-stately|echarts|@tanstack)(\/|-|$)/,
    door: 'elements/kit/',
  },
]

const SERVER_PACKAGES =
  /^(node:|fastify|@fastify\/|aedes|pg$|kysely|mqtt|ws$|prom-client|@electric-sql\/|sparkplug-payload)/

/** Packages that a room never imports, and why not. */
const BARRED = [
  { room: 'core/', packages: /^(react|react-dom|lit|wouter)(\/|$)/, why: 'core draws nothing' },
  { room: /^(core|elements|host)\//, packages: SERVER_PACKAGES, why: 'it runs in a browser' },
  { room: /^(core|elements|host)\//, packages: /^zod(?!\/mini$)/, why: 'zod/mini is a fraction of its size' },
  { room: 'demo/server/', packages: /^(react|react-dom|lit|wouter)(\/|$)/, why: 'a server draws nothing' },
]

/** The screen that a file belongs to; null for every other file. */
const screenOf = (path: string): string | null => /^elements\/screens\/([^/]+)\//.exec(path)?.[1] ?? null

const belongs = (path: string, room: string | RegExp) =>
  typeof room === 'string' ? path.startsWith(room) : room.test(path)

/** Tests reach the file that they test by a relative path, and hand in sockets, clocks and databases of Node. */
const isTest = (path: string) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path)

function strayPackage(path: string, name: string): string | null {
  if (isTest(path)) return null
  const door = ONE_DOOR.find(({ packages }) => packages.test(name))?.door
  if (door && !path.startsWith(door)) return `${path} imports ${name}: only ${door} may`
  const barred = BARRED.find(({ room, packages }) => belongs(path, room) && packages.test(name))
  return barred ? `${path} imports ${name}: ${barred.why}` : null
}

/** Says what is wrong with an import; null when it follows the table. `path` is from the project's root. */
export function strayOf(path: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return strayPackage(path, specifier)
  const target = posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''))
  const rule = TABLE.filter(({ from }) => path.startsWith(from)).sort((a, b) => b.from.length - a.from.length)[0]
  if (!rule) return `${path} stands in no room`
  const isFixture = isTest(path) && target.startsWith('tests/server/')
  if (!isFixture && !target.startsWith(rule.from) && !rule.to.some((prefix) => target.startsWith(prefix))) {
    return `${path} imports ${target}: ${rule.from} may not`
  }
  const own = screenOf(path)
  const other = screenOf(target)
  if (own && other && other !== own && !isTest(path))
    return `${path} imports ${target}: what two screens need moves down`
  return isTest(path) ? null : strayInServer(path, target)
}

/** The room of `elements` that a file belongs to: all screens are one, and all of the canvas; null for every other file. */
export const elementRoomOf = (path: string): string | null => /^elements\/([^/]+)\//.exec(path)?.[1] ?? null

/** The module names that a file imports, as types or not; with `isLoaded` those alone that are loaded with it. */
export function importsOf(source: string, isLoaded = false): string[] {
  const patterns = [
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /^(?!\s*(?:\*|\/\/)).*?\bimport\(\s*['"]([^'"]+)['"]/gm,
  ]
  return patterns
    .slice(0, isLoaded ? 2 : 3)
    .flatMap((pattern) => [...source.matchAll(pattern)].map(([, name = '']) => name))
}

/** Whether a text asks the database: by Kysely, or in SQL. English sentences that begin with "Select" do not count. */
export const holdsSql = (source: string): boolean =>
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`]*>)?`/.test(source) ||
  /['"`]\s*(select\b[^'"`]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|(create|alter|drop)\s+(unlogged\s+)?(table|index|type|function|policy)\s)/i.test(
    source,
  )

const VAGUE = ['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'misc', 'info', 'data']

/** The part of a path that says nothing about what is inside; null when there is none. */
export const vagueName = (path: string): string | null =>
  path
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[/.-]/)
    .find((word) => VAGUE.includes(word)) ?? null
