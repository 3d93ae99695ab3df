import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestRunner } from '@web/test-runner'
import { ROOT } from './project.mjs'

const [file] = process.argv.slice(2)

function countTests({ tests, suites }, counts) {
  for (const { passed, skipped } of tests) counts[skipped ? 'skipped' : passed ? 'passed' : 'failed'] += 1
  for (const suite of suites) countTests(suite, counts)
}

const runner = await startTestRunner({
  readCliArgs: true,
  argv: ['--config', join(ROOT, 'tests/elements/web-test-runner.config.mjs')],
  autoExitProcess: false,
})
if (!runner) process.exit(1)

runner.on('stopped', (passed) => {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { testResults, errors } of runner.sessions.all()) {
    if (testResults) countTests(testResults, counts)
    // A file that cannot be loaded has no tests to fail.
    if (errors.length > 0) counts.failed += 1
  }
  writeFileSync(file, JSON.stringify(counts))
  process.exit(passed ? 0 : 1)
})
