import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['{core,elements,host,demo,tests}/**/*.test.{ts,tsx,mjs}'],
    setupFiles: ['tests/patience.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'tests/{elements,journeys,bench}/**'],
    // Databases and servers start in many files: more workers than cores only makes each of them slower.
    maxWorkers: Math.max(1, availableParallelism()),
    hookTimeout: 120_000,
    testTimeout: 60_000,
  },
})
