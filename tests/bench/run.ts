import { fileURLToPath } from 'node:url'
import { loadNow, print, Results, write } from './results.ts'

/** `npm run bench [name …]`: measures, and fails for no number. Each prints a table and writes `.bench/<name>.json`. */
const BENCHES: Record<string, () => Promise<{ default: (results: Results) => Promise<void> }>> = {
  bytes: () => import('./bytes.ts'),
  ingest: () => import('./ingest.ts'),
  fanout: () => import('./fanout.ts'),
  curve: () => import('./curve.ts'),
  pixels: () => import('./pixels.ts'),
  embed: () => import('./embed.ts'),
  people: () => import('./people.ts'),
  mounts: () => import('./mounts.ts'),
  canvas: () => import('./canvas.ts'),
  map: () => import('./map.ts'),
  alarms: () => import('./alarms.ts'),
  feed: () => import('./feed.ts'),
  fleet: () => import('./fleet.ts'),
  dashboard: () => import('./dashboard.ts'),
}
const FOLDER = fileURLToPath(new URL('../../.bench', import.meta.url))

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}: choose from ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(1)
}

for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  const results = new Results()
  results.add('machine', 'load', 'before', loadNow(), 'processes')
  try {
    const bench = await BENCHES[name]?.()
    await bench?.default(results)
  } catch (error) {
    console.error(`${name}:`, error)
    process.exitCode = 1
  }
  results.add('machine', 'load', 'after', loadNow(), 'processes')
  print(name, results)
  write(FOLDER, name, results)
}
process.exit()
