import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { closureOf, gzipKb } from '../budget-closure.ts'
import { BUDGETS, DIST } from '../budget-table.ts'
import { OURS, type Results } from './results.ts'

/** Script of each built element on a cold page, gzip; and of what has a budget, as its share of the budget. */
export default async function bytes(results: Results): Promise<void> {
  if (!existsSync(join(DIST, 'elements'))) throw new Error('There is no build in dist/: run `npm start` once.')
  for (const file of globSync('elements/*.js', { cwd: DIST }).sort()) {
    results.add(basename(file, '.js'), OURS, 'script', gzipKb(closureOf([join(DIST, file)])), 'KB')
  }
  for (const { what, kb, files } of BUDGETS) {
    const loaded = files()
    if (!loaded) continue
    results.add(what, OURS, 'script', gzipKb(loaded), 'KB')
    results.add(what, 'budget', 'script', kb, 'KB')
    results.compare(what, 'budget')
  }
}
