import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const NOT_HERE = ['**/node_modules/**', '**/dist/**', 'tests/{elements,journeys,bench}/**']
const PURE =
  '{core/{canvas,catalogue,contract,rules,text},elements/{canvas,kit,parts,screens,theme}}/**/*.test.{ts,tsx}'

// Servers, their threads and what the tests load from packages are compiled once, not in every process.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/sightglass/compiled', import.meta.url))

const STUCK_MS = 600_000

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
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
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['{core,elements,host,demo,tests}/**/*.test.{ts,tsx,mjs}'],
          exclude: [...NOT_HERE, PURE],
        },
      },
    ],
    setupFiles: ['tests/patience.ts'],
    exclude: NOT_HERE,
    // Databases and servers start in many files: more workers than cores only makes each of them slower.
    maxWorkers: Math.max(1, availableParallelism()),
    // Only what never ends takes so long: no test has a time of its own.
    hookTimeout: STUCK_MS,
    testTimeout: STUCK_MS,
    expect: { poll: { timeout: 60_000 } },
  },
})
