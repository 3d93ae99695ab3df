import type { Point } from '../../../core/contract/device.ts'
import { parseExpression } from '../../../core/rules/expression/expression.ts'
import { type Token, tokensOf, WORDS } from '../../../core/rules/expression/tokens.ts'
import type { Lang } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import { pointName, valueWithUnit } from '../point-text.ts'

const JOINS: Readonly<Record<string, Readonly<Record<Lang, string>>>> = {
  and: { zh: '且', en: 'and' },
  or: { zh: '或', en: 'or' },
  not: { zh: '非', en: 'not' },
}
const SIGNS: Readonly<Record<string, string>> = { '==': '=', '!=': '≠', '<=': '≤', '>=': '≥' }
const COMPARES: ReadonlySet<string> = new Set(['==', '!=', '<', '>', '<=', '>='])

const isSign = (token: Token | undefined, text: string) => token?.is === 'sign' && token.text === text
const compares = (token: Token | undefined) => token?.is === 'sign' && COMPARES.has(token.text)
const isWord = (token: Token | undefined, text: string) => token?.is === 'name' && token.text === text
/** Where a condition begins or ends. */
const isEdge = (token: Token | undefined) =>
  !token || isSign(token, '(') || isSign(token, ')') || ['and', 'or', 'not'].some((word) => isWord(token, word))

/**
 * What suppresses an alarm, as people read it: "Pumps running = 0", "Burner = Off". What is no name of a point of the
 * device, and an expression that cannot be read, is left as it was written.
 */
export function suppressText(source: string, points: readonly Point[], format: Format, lang: Lang): string {
  if (!parseExpression(source).ok) return source
  const tokens = tokensOf(source).slice(0, -1)
  const pointAt = (at: number): Point | undefined => {
    const token = tokens[at]
    if (!token || !(token.is === 'key' || (token.is === 'name' && !WORDS.has(token.text)))) return
    // Of another device, that device itself, or a function.
    if (isSign(tokens[at - 1], '.') || isSign(tokens[at + 1], '.') || isSign(tokens[at + 1], '(')) return
    return points.find(({ key }) => key === token.text)
  }
  /** A point that stands alone is true or false by itself. */
  const isAlone = (at: number) =>
    pointAt(at)?.data_type === 'boolean' && isEdge(tokens[at - 1]) && isEdge(tokens[at + 1])
  const parts = tokens.map((token, at): string => {
    const point = pointAt(at)
    if (point && isAlone(at))
      return `${pointName(point, lang)} = ${valueWithUnit(!isWord(tokens[at - 1], 'not'), point, format)}`
    if (point) return pointName(point, lang)
    if (isWord(token, 'not') && isAlone(at + 1)) return ''
    if (token.is === 'name' && JOINS[token.text]) return JOINS[token.text]?.[lang] ?? ''
    const compared = compares(tokens[at - 1]) && isEdge(tokens[at + 1]) ? pointAt(at - 2) : undefined
    if (compared && (token.is === 'number' || isWord(token, 'true') || isWord(token, 'false'))) {
      const value = token.is === 'number' ? token.value : isWord(token, 'true')
      const isSwitch = compared.data_type === 'boolean' && (value === 0 || value === 1)
      return valueWithUnit(isSwitch ? value === 1 : value, compared, format)
    }
    return token.is === 'sign'
      ? (SIGNS[token.text] ?? token.text)
      : source.slice(token.index, token.index + token.length)
  })
  return joined(parts, tokens)
}

/** With blanks between words and signs, none inside brackets and calls. */
function joined(parts: readonly string[], tokens: readonly Token[]): string {
  let text = ''
  parts.forEach((part, at) => {
    if (part === '') return
    const before = tokens[at - 1]
    const isTight =
      text === '' ||
      isSign(before, '(') ||
      isSign(before, '.') ||
      [')', ',', '.'].some((sign) => isSign(tokens[at], sign)) ||
      (isSign(tokens[at], '(') && before?.is === 'name' && !WORDS.has(before.text))
    text += isTight ? part : ` ${part}`
  })
  return text
}
