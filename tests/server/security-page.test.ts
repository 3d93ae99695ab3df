import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const page = read('SECURITY.md')
const items = page.split('\n').filter((line) => /\*\*\d+\.\d+/.test(line))

/** Tests that the page names: “sentences” after the `file` that they stand in. */
const named = items.flatMap((line) => {
  let file = ''
  return [...line.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`|“([^”]+)”/g)].flatMap(([, path, sentence]) => {
    file = path ?? file
    return sentence && file ? [{ file, sentence }] : []
  })
})

test('the security page names many tests', () => {
  expect(named.length).toBeGreaterThan(50)
})

test.each(named)('the file $file has “$sentence”', ({ file, sentence }) => {
  expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true)
  // As written in single quotes.
  expect(read(file).replaceAll("\\'", "'").includes(sentence)).toBe(true)
})

test('the security page names each item once', () => {
  const numbers = items.map((line) => /\*\*([\d.]+)/.exec(line)?.[1])
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('every item is held, a gap, or does not apply', () => {
  for (const line of items)
    expect(line).toMatch(/^- \[[ x]\] \*\*|^- \*\*[\d., to]+\*\* do(es)? not apply: |^Beyond level 2: \[x\] /)
})
