import { writeFileSync } from 'node:fs'
import { gzipKb } from './budget-closure.ts'
import { BUDGETS } from './budget-table.ts'

const counts = { passed: 0, failed: 0, skipped: 0 }
for (const { what, kb, owed, files } of BUDGETS) {
  const loaded = files()
  const measured = loaded && gzipKb(loaded)
  const isFailed = measured === null ? owed : measured > kb
  const verdict = measured === null ? (owed ? 'MISSING' : 'not built yet') : isFailed ? 'BEYOND' : 'within'
  if (isFailed) counts.failed += 1
  else if (measured !== null) counts.passed += 1
  const weight = measured === null ? '–' : measured.toFixed(1)
  console.log(`${what.padEnd(36)}${weight.padStart(8)}${`of ${kb} KB`.padStart(12)}  ${verdict}`)
}
if (counts.failed > 0) {
  console.error('A budget is exceeded, or what it measures was not found in dist/: see the table above.')
  process.exitCode = 1
}
const [file] = process.argv.slice(2)
if (file) writeFileSync(file, JSON.stringify(counts))
