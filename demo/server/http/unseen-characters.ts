import type { Words } from '../../../core/catalogue/words.ts'
import { isPlain } from '../../../core/contract/plain-text.ts'

export const UNSEEN: Words = {
  zh: '含有看不见的字符（换行、控制字符、零宽字符、改变文字方向的字符或残缺的字符）：请删去',
  en: 'has characters that are not seen (line breaks, control characters, ones without width or that turn the reading order, or half of one): delete them',
}

/** Fields of inputs that people write in several lines; any other text is one line. */
export const SEVERAL_LINES: ReadonlySet<string> = new Set([
  'body',
  'description',
  'remarks',
  'note',
  'alarm_note',
  'reason',
  'cause',
  'cause_en',
  'consequence',
  'consequence_en',
  'response',
  'response_en',
  'formula',
  'suppress_when',
])
const LAYOUT = /[\n\r\t\u2028\u2029]/g
/** No input is as deep; what is deeper is for the schema to refuse. */
const DEEPEST = 32

/** Documents are kept to the last character, and a file's bytes are base64, which its schema makes sure of. */
const isKeptAsItIs = (path: readonly string[], key: string): boolean =>
  key === 'document' || (key === 'content' && /^files?$/.test(path[0] ?? ''))

/**
 * The fields of an input that hold what nobody sees, `most` at most: it would disguise a name, or come back from the store
 * as another character. Checked for every call, whatever its schema says of the field.
 */
export function unseenIn(input: unknown, most = 50): string[] {
  const found: string[] = []
  walk(input, false)
  return found

  // One path for the whole walk: a copy for each of a million entries takes longer than to look at them.
  function walk(value: unknown, hasLines: boolean, path: string[] = []): void {
    if (typeof value === 'string') {
      if (!isPlain(hasLines ? value.replace(LAYOUT, '') : value)) found.push(path.join('.'))
    } else if (Array.isArray(value)) {
      if (path.length > DEEPEST) return
      for (let i = 0; i < value.length && found.length < most; i++)
        if (holdsText(value[i])) within(String(i), value[i], hasLines, path)
    } else if (holdsText(value) && path.length <= DEEPEST) {
      for (const [key, held] of Object.entries(value as object)) {
        if (found.length >= most) return
        if (!isPlain(key)) found.push(path.join('.'))
        else if (holdsText(held) && !isKeptAsItIs(path, key))
          within(key, held, hasLines || SEVERAL_LINES.has(key), path)
      }
    }
  }

  function within(key: string, value: unknown, hasLines: boolean, path: string[]): void {
    path.push(key)
    walk(value, hasLines, path)
    path.pop()
  }
}

const holdsText = (value: unknown) => typeof value === 'string' || (typeof value === 'object' && value !== null)
