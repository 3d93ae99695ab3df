import { Refusal, type Spot } from './syntax.ts'

export type Token = Spot &
  (
    | { readonly is: 'number'; readonly value: number; readonly text: string }
    | { readonly is: 'text'; readonly value: string; readonly text: string }
    /** A name of letters, digits and `_`: a point, a device, a function or a word. */
    | { readonly is: 'name'; readonly text: string }
    /** What stands in square brackets. */
    | { readonly is: 'key'; readonly text: string }
    /** `$name`, without its sign. */
    | { readonly is: 'parameter'; readonly text: string }
    | { readonly is: 'sign'; readonly text: string }
    | { readonly is: 'end'; readonly text: '' }
  )

/** Words that are no points; a point of such a name stands in brackets. */
export const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'and', 'or', 'not'])

/** What Chinese keyboards type for the same sign. */
const WIDE: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '？': '?',
  '：': ':',
  '！': '!',
  '＝': '=',
  '＜': '<',
  '＞': '>',
  '．': '.',
  '＋': '+',
  '－': '-',
  '＊': '*',
  '／': '/',
  '％': '%',
  '×': '*',
  '÷': '/',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
}
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' }
const SIGN = /\|\||&&|[=!<>]=|<>|[-+*/%^(),?:.=<>!]/y
const SAME_SIGN: Readonly<Record<string, string>> = { '||': 'or', '&&': 'and', '=': '==', '<>': '!=' }

const BLANK = /\s+/y
const NUMBER = /(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?/y
/** An SN may begin with a digit, or be nothing else: what follows the dot distinguishes it from a number. */
const DEVICE = /[0-9][A-Za-z0-9]*(?=\s*[.．]\s*[A-Za-z_[])/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const PARAMETER = /\$([A-Za-z_][A-Za-z0-9_]*)/y
/** A point's key; inside symbols a parameter may be a part of it. */
const KEY = /^[A-Za-z0-9_.:/$-]{1,96}$/

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

/** Cuts a source into tokens, ending with one that says so. Refuses what can begin none. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0] ?? null
  }
  while (at < source.length) {
    const blank = match(BLANK)
    if (blank) {
      at += blank.length
      continue
    }
    const token = tokenAt(source, at, match)
    tokens.push(token)
    at += token.length
  }
  tokens.push({ is: 'end', text: '', index: source.length, length: 0 })
  return tokens
}

function tokenAt(source: string, index: number, match: (pattern: RegExp) => string | null): Token {
  const first = source[index] as string
  if (first in QUOTES) return textAt(source, index)
  if (first === '[') return keyAt(source, index)
  const device = match(DEVICE)
  // `1e5` before a dot is a device too: no number goes on with a letter there.
  if (device) return { is: 'name', text: device, index, length: device.length }
  const number = match(NUMBER)
  if (number) return numberAt(source, index, number)
  const name = match(NAME)
  if (name) return { is: 'name', text: name, index, length: name.length }
  const parameter = match(PARAMETER)
  if (parameter) return { is: 'parameter', text: parameter.slice(1), index, length: parameter.length }
  const wide = Object.hasOwn(WIDE, first) ? WIDE[first] : undefined
  const sign = wide ?? match(SIGN)
  if (sign) {
    let length = wide ? 1 : sign.length
    let text = sign
    // `＞＝` is typed as one by one.
    if (wide && /^[<>!=]$/.test(sign) && /[=＝]/.test(source[index + 1] ?? '')) {
      text = `${sign}=`
      length = 2
    }
    return { is: 'sign', text: SAME_SIGN[text] ?? text, index, length }
  }
  const found = String.fromCodePoint(source.codePointAt(index) as number)
  throw new Refusal({ fault: 'bad_character', index, length: found.length, found, expected: null })
}

function numberAt(source: string, index: number, text: string): Token {
  const after = source.slice(index + text.length).match(/^[A-Za-z0-9_.]+/)?.[0]
  const value = Number(text)
  if (after !== undefined || !Number.isFinite(value)) {
    const found = text + (after ?? '')
    const isName = /^[A-Za-z0-9_]+$/.test(found)
    const fault = isName ? 'digit_name' : 'bad_number'
    throw new Refusal({ fault, index, length: found.length, found, expected: null })
  }
  return { is: 'number', value, text, index, length: text.length }
}

function textAt(source: string, index: number): Token {
  const close = QUOTES[source[index] as string] as string
  let value = ''
  for (let at = index + 1; at < source.length; at++) {
    const one = source[at] as string
    if (one === close) {
      const length = at + 1 - index
      return { is: 'text', value, text: source.slice(index, at + 1), index, length }
    }
    if (one === '\\' && at + 1 < source.length) {
      at += 1
      const meant = source[at] as string
      value += Object.hasOwn(ESCAPED, meant) ? ESCAPED[meant] : meant
    } else value += one
  }
  const found = source.slice(index)
  throw new Refusal({ fault: 'not_closed', index, length: found.length, found, expected: '"' })
}

function keyAt(source: string, index: number): Token {
  const end = source.indexOf(']', index)
  if (end < 0) {
    const found = source.slice(index)
    throw new Refusal({ fault: 'not_closed', index, length: found.length, found, expected: ']' })
  }
  const text = source.slice(index + 1, end).trim()
  const length = end + 1 - index
  if (!KEY.test(text)) throw new Refusal({ fault: 'bad_key', index, length, found: text, expected: 'key' })
  return { is: 'key', text, index, length }
}
