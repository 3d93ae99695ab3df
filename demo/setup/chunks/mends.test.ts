import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MENDS, mended } from './mends.ts'

test.each([...new Set(MENDS.map(({ file }) => file))])('%s is written as its mends know it', (file) => {
  const installed = readFileSync(new URL(`../../../node_modules/${file}`, import.meta.url), 'utf8')
  expect(mended(file, installed)).not.toBe(null)
})
