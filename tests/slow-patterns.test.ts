import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { isSlow } from './slow-patterns.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The regular expressions of a source, as they stand there. */
function patternsOf(path: string, source: string): RegExp[] {
  const found: RegExp[] = []
  const left: unknown[] = [parseSync(path, source).program]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (typeof node !== 'object' || node === null) continue
    if (node instanceof RegExp) found.push(node)
    else left.push(...Object.values(node))
  }
  return found
}

describe('the check of patterns', () => {
  test.each([
    [/^\s*(-?\d+)\s*=\s*([^|]+?)\s*(?:\|\s*(.+?)\s*)?$/],
    [/\{\{\s*([^{}]*?)\s*\}\}/],
    [/\s+$/],
    [/^(a+)+$/],
    [/^(a|a)*$/],
    [/^(a|ab|b)*c/],
    [/^(a*)*$/],
    [/^\d+\d+$/],
    [/^[^@]+@.*\..*$/],
    [/<[^>]+>/],
    [/^x(?=\s*\s*y)/],
    [/;(?=\s*=)/],
    [/^\p{L}+\w+$/u],
    [/^a.*b.*c/s],
  ])('the check of patterns finds that %s may take much longer than its input', (pattern) => {
    expect(isSlow(pattern.source, pattern.flags)).toBe(true)
  })

  test.each([
    [/^\s*\d+\s*$/],
    [/\s+/],
    [/\s*$/y],
    [/^(a+b)+$/],
    [/^[a-z]+(-[a-z]+)*$/],
    [/"[^"]*"/],
    [/^\d{1,15}$/],
    [/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/],
    [/\.[a-z]+$/],
    [/^\p{L}+\d+$/u],
    [/^(?:\\.|[^\\])*$/s],
    [/^(a|b)*c/],
  ])('the check of patterns finds nothing in %s', (pattern) => {
    expect(isSlow(pattern.source, pattern.flags)).toBe(false)
  })

  test('the check of patterns reads the patterns of a source and nothing that looks like one', () => {
    const source = `const a = 4 / 2 / 1 // /no+/\nconst b = '/no*/' + \`\${/yes+/g}\`\nexport const c = (x: string) => /[/]/u.test(x)`
    expect(patternsOf('x.ts', source).map(String)).toEqual(expect.arrayContaining(['/yes+/g', '/[/]/u']))
    expect(patternsOf('x.ts', source)).toHaveLength(2)
  })
})

test('no pattern of the server, nor of what it shares with pages, may take much longer than its input', () => {
  const files = globSync('{core,demo/server}/**/*.ts', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'))
  const slow = files
    .filter((path) => !/(^|\/)test-|\.test\.ts$|\/safety\//.test(path))
    .flatMap((path) =>
      patternsOf(path, readFileSync(join(ROOT, path), 'utf8'))
        .filter(({ source, flags }) => isSlow(source, flags))
        .map((pattern) => `${path} ${pattern}`),
    )
  expect(slow).toEqual([])
})
