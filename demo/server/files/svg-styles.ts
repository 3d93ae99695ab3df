import { DECLARED, ELEMENTS, NAMING, PAINTS, STYLES } from './svg-allowed.ts'
import type { Declaration, Rule, Subject } from './svg-tree.ts'

/** The id that a part is kept under, by the one that the file gives it; null for none that is there. */
export type Ids = (id: string) => string | null

const MOST_VALUE = 4000
const MOST_SELECTOR = 300
const MOST_COMPOUNDS = 4

const NAME = String.raw`-?[\p{L}_][\p{L}\p{N}_-]*`
const TOKEN = new RegExp(
  [
    String.raw`(?:rgba?|hsla?|matrix|translate[XY]?|scale[XY]?|rotate|skew[XY])\([\w\s.,%+/-]*\)`,
    String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:%|[a-zA-Z]{1,4})?`,
    NAME,
    String.raw`#[\da-fA-F]{3,8}`,
    String.raw`"[^"'\\<>&{}();@]*"|'[^"'\\<>&{}();@]*'`,
    String.raw`[\s,/]+`,
  ].join('|'),
  'uy',
)
const ADDRESS = /^url\(\s*(?:"#([^"\\]*)"|'#([^'\\]*)'|#([^"'()\\\s]*))\s*\)/i
const COMPOUND = new RegExp(`^(\\*|[a-zA-Z]+)?((?:[.#]${NAME})*)$`, 'u')

/** The value of a style as it is written, in a grammar that has nothing to hide anything in; null for any other. */
export function styleValue(name: string, text: string, ids: Ids): string | null {
  const value = text.trim()
  if (value === '' || value.length > MOST_VALUE) return null
  const url = ADDRESS.exec(value)
  if (NAMING.has(name) || (url && PAINTS.has(name))) {
    if (!url) return /^none$/i.test(value) ? 'none' : null
    const id = ids(url[1] ?? url[2] ?? url[3] ?? '')
    const rest = value.slice(url[0].length)
    if (NAMING.has(name) && rest !== '') return null
    return id === null ? wordsOf(rest) : `url(#${id})`
  }
  return wordsOf(value)
}

/** A value of words, numbers, colours and strings. */
function wordsOf(text: string): string | null {
  const value = text.trim()
  for (let at = 0; at < value.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    if (!TOKEN.test(value)) return null
  }
  return value === '' ? null : value.replace(/\s+/g, ' ')
}

/** What of a list of declarations is understood. */
export function declarationsOf(text: string, ids: Ids): Declaration[] {
  return text.split(';').flatMap((one): Declaration[] => {
    const colon = one.indexOf(':')
    const name = one.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (!STYLES.has(name) && !DECLARED.has(name)) return []
    const said = one.slice(colon + 1).trim()
    const isImportant = said.endsWith('!important')
    const value = styleValue(name, isImportant ? said.slice(0, -'!important'.length) : said, ids)
    return value === null ? [] : [[name, isImportant ? `${value} !important` : value]]
  })
}

/** The flat rules of a sheet; rules of rules and for media are left out with all that is in them. */
export function rulesOf(sheet: string, ids: Ids): Rule[] {
  const rules: Rule[] = []
  let depth = 0
  let from = 0
  let head = ''
  let isFlat = true
  for (const { 0: sign, index } of sheet.matchAll(/[{};]/g)) {
    if (sign === ';') {
      // An instruction of a sheet, such as `@import`, ends here.
      if (depth === 0) from = index + 1
      continue
    }
    if (sign === '{') {
      if (depth++ > 0) isFlat = false
      else {
        head = sheet.slice(from, index)
        isFlat = true
        from = index + 1
      }
      continue
    }
    if (depth === 1 && isFlat) {
      const selectors = head.split(',').flatMap((selector) => selectorOf(selector, ids))
      const declarations = declarationsOf(sheet.slice(from, index), ids)
      if (selectors.length > 0 && declarations.length > 0) rules.push({ selectors, declarations })
    }
    depth = Math.max(0, depth - 1)
    from = index + 1
  }
  return rules
}

/** Names of elements, classes and ids that stand in each other. */
function selectorOf(text: string, ids: Ids): { text: string; subject: Subject }[] {
  const said = text.trim()
  if (said === '' || said.length > MOST_SELECTOR) return []
  const steps = said
    .replaceAll('>', ' > ')
    .split(/\s+/)
    .filter((step) => step !== '')
  if (steps.length > 2 * MOST_COMPOUNDS) return []
  const kept: string[] = []
  let subject: Subject | null = null
  for (const step of steps) {
    if (step === '>') {
      if (subject === null) return []
      kept.push('>')
      subject = null
      continue
    }
    const [, tag = '', names = ''] = COMPOUND.exec(step) ?? []
    if ((tag === '' && names === '') || (tag !== '' && tag !== '*' && !ELEMENTS.has(tag))) return []
    const classes: string[] = []
    const own: string[] = []
    for (const name of names.match(/[.#][^.#]+/g) ?? []) {
      if (name.startsWith('.')) classes.push(name.slice(1))
      else {
        const id = ids(name.slice(1))
        // An id that a sheet cannot spell without escapes.
        if (id === null || !/^[a-z_][\w-]*$/i.test(id)) return []
        own.push(id)
      }
    }
    subject = { tag, classes, ids: own }
    kept.push(`${tag}${classes.map((name) => `.${name}`).join('')}${own.map((name) => `#${name}`).join('')}`)
  }
  return subject === null ? [] : [{ text: kept.join(' ').replaceAll(' > ', '>'), subject }]
}

export const writtenDeclarations = (declarations: readonly Declaration[]): string =>
  declarations.map(([name, value]) => `${name}:${value}`).join(';')

export const writtenRules = (rules: readonly Rule[]): string =>
  rules
    .map(
      ({ selectors, declarations }) =>
        `${selectors.map(({ text }) => text).join(',')}{${writtenDeclarations(declarations)}}`,
    )
    .join('')

/** Comments go first: drawing programs write them, and they could hide something. */
export function withoutComments(css: string): string {
  const kept: string[] = []
  let at = 0
  for (;;) {
    const start = css.indexOf('/*', at)
    // Looked for once a comment: a pattern would look through the rest again for each one that has no end.
    const end = start < 0 ? -1 : css.indexOf('*/', start + 2)
    if (end < 0) return [...kept, css.slice(at)].join(' ')
    kept.push(css.slice(at, start))
    at = end + 2
  }
}
