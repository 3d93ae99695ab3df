import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { casesOf } from './cases.ts'
import { Harm, kept, sendAll } from './run.ts'
import { startTarget } from './target.ts'

// npm run fuzz -- [seconds] [seed]
const [seconds = '60', seed = `${Date.now() % 2 ** 32}`] = process.argv.slice(2)
console.log(`Seed ${seed}: \`npm run fuzz -- ${seconds} ${seed}\` sends the same inputs in the same order.`)
const target = await startTarget()
try {
  const first = kept().map(({ input }) => input)
  await sendAll(target, first.values(), (sent) => sent < first.length)
  const until = Date.now() + Number(seconds) * 1000
  const sent = await sendAll(target, casesOf(Number(seed)), () => Date.now() < until)
  console.log(`${first.length} kept and ${sent} new inputs: nothing broke but their own connections.`)
} catch (error) {
  if (!(error instanceof Harm)) throw error
  const file = join(mkdtempSync(join(tmpdir(), 'sightglass-harm-')), 'suspects.json')
  writeFileSync(file, JSON.stringify(error.suspects, null, 1))
  console.error(`${error.message}\nOne of the inputs in ${file} did it: keep it in tests/fuzz/seeds, then mend.`)
  process.exitCode = 1
} finally {
  await target.stop()
}
