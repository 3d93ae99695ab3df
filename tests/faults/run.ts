import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Outcome } from './trial.ts'

/** A fault, or a sentence that says why it cannot be tried on this machine. */
type Fault = () => Promise<Outcome | string>

/** `npm run faults [name …]`: does harm to a running server and compares what it acknowledged with what it kept. */
const FAULTS: Record<string, () => Promise<Fault>> = {
  kill: async () => (await import('./process.ts')).kill,
  term: async () => (await import('./process.ts')).term,
  'kill-postgres': async () => (await import('./process.ts')).killOnPostgres,
  'devices-stalled': async () => (await import('./devices.ts')).devicesStalled,
  'broker-kill': async () => (await import('./broker.ts')).brokerKill,
  'broker-term': async () => (await import('./broker.ts')).brokerTerm,
  'broker-away': async () => (await import('./broker.ts')).brokerAway,
  'broker-stalled': async () => (await import('./broker.ts')).brokerStalled,
  'store-stopped': async () => (await import('./store.ts')).storeStopped,
  'store-frozen': async () => (await import('./store.ts')).storeFrozen,
  'disk-full': async () => (await import('./store.ts')).diskFull,
  'log-full': async () => (await import('./store.ts')).logFull,
  'lying-disk': async () => (await import('./disk.ts')).lyingDisk,
  'clock-seconds': async () => (await import('./clock.ts')).clockSeconds,
  'clock-minutes': async () => (await import('./clock.ts')).clockMinutes,
  'clock-day': async () => (await import('./clock.ts')).clockDay,
  'unread-sockets': async () => (await import('./lines.ts')).unreadSockets,
}
const FILE = fileURLToPath(new URL('../../.bench/faults.json', import.meta.url))

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in FAULTS))
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}: choose from ${Object.keys(FAULTS).join(', ')}.`)
  process.exit(1)
}

const outcomes: Outcome[] = []
for (const name of wanted.length > 0 ? wanted : Object.keys(FAULTS)) {
  const fault = await FAULTS[name]?.()
  const outcome = await fault?.().catch((error) => `did not run: ${error instanceof Error ? error.stack : error}`)
  if (typeof outcome === 'string') {
    console.log(`\n${name}: ${outcome}`)
    if (outcome.startsWith('did not run')) process.exitCode = 1
    continue
  }
  if (!outcome) continue
  outcomes.push(outcome)
  print(outcome)
  if (outcome.failures.length > 0) process.exitCode = 1
}
mkdirSync(new URL('.', `file://${FILE}`), { recursive: true })
writeFileSync(FILE, `${JSON.stringify({ load: loadavg()[0], outcomes }, null, 2)}\n`)
process.exit()

function print(outcome: Outcome): void {
  const { fault, sent, acknowledged, lost, doubled, repeated, backS, rssMb, files, logKb, notes, failures } = outcome
  console.log(`\n${fault}: ${failures.length === 0 ? 'held' : 'FAILED'}`)
  console.log(`  ${sent} sent, ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, ${repeated} repeated`)
  console.log(`  acknowledged again after ${backS} s; at the most ${rssMb} MB, ${files} files; ${logKb} KB of log`)
  for (const note of notes) console.log(`  ${note}`)
  for (const failure of failures) console.log(`  ! ${failure}`)
}
