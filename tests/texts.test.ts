import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { FAMILIES } from '../core/catalogue/code-families.ts'
import { CODES, MESSAGES } from '../core/catalogue/codes.ts'
import { PERMISSIONS, USER_TYPES } from '../core/catalogue/permissions.ts'
import { PROBLEMS } from '../core/catalogue/problems.ts'
import { QUOTAS } from '../core/catalogue/quotas.ts'
import { ROUTES } from '../core/catalogue/routes.ts'
import { SESSION_ENDS } from '../core/catalogue/session-ends.ts'

const ROOT = join(import.meta.dirname, '..')
const sources = ['core', 'elements', 'host']
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, code: readFileSync(join(ROOT, path), 'utf8') }))

interface Row {
  path: string
  key: string
  texts: string[]
}

interface Node {
  type: string
  callee?: Node
  name?: string
  arguments?: Node[]
  properties?: Node[]
  key?: Node
  value?: unknown
  elements?: Node[]
  expression?: Node
  left?: Node
  right?: Node
  quasis?: { value: { cooked: string } }[]
}

/** The rows of every `defineText({…})`, read from the source as it stands. */
function rowsIn({ path, code }: { path: string; code: string }): Row[] {
  const rows: Row[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit)
      return
    }
    if (node === null || typeof node !== 'object') return
    const { type, callee, arguments: [argument] = [] } = node as Node
    if (type === 'CallExpression' && callee?.name === 'defineText') {
      let table = argument
      // `{…} as const satisfies Record<…>`.
      while (table?.expression) table = table.expression
      if (table?.type !== 'ObjectExpression') throw new Error(`${path}: defineText of no plain object`)
      for (const { key, value } of table.properties ?? []) {
        const row = value as Node
        if (!key || row?.type !== 'ArrayExpression') throw new Error(`${path}: a row is no list`)
        rows.push({
          path,
          key: String(key.name ?? key.value),
          texts: (row.elements ?? []).map((one) => textOf(path, one)),
        })
      }
    }
    Object.values(node).forEach(visit)
  }
  visit(parseAst(code, { lang: 'tsx' }))
  return rows
}

/** A literal's text; one that is put together from literals is read through. */
function textOf(path: string, { type, value, quasis, left, right }: Node): string {
  if (type === 'Literal' && typeof value === 'string') return value
  if (type === 'TemplateLiteral' && quasis?.length === 1) return quasis[0]?.value.cooked ?? ''
  if (type === 'BinaryExpression' && left && right) return textOf(path, left) + textOf(path, right)
  throw new Error(`${path}: a text is put together at run time`)
}

const rows = sources.filter(({ code }) => code.includes('defineText(')).flatMap(rowsIn)
const HAN = /\p{Script=Han}/u
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

/** Names and units that read the same in both languages. */
const SAME = ['Excel（.xlsx）', '{{value}} km/h', 'Webhook']
const isSame = (text: string) =>
  SAME.includes(text) || !/\p{L}{2}/u.test(text.replace(/\{\{\w+\}\}/g, '')) || /^[A-Z0-9 ]+$/.test(text)

