import { writeFileSync } from 'node:fs'
import { gzipKb } from './budget-closure.ts'
import { BUDGETS } from './budget-table.ts'

const report = { passed: 0, failed: 0, skipped: 0, red: [] as string[] }
for (const { what, kb, owed, files } of BUDGETS) {
  const loaded = files()
  const measured = loaded && gzipKb(loaded)
  const isFailed = measured === null ? owed : measured > kb
  const verdict = measured === null ? (owed ? 'MISSING' : 'not built yet') : isFailed ? 'BEYOND' : 'within'
  const weight = measured === null ? '–' : measured.toFixed(1)
  const line = `${what.padEnd(36)}${weight.padStart(8)}${`of ${kb} KB`.padStart(12)}  ${verdict}`
  console.log(line)
  if (isFailed) report.red.push(line)
  else if (measured !== null) report.passed += 1
}
report.failed = report.red.length
if (report.failed > 0) {
  console.error('A budget is exceeded, or what it measures was not found in dist/: see the table above.')
  process.exitCode = 1
}
const [file] = process.argv.slice(2)
if (file) writeFileSync(file, JSON.stringify(report))
