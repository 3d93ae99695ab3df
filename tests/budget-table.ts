import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closureOf, importsIn } from './budget-closure.ts'

/** What is measured: `DIST=<folder>` for a build that lies elsewhere. */
export const DIST = resolve(process.env.DIST ?? fileURLToPath(new URL('../dist', import.meta.url)))

/** The built file of an element or of the loader; null when there is none. */
function entry(name: string): string | null {
  const file = join(DIST, `elements/${name}.js`)
  return existsSync(file) ? file : null
}

/** These files with what they fetch later on, where the fetched file's name matches, and what that fetches likewise. */
function andLater(files: Set<string>, named: RegExp): Set<string> {
  const found = [...files].flatMap((file) =>
    importsIn(readFileSync(file, 'utf8'))
      .dynamics.map((name) => join(dirname(file), name))
      .filter((fetched) => named.test(basename(fetched)) && !files.has(fetched)),
  )
  return found.length === 0 ? files : andLater(new Set([...files, ...closureOf(found)]), named)
}

const element = (name: string) => () => {
  const file = entry(name)
  return file ? closureOf([file]) : null
}

/** What all React screens load, whichever of them is on the page; it takes two of them to know. */
function reactBase(): Set<string> | null {
  const screens = globSync('elements/sg-*.js', { cwd: DIST }).map((path) => join(DIST, path))
  const [first, ...others] = screens.map((file) => closureOf([file]))
  if (!first || others.length === 0) return null
  return new Set([...first].filter((file) => others.every((files) => files.has(file))))
}

function monitorWithChart(): Set<string> | null {
  const monitor = element('sg-device-monitor')()
  if (!monitor) return null
  const all = andLater(monitor, /^(chart|curve|echarts)/i)
  if (all.size === monitor.size) throw new Error('The device monitor loads no chart: the budget looks for other names.')
  return all
}

/** The console's page and its home screen. */
function firstScreen(): Set<string> | null {
  const page = join(DIST, 'host/index.html')
  if (!existsSync(page)) return null
  const sources = [...readFileSync(page, 'utf8').matchAll(/<script[^>]*type="module"[^>]*\ssrc="([^"]+)"/g)]
  if (sources.length === 0) return null
  return andLater(closureOf(sources.map(([, source = '']) => join(dirname(page), source))), /home/i)
}

/** The budgets of the house, in KB of script, gzip, on a cold page. `owed`: built by now, so it has to be found. */
export const BUDGETS: readonly { what: string; kb: number; owed: boolean; files: () => Set<string> | null }[] = [
  { what: 'loader', kb: 4, owed: true, files: element('sightglass') },
  { what: 'loader of classic pages', kb: 4, owed: true, files: element('sightglass.iife') },
  { what: 'live leaves', kb: 30, owed: true, files: element('live') },
  { what: 'base of a React element', kb: 150, owed: false, files: reactBase },
  { what: 'alarm feed', kb: 190, owed: true, files: element('sg-alarm-feed') },
  { what: 'canvas viewer', kb: 220, owed: true, files: element('sg-canvas') },
  { what: 'dashboard viewer without charts', kb: 220, owed: true, files: element('sg-dashboard') },
  { what: 'device monitor without its chart', kb: 190, owed: true, files: element('sg-device-monitor') },
  { what: 'device monitor with its chart', kb: 390, owed: true, files: monitorWithChart },
  { what: "console's first screen", kb: 330, owed: true, files: firstScreen },
]
