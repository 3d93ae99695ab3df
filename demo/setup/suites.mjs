import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { command, Refusal, ROOT, runNode } from './project.mjs'

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Each runner prints as it goes and leaves its counts in a file. `count` gives {passed, failed, skipped}. */
export const SUITES = {
  unit: {
    needsBuild: false,
    args: (file) => [
      `${ROOT}node_modules/vitest/vitest.mjs`,
      'run',
      '--config=tests/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    env: () => ({ NODE_ENV: 'test' }),
    count: (file) => {
      const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = read(file)
      return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
    },
  },
  elements: {
    needsBuild: true,
    args: (file) => [`${ROOT}demo/setup/element-suite.mjs`, file],
    // The elements are built anew for their tests, as pages get them.
    env: () => ({ NODE_ENV: 'production' }),
    count: read,
  },
  journeys: {
    needsBuild: true,
    args: () => [
      `${ROOT}node_modules/playwright/cli.js`,
      'test',
      '--config=tests/journeys/playwright.config.ts',
      '--reporter=list,json',
    ],
    env: (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file, NODE_ENV: 'test' }),
    count: (file) => {
      const { expected, unexpected, flaky, skipped } = read(file).stats
      // A test that passes only when tried again has failed.
      return { passed: expected, failed: unexpected + flaky, skipped }
    },
  },
  budgets: {
    needsBuild: true,
    args: (file) => [`${ROOT}tests/budgets.ts`, file],
    count: read,
  },
}

/** The counts of a runner that has ended. One that failed, or ran nothing, has at least one failure to show. */
export function judge({ status, counts }) {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 }
  const isBroken = failed === 0 && (status !== 0 || passed === 0)
  return { passed, failed: isBroken ? 1 : failed, skipped, isBroken }
}

export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

async function run(name, folder) {
  const suite = SUITES[name]
  const file = join(folder, `${name}.json`)
  console.log(`\n── ${name}`)
  const { status } = await runNode(suite.args(file), { env: suite.env?.(file) })
  const result = judge({ status, counts: existsSync(file) ? suite.count(file) : null })
  if (result.isBroken) console.log(`The ${name} suite ${status === 0 ? 'ran no tests' : 'did not run to its end'}.`)
  return result
}

/** Runs the named suites, or all, and ends with one line of counts. Gives the exit status. */
export async function runSuites(asked) {
  const unknown = asked.find((name) => !Object.hasOwn(SUITES, name))
  if (unknown)
    throw new Refusal(`There is no suite "${unknown}": choose ${Object.keys(SUITES).join(', ')}, or none for all.`)
  const names = asked.length > 0 ? asked : Object.keys(SUITES)
  if (names.some((name) => name !== 'budgets')) await findBrowser()
  if (names.some((name) => SUITES[name].needsBuild)) await build()
  const total = { passed: 0, failed: 0, skipped: 0 }
  const folder = mkdtempSync(join(tmpdir(), 'sightglass-tests-'))
  try {
    for (const name of names) {
      const { passed, failed, skipped } = await run(name, folder)
      total.passed += passed
      total.failed += failed
      total.skipped += skipped
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`\n${closingLine(total)}`)
  return total.failed > 0 ? 1 : 0
}

if (import.meta.main) await command(() => runSuites(process.argv.slice(2)))
