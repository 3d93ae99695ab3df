import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closureOf, gzipKb, importsIn } from './budget-closure.ts'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))

/** The built file of an entry, by its name without folder, `sg-` and hash; null when there is none. */
function entry(name: string): string | null {
  const pattern = new RegExp(`^(sg-)?${name}(-[\\w-]{8})?\\.js$`)
  return scripts.find((file) => pattern.test(basename(file))) ?? null
}

/** What these files fetch later on, where the fetched file's name matches, with all that it needs itself. */
function later(files: Iterable<string>, named: RegExp): Set<string> {
  const found = [...files].flatMap((file) =>
    importsIn(readFileSync(file, 'utf8')).dynamics.map((name) => join(dirname(file), name)),
  )
  return closureOf(found.filter((file) => named.test(basename(file))))
}

const scripts = globSync('**/*.js', { cwd: DIST }).map((path) => join(DIST, path))

const element = (name: string) => () => {
  const file = entry(name)
  return file ? closureOf([file]) : null
}

/** What all React screens load, whichever of them is on the page. */
function reactBase(): Set<string> | null {
  const screens = ['device-monitor', 'device-list', 'device-board', 'home'].flatMap((name) => entry(name) ?? [])
  const [first, ...others] = screens.map((file) => closureOf([file]))
  if (!first) return null
  return new Set([...first].filter((file) => others.every((files) => files.has(file))))
}

function monitorWithChart(): Set<string> | null {
  const monitor = element('device-monitor')()
  if (!monitor) return null
  const chart = later(monitor, /chart|curve|echarts/i)
  if (chart.size === 0) throw new Error('The device monitor loads no chart: the budget looks for the wrong file name.')
  return new Set([...monitor, ...chart])
}

/** The console's page and its home screen. */
function firstScreen(): Set<string> | null {
  const page = globSync('**/index.html', { cwd: DIST }).find((path) => path.includes('host')) ?? 'index.html'
  if (!existsSync(join(DIST, page))) return null
  const html = readFileSync(join(DIST, page), 'utf8')
  const sources = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(([, source = '']) => source)
  if (sources.length === 0) return null
  const shell = closureOf(sources.map((source) => join(DIST, dirname(page), source)))
  return new Set([...shell, ...later(shell, /home/i)])
}

/** The budgets of the house, in KB of script, gzip, on a cold page. `owed`: built by now, so it has to be found. */
const BUDGETS: readonly { what: string; kb: number; owed: boolean; files: () => Set<string> | null }[] = [
  { what: 'loader', kb: 4, owed: true, files: element('loader') },
  { what: 'live leaves', kb: 30, owed: false, files: element('live') },
  { what: 'base of a React element', kb: 150, owed: true, files: reactBase },
  { what: 'alarm feed', kb: 190, owed: false, files: element('alarm-feed') },
  { what: 'canvas viewer', kb: 220, owed: false, files: element('canvas') },
  { what: 'device monitor without its chart', kb: 190, owed: true, files: element('device-monitor') },
  { what: 'device monitor with its chart', kb: 390, owed: true, files: monitorWithChart },
  { what: "console's first screen", kb: 330, owed: true, files: firstScreen },
]

const counts = { passed: 0, failed: 0, skipped: 0 }
for (const { what, kb, owed, files } of BUDGETS) {
  const loaded = files()
  const measured = loaded && gzipKb(loaded)
  const isFailed = measured === null ? owed : measured > kb
  const verdict = measured === null ? (owed ? 'MISSING' : 'not built yet') : isFailed ? 'BEYOND' : 'within'
  if (isFailed) counts.failed += 1
  else if (measured !== null) counts.passed += 1
  const weight = measured === null ? '–' : measured.toFixed(1)
  console.log(`${what.padEnd(36)}${weight.padStart(8)}${`of ${kb} KB`.padStart(12)}  ${verdict}`)
}
if (counts.failed > 0) {
  console.error('A budget is exceeded, or what it measures was not found in dist/: see the table above.')
  process.exitCode = 1
}
const [file] = process.argv.slice(2)
if (file) writeFileSync(file, JSON.stringify(counts))