/** Keys that are put together, like `${kind}Why`, as expressions. */
const madeKeys = ({ code }: { code: string }) =>
  [...code.matchAll(/\[`([^`\n]*\$\{[^`\n]*)`/g)].map(([, written = '']) => {
    const parts = written.split(/\$\{[^}]*\}/).map((part) => part.replace(/[^\w]/g, ''))
    return new RegExp(`^${parts.join('\\w+')}$`)
  })

const LIST_WORDS = /^(title|counted|empty|emptyWhy|noMatch|noMatchWhy|createBelow|moveWhy)$/

describe('the texts of the screens', () => {
  test('there are many, and each row has Chinese, English, and at most an English for one', () => {
    expect(rows.length).toBeGreaterThan(500)
    expect(rows.filter(({ texts }) => texts.length < 2 || texts.length > 3)).toEqual([])
  })

  test('none is empty or untranslated', () => {
    const wrong = rows.filter(({ texts: [zh = '', en = '', one] }) => {
      if (zh.trim() === '' || en.trim() === '' || one?.trim() === '') return true
      return HAN.test(`${en}${one ?? ''}`) || (!HAN.test(zh) && !isSame(zh))
    })
    expect(wrong).toEqual([])
  })

  test('both languages have the same placeholders', () => {
    const wrong = rows.filter(({ texts: [zh = '', ...english] }) =>
      english.some((text, i) => {
        const [own, theirs] = [placeholders(text), placeholders(zh)]
        // The form for exactly one may say the number in words.
        const needed = i === 0 ? theirs : theirs.filter((name) => name !== 'count')
        return needed.some((name) => !own.includes(name)) || own.some((name) => !theirs.includes(name))
      }),
    )
    expect(wrong).toEqual([])
  })

  test('a state of an alarm has one word, whoever says it', () => {
    const zh = /退出服务|恢复服务|恢复使用|已恢复，未确认|已抑制/
    const en =
      /(?<!w(as|ere) )not confirmed|unacknowledged|alarms? (are |is |not )*acknowledged|acknowledges? alarms|back in service|in service again|put back|\bclears\b|alarm is over/i
    const wrong = [
      ...rows,
      ...Object.values(PERMISSIONS).map((row) => ({ path: 'permissions', key: '', texts: [row.zh, row.en] })),
    ]
      // A selection of a write is confirmed too.
      .filter(({ path }) => !path.startsWith('elements/parts/write/'))
      .filter(({ texts: [chinese = '', ...english] }) => zh.test(chinese) || english.some((text) => en.test(text)))
    expect(wrong.map(({ path, key, texts }) => `${path}: ${key}: ${texts.join(' / ')}`)).toEqual([])
  })

  test('an English singular stands only where there is a count', () => {
    expect(
      rows.filter(({ texts: [zh = '', en = '', one] }) => one !== undefined && !`${zh}${en}`.includes('{{count}}')),
    ).toEqual([])
  })

  test('every row is used', () => {
    const isUsed = ({ path, key }: Row) => {
      // Named by what the server sends.
      if (path.endsWith('-words.ts')) return true
      // Texts that several rooms share may be read anywhere; a room's own are read in it, or named by the contract.
      const room = /^(core|elements\/(context|kinds|kit|define|parts))\//.test(path) ? '' : dirname(path)
      const name = new RegExp(`(?<![\\w$])${key}(?![\\w$])`)
      const isOfList = LIST_WORDS.test(key)
      return sources.some((source) => {
        // A list, or a tree of groups, gets all texts of its screen, and reads those that every one has.
        if (isOfList && source.path.startsWith(room) && source.code.includes('words={t}')) return true
        if (!source.path.startsWith(room) && !source.path.startsWith('core/contract/')) return false
        const code =
          source.path === path ? source.code.replace(new RegExp(`^\\s*'?${key}'?: \\[`, 'm'), '') : source.code
        return name.test(code) || madeKeys(source).some((made) => made.test(key))
      })
    }
    expect(rows.filter((row) => !isUsed(row)).map(({ path, key }) => `${path}: ${key}`)).toEqual([])
  })
})

describe('the words of the catalogue', () => {
  const tables: Record<string, readonly { zh: string; en: string }[]> = {
    codes: Object.values(CODES),
    families: FAMILIES,
    messages: Object.values(MESSAGES),
    permissions: Object.values(PERMISSIONS),
    'kinds of user': Object.values(USER_TYPES),
    quotas: Object.values(QUOTAS),
    'ends of a session': Object.values(SESSION_ENDS),
    routes: ROUTES.map(({ title }) => title),
    'screens to come': ROUTES.flatMap((route) => ('will' in route ? [route.will] : [])),
    problems: Object.values(PROBLEMS),
  }

  test.each(Object.entries(tables))('%s are in both languages', (_name, table) => {
    expect(table.length).toBeGreaterThan(0)
    expect(table.filter(({ zh, en }) => !HAN.test(zh) || en.trim() === '' || HAN.test(en))).toEqual([])
  })
})
