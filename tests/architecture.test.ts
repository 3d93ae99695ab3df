import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { longFunctionsOf } from './function-lengths.ts'
import { elementRoomOf, holdsSql, importsOf, strayOf, vagueName } from './import-table.ts'
import { isDomain, isKernel, mayQuery, serverRoomOf } from './server-rooms.ts'
import { isFragment, testNamesOf } from './test-names.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MOST_LINES = 500
const MOST_LINES_OF_A_FUNCTION = 150
const OWN = 'tests/architecture.test.ts'

const files = globSync('{core,elements,host,demo,tests}/**/*.{ts,tsx,mjs,css,sql,html}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).map((path) => path.replaceAll('\\', '/'))
const sources = files.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const sourceOf = new Map(sources.map(({ path, text }) => [path, text]))
const scripts = sources.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path))

test('every import follows the table of the house', () => {
  const strays = scripts.flatMap(({ path, text }) => importsOf(text).flatMap((name) => strayOf(path, name) ?? []))
  expect(strays).toEqual([])
})

/** For each room the rooms that its files import; tests do not count. `isLoaded`: what is imported when it is wanted does not. */
function arrowsBetween(roomOf: (path: string) => string | null, isLoaded = false): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const { path, text } of scripts) {
    const room = roomOf(path)
    if (!room || path.includes('.test.')) continue
    for (const specifier of importsOf(text, isLoaded)) {
      const target = specifier.startsWith('.') ? roomOf(posix.join(posix.dirname(path), specifier)) : null
      if (target && target !== room) arrows.set(room, (arrows.get(room) ?? new Set()).add(target))
    }
  }
  return arrows
}

/** Rooms that import themselves by way of others. */
function circlesOf(arrows: Map<string, Set<string>>): string[] {
  const below = (room: string, found = new Set<string>()): Set<string> => {
    for (const next of arrows.get(room) ?? []) if (!found.has(next)) below(next, found.add(next))
    return found
  }
  return [...arrows.keys()].filter((room) => below(room).has(room))
}

test('the rooms of the elements have at most 20 arrows between them, and none leads back', () => {
  const arrows = arrowsBetween(elementRoomOf)
  expect(circlesOf(arrows)).toEqual([])
  const count = [...arrows.values()].reduce((sum, targets) => sum + targets.size, 0)
  expect(count).toBeGreaterThan(10)
  expect(count).toBeLessThanOrEqual(20)
})

test('the rooms of the server have at most 110 arrows between kernel rooms and between domains, and none leads back', () => {
  const arrows = arrowsBetween(serverRoomOf)
  expect(circlesOf(arrows)).toEqual([])
  const pairs = [...arrows].flatMap(([room, targets]) => [...targets].map((target) => [room, target] as const))
  const within = pairs.filter(([room, target]) => [isKernel, isDomain].some((is) => is(room) && is(target)))
  expect(within.length).toBeGreaterThan(60)
  expect(within.length).toBeLessThanOrEqual(110)
})

test('no file imports itself by way of others, for types neither', () => {
  expect(circlesOf(arrowsBetween((path) => (sourceOf.has(path) ? path : null), true))).toEqual([])
})

/** A minute, an hour or a day written out: as a number, as a factor, or as a constant of that name. */
const DURATION =
  /(?<![\w.])(86_?400(_?000)?|3_?600_?000)(?![\w.])|[*/%] (60_?000|3_?600)(?![\w.])|(?<![\w.])(60_?000|3_?600) [*/%]|\b60 \* (60|1000)\b|\bconst ((SECOND|MINUTE|HOUR|DAY|WEEK)(_M?S)?|(second|minute|hour|day|week)(Ms|S)) = \d/
const DURATIONS = 'core/catalogue/durations.ts'

test('a minute, an hour and a day are written in one place', () => {
  const code = (text: string) => text.replace(/'[^'\n]*'/g, "''").replace(/^\s*(\*|\/\/|\/\*\*).*$/gm, '')
  // Scripts that run before the project is installed import no TypeScript.
  const strays = scripts.filter(
    ({ path, text }) => !path.endsWith('.mjs') && ![OWN, DURATIONS].includes(path) && DURATION.test(code(text)),
  )
  expect(strays.map(({ path }) => path)).toEqual([])
  for (const source of ['86_400_000', '3600000', '24 * 3_600_000', 'ms / 60_000', 'const MINUTE = 60 * SECOND'])
    expect(DURATION.test(source), source).toBe(true)
  for (const source of ['1_763_600_000_000', 'timeout: 60_000', 'length: 3600', '5 * MINUTE_MS'])
    expect(DURATION.test(source), source).toBe(false)
})

