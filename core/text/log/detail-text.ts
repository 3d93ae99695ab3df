import { type Lang, translate } from '../define-text.ts'
import type { Format } from '../format.ts'
import { detailNames, reasonWords } from './detail-words.ts'

type Detail = Readonly<Record<string, unknown>>

const wordIn = (words: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(words, key) ? (words[key] as string) : key

function partText(name: string, value: unknown, format: Format): string {
  if (name === 'ts' && typeof value === 'number') return format.dateTime(value)
  if (name === 'reason' && typeof value === 'string') return wordIn(translate(reasonWords, format.lang), value)
  if (name === 'count' && typeof value === 'number')
    return format.lang === 'zh' ? `${format.number(value)} 次` : `${format.number(value)} ×`
  if (typeof value === 'number') return format.number(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The parts of a log line, whose shape differs by kind, each with its name in the language; always plain text. */
export function detailParts(detail: Detail, format: Format): [name: string, text: string][] {
  const names = translate(detailNames, format.lang satisfies Lang)
  return Object.entries(detail)
    .filter(
      ([name, value]) => value !== null && value !== undefined && value !== '' && !(name === 'count' && value === 1),
    )
    .map(([name, value]) => [wordIn(names, name), partText(name, value, format)])
}

/** The same as one line; what the device itself said stands first, without a name. */
export function detailText({ text, ...rest }: Detail, format: Format): string {
  const colon = format.lang === 'zh' ? '：' : ': '
  const said = typeof text === 'string' ? [text] : []
  return [...said, ...detailParts(rest, format).map(([name, value]) => name + colon + value)].join(' · ')
}
