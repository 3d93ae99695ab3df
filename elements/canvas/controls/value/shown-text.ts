import type { Lang } from '../../../../core/text/define-text.ts'
import { formatFor } from '../../../../core/text/format.ts'
import { NOTHING, numberOf, valueText } from '../painting/value-text.ts'
import type { ValueProps } from './props.ts'

type Words = ValueProps['words']
const tables = new WeakMap<Words, Map<string, string>>()

/** The word of an enum's number or of a truth, as points name them: `true` and `1` are the same. */
function wordOf(words: Words, value: string | number | boolean): string | undefined {
  if (words.length === 0) return undefined
  let table = tables.get(words)
  if (!table) {
    table = new Map(words.map(({ is, text }) => [is, text]))
    tables.set(words, table)
  }
  const own = table.get(String(value))
  return own !== undefined || typeof value !== 'boolean' ? own : table.get(value ? '1' : '0')
}

type Shown = Pick<ValueProps, 'value' | 'format' | 'words' | 'decimals'>

/** A value as it stands on the screen, without prefix and unit. */
export function shownText({ value, format, words, decimals }: Shown, lang: Lang, timezone: string | undefined): string {
  if (value === null || value === undefined) return NOTHING
  if (format === 'time') {
    const at = numberOf(value)
    return at === null ? NOTHING : formatFor(lang, timezone).dateTime(at)
  }
  const word = format === 'words' ? wordOf(words, value) : undefined
  return word ?? valueText(value, decimals, lang)
}
