import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import * as durations from '../core/catalogue/durations.ts'
import { ALARM_LEVELS, LIMITS, PAGE_SIZES } from '../core/catalogue/limits.ts'
import { ROUTES } from '../core/catalogue/routes.ts'
import { UNBUILT_LIMITS } from '../core/catalogue/unbuilt-limits.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const sources = globSync('{core,elements,host,demo/server}/**/*.{ts,tsx}', { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.|\/test-|catalogue\/(connection-|unbuilt-)?limits/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const rows = Object.entries<number>(LIMITS)

test('every row of the limits is read by what enforces it', () => {
  const all = sources.map(({ text }) => text).join('\n')
  const taken = [...all.matchAll(/\{([^{}]*)\} = (?:CONNECTION_)?LIMITS\b/g)].map(([, names]) => names).join()
  const isRead = (row: string) =>
    new RegExp(`\\b(?:CONNECTION_)?LIMITS\\.${row}\\b`).test(all) || new RegExp(`\\b${row}\\b`).test(taken)
  expect(rows.filter(([row]) => !isRead(row)).map(([row]) => row)).toEqual([])
})

test('pages ask lists for sizes that they have', () => {
  const sizes = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bpage_size: (\w+)/g)].flatMap(([, size = '']) => {
      const value = Number(new RegExp(`\\bconst ${size} = (\\d+)\\b`).exec(text)?.[1] ?? size)
      return Number.isNaN(value) ? [] : [{ path, value }]
    }),
  )
  expect(sizes.length).toBeGreaterThan(10)
  expect(sizes.filter(({ value }) => !PAGE_SIZES.some((size) => size === value))).toEqual([])
})

test('rows of features that are not built yet are owned by a route that is not built', () => {
  const unbuilt = ROUTES.filter(({ built }) => !built).map(({ path }) => path)
  expect(Object.keys(UNBUILT_LIMITS).filter((path) => !unbuilt.includes(path))).toEqual([])
  const names = Object.values(UNBUILT_LIMITS).flatMap((its) => Object.keys(its))
  expect(names.filter((name, at) => Object.hasOwn(LIMITS, name) || names.indexOf(name) !== at)).toEqual([])
})

test('the levels of alarms are those between the lowest and the highest', () => {
  expect([ALARM_LEVELS[0], ALARM_LEVELS.at(-1)]).toEqual([LIMITS.alarmLevelMin, LIMITS.alarmLevelMax])
  expect(sources.filter(({ text }) => /\[1, 2, 3, 4, 5\]/.test(text)).map(({ path }) => path)).toEqual([])
})

interface Node {
  type: string
  start: number
  [part: string]: unknown
}
const isNode = (part: unknown): part is Node => typeof (part as Node | null)?.type === 'string'
const partsOf = (node: Node): Node[] =>
  Object.values(node).flatMap((part) => (Array.isArray(part) ? part.filter(isNode) : isNode(part) ? [part] : []))

/** The number that is written out: a literal, or a product of literals and durations. */
function numberIn(node: Node): number | null {
  if (node.type === 'Literal') return typeof node.value === 'number' ? node.value : null
  if (node.type === 'Identifier') return (durations as Record<string, number>)[String(node.name)] ?? null
  if (node.type !== 'BinaryExpression' || node.operator !== '*') return null
  const [left, right] = [numberIn(node.left as Node), numberIn(node.right as Node)]
  return left === null || right === null ? null : left * right
}

/** What a name counts, in milliseconds where it is time. */
function unitOf(name: string): { of: string; times: number } {
  if (/Name$/.test(name)) return { of: 'characters', times: 1 }
  if (/s\.length$/.test(name)) return { of: 'rows', times: 1 }
  if (/(_MINUTES|Minutes)$/.test(name)) return { of: 'time', times: durations.MINUTE_MS }
  if (/(_DAYS|Days)$/.test(name)) return { of: 'time', times: durations.DAY_MS }
  if (/(_MS|Ms)$/.test(name)) return { of: 'time', times: 1 }
  if (/(_S|[a-z]S)$/.test(name)) return { of: 'time', times: durations.SECOND_MS }
  return { of: /(px|bytes)$/i.exec(name)?.[0].toLowerCase() ?? 'things', times: 1 }
}

