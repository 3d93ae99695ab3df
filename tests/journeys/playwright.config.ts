import { fileURLToPath } from 'node:url'
import { defineConfig } from 'playwright/test'
import { browserArgs } from '../../demo/setup/browser.mjs'
import { keepTempInMemory } from '../../demo/setup/temp.mjs'

keepTempInMemory()

// Servers and their threads are compiled once, not at each start.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../../node_modules/.cache/sightglass/compiled', import.meta.url),
)

/** Journeys start servers of their own on free ports; the browser is the one that `npm test` found. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../.bench/journeys',
  // Each has a server, a store and ports of its own.
  workers: 2,
  // Only what never comes takes so long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    locale: 'zh-CN',
    launchOptions: {
      executablePath: process.env.CHROME_PATH,
      // The name of the portal on plain http.
      args: [...browserArgs(), '--host-resolver-rules=MAP intranet.test 127.0.0.1'],
    },
    // A trace of every journey takes a third of their time: `--trace on` makes one of a journey that is red.
    trace: 'off',
  },
})
