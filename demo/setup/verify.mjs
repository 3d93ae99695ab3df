import { install } from './install.mjs'
import { command, Interrupted, ROOT, runNode } from './project.mjs'

const STEPS = [
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'],
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'],
  ['tests and budgets', 'demo/setup/suites.mjs'],
  ['a minute of fuzzing', 'tests/fuzz/main.ts', '60'],
]

/** `npm test` leaves out what only repeats a test on another page or in another look. */
const env = { TESTS: 'all' }

await command(async () => {
  install()
  const failed = []
  for (const [name, script, ...args] of STEPS) {
    console.log(`\n━━ ${name}`)
    const { status, isInterrupted } = await runNode([`${ROOT}${script}`, ...args], { env })
    if (isInterrupted) throw new Interrupted()
    if (status !== 0) failed.push(name)
  }
  console.log(failed.length === 0 ? '\nAll is well.' : `\nNot well: ${failed.join(', ')}.`)
  return failed.length === 0 ? 0 : 1
})
