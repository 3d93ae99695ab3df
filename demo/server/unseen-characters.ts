import type { Words } from '../../core/catalogue/words.ts'
import { isPlain } from '../../core/contract/plain-text.ts'

export const UNSEEN: Words = {
  zh: '含有看不见的字符（换行、控制字符、改变文字方向的字符或残缺的字符）：请删去',
  en: 'has characters that are not seen (line breaks, control characters, ones that turn the reading order, or half of one): delete them',
}

/** Fields of inputs that people write in several lines; any other text is one line. */
export const SEVERAL_LINES: ReadonlySet<string> = new Set([
  ...['body', 'description', 'remarks', 'note', 'alarm_note', 'reason'],
  ...['cause', 'cause_en', 'consequence', 'consequence_en', 'response', 'response_en'],
  ...['formula', 'suppress_when'],
])
const LAYOUT = /[\n\r\t]/g
/** No input is as deep; what is deeper is for the schema to refuse. */
const DEEPEST = 32

/** Documents are kept to the last character, and a file's bytes are base64, which its schema makes sure of. */
const isKeptAsItIs = (path: readonly string[], key: string): boolean =>
  key === 'document' || (key === 'content' && /^files?$/.test(path[0] ?? ''))

/**
 * The fields of an input that hold what nobody sees: it would disguise a name, or come back from the store as another
 * character. Asked of every call, whatever its schema says of the field.
 */
export function unseenIn(input: unknown, path: readonly string[] = [], hasLines = false): string[] {
  if (typeof input === 'string') return isPlain(hasLines ? input.replace(LAYOUT, '') : input) ? [] : [path.join('.')]
  if (typeof input !== 'object' || input === null || path.length > DEEPEST) return []
  const found: string[] = []
  for (const [key, value] of Object.entries(input)) {
    if (!Array.isArray(input) && !isPlain(key)) found.push(path.join('.'))
    else if ((typeof value === 'string' || typeof value === 'object') && !isKeptAsItIs(path, key))
      found.push(...unseenIn(value, [...path, key], hasLines || SEVERAL_LINES.has(key)))
  }
  return found
}
