import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { changedFiles, changedSince, elementTestsOf } from './changed.mjs'
import { command, Interrupted, Refusal, ROOT, runNode } from './project.mjs'
import { keepTempInMemory } from './temp.mjs'

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** The first lines of what a test failed with, without the colours of a terminal. */
const firstLines = (message) =>
  stripVTControlCharacters(message ?? '')
    .split('\n')
    .slice(0, 4)
    .join('\n    ')

/** Tests of Playwright's report that did not pass at the first try, as `file › title`. */
const redJourneys = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(redJourneys),
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
      return `${file} › ${title}\n    ${firstLines(errors[0]?.message)}`
    }),
]

/** Each runner prints as it goes and leaves a report in a file. `read` gives {passed, failed, skipped, red}; `red` names what failed. */
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
    // `npm run verify` sets TESTS=all; without it some files are left out.
    env: () => ({ NODE_ENV: 'test', TESTS: process.env.TESTS ?? 'quick' }),
    read: (file) => {
      const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = read(file)
      const red = testResults.flatMap(({ name, status, message, assertionResults }) => {
        const failed = assertionResults.filter((test) => test.status === 'failed')
        if (failed.length === 0 && status === 'failed') return `${relative(ROOT, name)}\n    ${firstLines(message)}`
        return failed.map(
          ({ fullName, failureMessages }) =>
            `${relative(ROOT, name)} › ${fullName}\n    ${firstLines(failureMessages[0])}`,
        )
      })
      return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, red }
    },
  },
  elements: {
    needsBuild: false,
    args: (file) => [`${ROOT}demo/setup/element-suite.mjs`, file],
    // The elements are built anew for their tests, as pages get them.
    env: () => ({ NODE_ENV: 'production' }),
    read,
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
    read: (file) => {
      const report = read(file)
      const { expected, unexpected, flaky, skipped } = report.stats
      // A test that passes only when tried again has failed.
      return { passed: expected, failed: unexpected + flaky, skipped, red: redJourneys(report) }
    },
  },
  budgets: {
    needsBuild: true,
    args: (file) => [`${ROOT}tests/budgets.ts`, file],
    read,
  },
}

/** What a runner that has ended has to show: one that failed, or ran nothing, at least one failure. */
export function summarize({ status, report }) {
  const { passed, failed, skipped, red } = report ?? { passed: 0, failed: 0, skipped: 0, red: [] }
  const isBroken = failed === 0 && (status !== 0 || passed === 0)
  return { passed, failed: isBroken ? 1 : failed, skipped, red, isBroken }
}

export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** The suites that have a test of what changed, with what makes each run no more than that. */
function changedSuites() {
  const since = changedSince()
  const tests = elementTestsOf(changedFiles(since))
  const elements = {
    ...SUITES.elements,
    env: (file) => ({ ...SUITES.elements.env(file), ELEMENTS_FILES: `{${tests},}` }),
  }
  const unit = {
    ...SUITES.unit,
    args: (file) => [...SUITES.unit.args(file), `--changed=${since}`],
    env: () => ({ NODE_ENV: 'test' }),
    mayBeEmpty: true,
  }
  return { unit, ...(tests.length > 0 && { elements }) }
}

/** What a suite prints is seen as it comes, or when it has ended where others print meanwhile. */
async function run(name, suite, folder, output) {
  if (suite.needsBuild) await build()
  const file = join(folder, `${name}.json`)
  if (output === 'inherit') console.log(`\n── ${name}`)
  const { status, output: text, isInterrupted } = await runNode(suite.args(file), { env: suite.env?.(file), output })
  if (output === 'pipe') console.log(`\n── ${name}\n${text.trimEnd()}\n`)
  if (isInterrupted) throw new Interrupted()
  const report = existsSync(file) ? suite.read(file) : null
  if (suite.mayBeEmpty && status === 0 && report?.passed === 0) return report
  const result = summarize({ status, report })
  if (result.isBroken) result.red.push(`The ${name} suite ${status === 0 ? 'ran no tests' : 'did not run to its end'}.`)
  return result
}

/** Every suite waits half of its time, for stores, pages and processes: these run beside each other. */
const LANES = [['unit'], ['elements'], ['journeys', 'budgets']]

/** Runs the named suites and gives their counts together. Rejects when all that ran has ended: with Interrupted after a Ctrl-C. */
export async function runLanes(names, suites) {
  keepTempInMemory()
  const total = { passed: 0, failed: 0, skipped: 0, red: [] }
  const folder = mkdtempSync(join(tmpdir(), 'sightglass-tests-'))
  const runEach = async (lane, output) => {
    for (const name of lane) {
      const { passed, failed, skipped, red } = await run(name, suites[name], folder, output)
      total.passed += passed
      total.failed += failed
      total.skipped += skipped
      total.red.push(...red)
    }
  }
  const lanes = LANES.map((lane) => lane.filter((name) => names.includes(name)))
    .filter((lane) => lane.length > 0)
    .map((lane, at) => runEach(lane, at === 0 ? 'inherit' : 'pipe'))
  try {
    for (const { reason } of await Promise.allSettled(lanes)) if (reason) throw reason
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return total
}

/** Runs the named suites, or all, or for `changed` the tests of what changed, and ends with what is red, by name, and one line of counts. Gives the exit status. */
export async function runSuites(chosen) {
  const suites = chosen[0] === 'changed' ? changedSuites() : SUITES
  const unknown = chosen.find((name) => name !== 'changed' && !Object.hasOwn(SUITES, name))
  if (unknown)
    throw new Refusal(
      `There is no suite "${unknown}": choose ${Object.keys(SUITES).join(', ')}, changed, or none for all.`,
    )
  const names = chosen.length > 0 && suites === SUITES ? chosen : Object.keys(suites)
  if (names.some((name) => name !== 'budgets')) await findBrowser()
  const total = await runLanes(names, suites)
  if (total.red.length > 0) console.log(`\n── red\n${total.red.join('\n')}`)
  console.log(`\n${closingLine(total)}`)
  return total.failed > 0 ? 1 : 0
}

if (import.meta.main) await command(() => runSuites(process.argv.slice(2)))
