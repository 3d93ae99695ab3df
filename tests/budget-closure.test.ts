import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closureOf, gzipKb, importsIn } from './budget-closure.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightglass-budgets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, code: string) => {
  writeFileSync(join(folder, name), code)
  return join(folder, name)
}

test('minified imports are distinguished by when they load', () => {
  const code = [
    'import{a as b}from"./a.js";import"./c.js";export{d}from"./d.js";export*from"./e.js";',
    'const f=()=>import("./f.js"),h=()=>import(`./h.js`),i=(x)=>import(x),',
    `g="import x from './g.js'";b(f,g)`,
  ].join('')
  expect(importsIn(code)).toEqual({ statics: ['./a.js', './c.js', './d.js', './e.js'], dynamics: ['./f.js', './h.js'] })
})

test('a page loads each static import once, in circles too, and no dynamic one', () => {
  write('a.js', `import './b.js'`)
  write('b.js', `import './a.js'; export const later = () => import('./c.js')`)
  write('c.js', `export default 1`)
  const files = closureOf([join(folder, 'a.js')])
  expect([...files].map((file) => basename(file)).sort()).toEqual(['a.js', 'b.js'])
})

test('weight is what gzip makes of each file', () => {
  const dull = write('dull.js', `/*${'x'.repeat(100_000)}*/`)
  expect(gzipKb([dull])).toBeLessThan(1)
  expect(gzipKb([dull, dull])).toBeCloseTo(2 * gzipKb([dull]))
})
