import { type RawBuilder, sql } from 'kysely'
import { QUOTAS } from '../../../core/catalogue/quotas.ts'
import type { Language } from '../../../core/catalogue/words.ts'
import { systemMessageWords } from '../../../core/rules/system-message-text.ts'

const PLACEHOLDER = /\{\{(\w+)\}\}/

const joined = (parts: readonly RawBuilder<unknown>[]) => sql`concat(${sql.join(parts)})`

/** A value as the reader sees it. */
function shown(name: string, lang: Language): RawBuilder<unknown> {
  const value = sql`params ->> ${sql.lit(name)}`
  if (name === 'alarm_name' && lang === 'en') return sql`coalesce(nullif(params ->> 'alarm_name_en', ''), ${value})`
  if (name !== 'quota') return value
  const words = Object.entries(QUOTAS).map(([quota, row]) => sql`when ${sql.lit(quota)} then ${sql.lit(row[lang])}`)
  return sql`case ${value} ${sql.join(words, sql` `)} else ${value} end`
}

/** The text of a `system_message` as `systemMessageText` makes it, for SQL to search; null for a newer server's kind. */
export function systemMessageSql(lang: Language): RawBuilder<string | null> {
  const kinds = Object.entries(systemMessageWords.rows).map(([kind, [zh, en]]) => {
    const parts = (lang === 'zh' ? zh : en).split(PLACEHOLDER)
    // Every other part is a placeholder's name.
    return sql`when ${sql.lit(kind)} then ${joined(parts.map((part, i) => (i % 2 === 1 ? shown(part, lang) : sql.lit(part))))}`
  })
  return sql<string | null>`case kind ${sql.join(kinds, sql` `)} end`
}
