import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { startTestRunner } from '@web/test-runner'
import { ROOT } from './project.mjs'

const [file] = process.argv.slice(2)

const report = { passed: 0, failed: 0, skipped: 0, red: [] }

function count({ tests, suites }, page) {
  for (const { name, passed, skipped, error } of tests) {
    report[skipped ? 'skipped' : passed ? 'passed' : 'failed'] += 1
    if (!skipped && !passed) report.red.push(`${page} › ${name}\n    ${error?.message ?? ''}`)
  }
  for (const suite of suites) count(suite, page)
}

const runner = await startTestRunner({
  readCliArgs: true,
  argv: ['--config', join(ROOT, 'tests/elements/web-test-runner.config.mjs')],
  autoExitProcess: false,
})
if (!runner) process.exit(1)

runner.on('stopped', (passed) => {
  for (const { testFile, browser, testResults, errors } of runner.sessions.all()) {
    const page = `${browser.name} page, ${basename(testFile)}`
    if (testResults) count(testResults, page)
    // A file that cannot be loaded has no tests to fail.
    if (errors.length === 0) continue
    report.failed += 1
    report.red.push(`${page}\n    ${errors[0].message}`)
  }
  writeFileSync(file, JSON.stringify(report))
  process.exit(passed ? 0 : 1)
})