test('no literal is spread into another', () => {
  expect(scripts.filter(({ path, text }) => path !== OWN && /\.\.\.\(?\{/.test(text)).map(({ path }) => path)).toEqual(
    [],
  )
})

test(`no file is longer than ${MOST_LINES} lines`, () => {
  const long = sources
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MOST_LINES)
  expect(long).toEqual([])
})

test(`the body of no function is longer than ${MOST_LINES_OF_A_FUNCTION} lines`, () => {
  const counted = scripts.filter(({ path }) => !/^tests\/|\.(test|spec)\.|\/test-reference/.test(path))
  const long = counted.flatMap(({ path, text }) =>
    // A file that is no longer has no function that is.
    text.split('\n').length > MOST_LINES_OF_A_FUNCTION ? longFunctionsOf(path, text, MOST_LINES_OF_A_FUNCTION) : [],
  )
  expect(long).toEqual([])
})

test('no file or folder has a name that says nothing', () => {
  expect(files.filter(vagueName)).toEqual([])
})

test('the name of every test has a subject', () => {
  const suites = scripts.filter(({ path }) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(path))
  const names = suites.map(({ path, text }) => ({ path, names: testNamesOf(path, text) }))
  expect(names.flatMap((suite) => suite.names).length).toBeGreaterThan(2000)
  const fragments = names.map(({ path, names }) => ({ path, names: names.filter(isFragment) }))
  expect(fragments.filter((suite) => suite.names.length > 0)).toEqual([])
})

// Part of a name would be that of two elements as soon as a page has one more. Names of required fields go on after their label.
test('a journey names a role by the whole name, or by an expression', () => {
  const parts = scripts
    .filter(({ path }) => path.startsWith('tests/journeys/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/getByRole\(\s*'(?!textbox)\w+',\s*\{\s*name: (?:'[^']*'|`[^`]*`)\s*\}/g)].map(
        ([call]) => `${path}: ${call}`,
      ),
    )
  expect(parts).toEqual([])
})

test('queries stand in domains, and in what keeps devices and their history', () => {
  const strays = scripts.filter(({ path, text }) => !mayQuery(path) && !path.startsWith('tests/') && holdsSql(text))
  expect(strays.map(({ path }) => path).filter((path) => !path.endsWith('.test.ts'))).toEqual([])
})

test('what finds a device that its caller may change asks again when it is changed, which may be moved by then', () => {
  const finds = /\bownDevice\(/
  const asksAgain = /\b(lockOwnDevice|reachingNow)\(q,/
  const found = scripts.filter(({ path, text }) => finds.test(text) && /^demo\/server\/.*(?<!\.test)\.ts$/.test(path))
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter(({ text }) => !asksAgain.test(text)).map(({ path }) => path)).toEqual([])
})

// On pages of others, where old libraries and their authors have changed what browsers have: `Event` and `Array.from` are
// other functions with Prototype.js and MooTools, and `entries` of an array is a copy of it. A Map
// is iterated itself, an array by `forEach` or with a counter.
test.each([
  ['new Event', /\bnew Event\(|\bclass\b.*\bextends Event\b/],
  ['Array.from', /\bArray\.from\(/],
  ['entries() of an array', /\.entries\(\)/],
])('nothing that runs in pages of others uses %s', (_what, pattern) => {
  const isForPages = (path: string) => /^(core|elements)\//.test(path) && !/\.test\.|\/test-reference/.test(path)
  const found = scripts.filter(({ path, text }) => isForPages(path) && pattern.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})

test('the check reads every kind of import', () => {
  const source = [
    `import { a } from './a.ts'`,
    `import type {\n  B,\n} from './b.ts'`,
    `import './c.css?sheet'`,
    `export * from './d.ts'`,
    `const e = await import('./e.ts')`,
    `type F = import('./f.ts').F`,
    ` * import { g } from './g.ts'`,
    `// const h = import('./h.ts')`,
  ].join('\n')
  expect(importsOf(source).sort()).toEqual(['./a.ts', './b.ts', './c.css?sheet', './d.ts', './e.ts', './f.ts'])
})

test.each([
  ['core/contract/device.ts', '../rules/tree.ts', 'core/rules/tree.ts'],
  ['core/catalogue/codes.ts', '../contract/device.ts', 'core/contract/device.ts'],
  ['core/stores/toasts.ts', 'react', 'react'],
  ['core/connection/client.ts', 'node:crypto', 'node:crypto'],
  ['core/contract/device.ts', 'zod', 'zod'],
  ['elements/screens/device-monitor/Curve.tsx', '../alarm-feed/Row.tsx', 'elements/screens/alarm-feed/Row.tsx'],
  ['elements/kit/Button.tsx', '../screens/device-monitor/Header.tsx', 'elements/screens/device-monitor/Header.tsx'],
  ['elements/canvas/scene/scene.ts', '../view/Viewer.tsx', 'elements/canvas/view/Viewer.tsx'],
  ['elements/screens/device-monitor/index.ts', '@r2wc/react-to-web-component', '@r2wc/'],
  ['elements/device-monitor/Curve.tsx', 'echarts/core', 'echarts/core'],
  ['elements/device-monitor/List.tsx', 'react-aria-components', 'react-aria-components'],
  ['elements/device-monitor/List.tsx', '@tanstack/react-table', '@tanstack/react-table'],
  ['elements/screens/device-monitor/index.ts', '../../../demo/server/fleet/fleet.ts', 'demo/server/fleet/fleet.ts'],
  ['host/router.tsx', '../elements/screens/device-monitor/index.ts', 'elements/screens/device-monitor/index.ts'],
  ['demo/server/main.ts', '../../core/stores/toasts.ts', 'core/stores/toasts.ts'],
  ['demo/server/main.ts', '../plant/main.ts', 'demo/plant/main.ts'],
  ['demo/server/ingest/ingest.ts', '../alarms/index.ts', 'ingest is kernel'],
  ['demo/server/fleet/fleet.ts', '../ingest/check-value.ts', 'fleet is kernel'],
  ['demo/server/alarms/alarm.ts', '../devices/find-device.ts', 'devices/index.ts'],
  ['demo/server/people/account.ts', '../start.ts', 'stands above it'],
  ['demo/server/start.ts', './people/login.ts', 'people/index.ts'],
  ['demo/plant/main.ts', '../../core/contract/device.ts', 'core/contract/device.ts'],
])('%s may not import %s', (path, specifier, named) => {
  expect(strayOf(path, specifier)).toContain(named)
})

test.each([
  ['core/stores/readings.ts', '../realtime/socket.ts'],
  ['core/contract/device.ts', 'zod/mini'],
  ['core/rules/words.ts', '../text/define-text.ts'],
  ['elements/screens/device-monitor/index.ts', '../../define/define.tsx'],
  ['elements/define/define.tsx', '@r2wc/react-to-web-component'],
  ['elements/kit/Chart.tsx', 'echarts/core'],
  ['host/router.tsx', '../elements/define/index.ts'],
  ['demo/server/http/http.ts', '../../../core/contract/endpoint.ts'],
  ['demo/server/alarms/alarm.ts', '../devices/index.ts'],
  ['demo/server/answers.ts', './alarms/answers.ts'],
  ['demo/server/alarms/alarm.test.ts', '../../../tests/server/server.ts'],
  ['demo/plant/main.ts', '../../core/contract/telemetry.ts'],
  ['tests/bench/ingest.ts', '../../demo/server/main.ts'],
])('%s may import %s', (path, specifier) => {
  expect(strayOf(path, specifier)).toBe(null)
})

test('the check reads the names of all kinds of tests', () => {
  const source = [
    `test('a', () => {})`,
    `it.skipIf(isOff)('b', () => {})`,
    'test.each([[1]] as const)(`c %s`, () => {})',
    `test.each<[string]>([['x']])('d', () => {})`,
    `describe('e', () => { it("f", () => {}) })`,
    `test.describe('g', () => {})`,
    `// test('h')`,
    `const isX = /x/.test('i')`,
    `test.setTimeout(1000)`,
  ].join('\n')
  expect(testNamesOf('a.test.ts', source)).toEqual(['a', 'b', 'c %s', 'd', 'f'])
})

test('the check of lengths finds functions of all kinds by their names', () => {
  const body = `{${'\n'.repeat(3)}}`
  const source = `
    function a() ${body}
    const b = () => ${body}
    class C { d() ${body} }
    const e = { f: async () => ${body}, g() {} }
    h(function () ${body})`
  const found = longFunctionsOf('a.ts', source, 3)
  expect(found).toEqual(['a', 'b', 'd', 'f', 'a function'].map((name) => `a.ts: ${name} has 4 lines`))
})

test('names and SQL are checked by whole words', () => {
  expect(vagueName('core/stores/table-utils.ts')).toBe('utils')
  expect(vagueName('elements/kit/DataTable.tsx')).toBe('data')
  expect(vagueName('demo/server/database.ts')).toBe(null)
  expect(holdsSql('const q = `\n  select id from device where tenant_id = $1`')).toBe(true)
  expect(holdsSql(`await q.deleteFrom('device').execute()`)).toBe(true)
  expect(holdsSql(`const label = 'Select a device'`)).toBe(false)
})
