import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { keepTempInMemory } from '../demo/setup/temp.mjs'

keepTempInMemory()

/**
 * What floods or kills servers, fills tables, packs the package and type-checks the project: a fifth of the processor time
 * of all files. `npm test` leaves it to `npm run verify`; a file that is named runs, and one that reaches what changed.
 */
const LONG = [
  'demo/server/alarms/{budget,crash,dropped,flood}.test.ts',
  'demo/server/audit/short-detail.test.ts',
  'demo/server/broker/external-fairness.test.ts',
  'demo/server/db/{durable-fs,newest-rows}.test.ts',
  'demo/server/diagnostics/clock.test.ts',
  'demo/server/fleet/crash.test.ts',
  'demo/server/history/crash.test.ts',
  'demo/server/limits/flood.test.ts',
  'demo/server/push/{crash,idle,many}.test.ts',
  'demo/server/quotas/{history-kept,records-kept,rule-room}.test.ts',
  'demo/setup/new.test.mjs',
  'tests/fuzz/fuzz.test.ts',
  'tests/package/package.test.ts',
]
const isQuick = process.env.TESTS === 'quick'
const NOT_HERE = [
  ...['**/node_modules/**', '**/dist/**', 'tests/{elements,journeys,bench}/**'],
  ...(isQuick ? LONG : []),
]
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PURE =
  '{core/{canvas,catalogue,contract,rules,text},elements/{canvas,kit,parts,screens,theme}}/**/*.test.{ts,tsx}'

/** What a test does to its whole process, or reads of it: time, modules, environment, signals, memory. */
const USES_PROCESS =
  /\bvi\.(mock|doMock|hoisted|resetModules|spyOn|stub\w+|useFakeTimers|setSystemTime)\b|\bprocess\.(env\.\w+ = |on\b|once\b|emit\b|chdir\b|exit\b|kill\b|memoryUsage\b|cpuUsage\b|stdout\b|stderr\b)|\bglobalThis\b|\basync_hooks\b|\b(Date\.now|Math\.random) = /
const SERVED = globSync('{demo/{plant,server},tests/server}/**/*.test.ts', { cwd: ROOT }).filter(
  (path) => !USES_PROCESS.test(readFileSync(`${ROOT}${path}`, 'utf8')),
)

// Servers, their threads and what the tests load from packages are compiled once, not in every process.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/sightglass/compiled', import.meta.url))

const STUCK_MS = 600_000

export default defineConfig({
  root: ROOT,
  test: {
    projects: [
      // Here nothing is kept between calls: files share their threads, and what they import is loaded once.
      {
        extends: true,
        test: {
          name: 'pure',
          include: [PURE],
          pool: 'threads',
          isolate: false,
        },
      },
      // A server keeps all that it has in objects of its own: files share what is loaded and compiled, and no more.
      {
        extends: true,
        test: {
          name: 'served',
          include: SERVED,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['{core,elements,host,demo,tests}/**/*.test.{ts,tsx,mjs}'],
          exclude: [...NOT_HERE, PURE, ...SERVED],
        },
      },
    ],
    setupFiles: ['tests/patience.ts'],
    exclude: NOT_HERE,
    // One more than cores: half of its time a test of a server waits for a clock, a connection or the store.
    maxWorkers: availableParallelism() + 1,
    // Only what never ends takes so long: no test has a time of its own.
    hookTimeout: STUCK_MS,
    testTimeout: STUCK_MS,
    expect: { poll: { timeout: 60_000 } },
  },
})