/** Words that say in how far, and not of what, without an s at their end. */
const OF_NOTHING = 'm px byte day minute most max min least default name at once strong'.split(' ')
const wordsOf = (...names: string[]) =>
  names
    .flatMap((name) =>
      name
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(/[^a-z]+/),
    )
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => word !== '' && !OF_NOTHING.includes(word))

/** Numbers that bound something, with the names that say what. */
interface Bound {
  number: number
  name: string
  words: string[]
  start: number
}
const BOUNDING = /^(z\.)?(minimum|maximum|minLength|maxLength|Line|TextBody|named)$/

function boundsIn(path: string, text: string): Bound[] {
  const file = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'))
  const found: Bound[] = []
  const add = (node: unknown, name: string, ...names: string[]) => {
    const number = isNode(node) ? numberIn(node) : null
    if (number !== null) found.push({ number, name, words: wordsOf(name, ...names), start: (node as Node).start })
  }
  /** `rows.length` for `rows.length`, `maxLength` for a call of `z.maxLength`. */
  const nameOf = (node: unknown): string => {
    if (!isNode(node)) return ''
    if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`
    return typeof node.name === 'string' ? node.name : nameOf(node.callee)
  }
  const walk = (node: Node, around: string): void => {
    let own = around
    if (node.type === 'Property') own = nameOf(node.key) || around
    if (node.type === 'VariableDeclarator') {
      own = nameOf(node.id) || around
      add(node.init, own, file)
    }
    if (node.type === 'CallExpression' && BOUNDING.test(nameOf(node.callee)))
      for (const argument of node.arguments as Node[]) add(argument, own)
    if (node.type === 'JSXAttribute') add((node.value as Node | null)?.expression, own, file)
    if (node.type === 'BinaryExpression' && /^[<>]=?$/.test(String(node.operator))) {
      add(node.right, nameOf(node.left), own)
      add(node.left, nameOf(node.right), own)
    }
    for (const part of partsOf(node)) walk(part, own)
  }
  walk(parseSync(path, text).program as unknown as Node, '')
  return found
}

/** The row that a bound repeats: the same number, of the same unit, with all words that say of what the row is. */
const rowOf = ({ number, name, words }: Bound): string | null =>
  rows.find(([row, value]) => {
    const [its, own] = [unitOf(row), unitOf(name)]
    const subject = wordsOf(row)
    const isOneKind = its.of === own.of || own.of === 'things' || (its.of === 'things' && own.of === 'rows')
    const isSame = value > 2 && isOneKind && value * its.times === number * own.times
    return isSame && subject.length > 0 && subject.every((word) => words.includes(word))
  })?.[0] ?? null

test('no number that the limits have is written out where it is enforced', () => {
  const repeats = sources.flatMap(({ path, text }) =>
    boundsIn(path, text).flatMap((bound) => {
      const row = rowOf(bound)
      return row === null ? [] : [`${path}:${text.slice(0, bound.start).split('\n').length} repeats ${row}`]
    }),
  )
  expect(repeats).toEqual([])
})

test.each([
  ['snCode', 'device.ts', 'const one = { sn_code: z.string().check(z.maxLength(19)) }'],
  ['modelName', 'device.ts', 'const one = { dev_model: z.string().check(z.maxLength(20)) }'],
  ['shelveMaxMs', 'ShelveDialog.tsx', 'const MOST_MINUTES = 1440'],
  ['shelveMaxMs', 'hold.ts', 'const SHELVE_MAX_MS = 24 * HOUR_MS'],
  ['exportRows', 'file.ts', 'if (exportRows.length > 5000) refuse()'],
])('a repeat of %s is found', (row, path, text) => {
  expect(boundsIn(path, text).map(rowOf)).toContain(row)
})
