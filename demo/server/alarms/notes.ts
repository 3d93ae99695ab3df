import { type RawBuilder, sql } from 'kysely'
import type { Language, Words } from '../../../core/catalogue/words.ts'

/** The product's own notes on an alarm: stored as a code, shown in the reader's language. */
const NOTES = {
  /** A silence is reported by what is known then and stays so; what came later is noted beside it. */
  'not-silent': {
    zh: '迟到的数据表明当时设备在测量',
    en: 'Data that came late shows that the device was measuring',
  },
  'confirmed-since': { zh: '其后的一次已确认', en: 'A later occurrence was confirmed already' },
  deregistered: { zh: '设备已注销', en: 'The device was deregistered' },
  'point-removed': { zh: '变量已从设备移除', en: 'The point was removed from the device' },
  /** What is left to say of an alarm, or of a hold, that nothing else would ever end. */
  'without-rule': {
    zh: '规则已停用、删除或不再适用',
    en: 'The rule was disabled, deleted or no longer applies',
  },
} as const satisfies Record<string, Words>
export type NoteCode = keyof typeof NOTES

interface ReadableNote {
  note: string | null
  /** Null where a person wrote it: `note` reads in every language. */
  note_en: string | null
}

/** What a person wrote, or else what the product noted. A newer server's code says nothing here. */
export function noteOf(written: string | null, code: string | null): ReadableNote {
  const known = code !== null && Object.hasOwn(NOTES, code) ? NOTES[code as NoteCode] : null
  return written === null && known ? { note: known.zh, note_en: known.en } : { note: written, note_en: null }
}

/** The product's words for a column of codes; null where it has none. */
export const noteWords = (column: RawBuilder<string>, lang: Language): RawBuilder<string | null> =>
  sql`case ${column} ${sql.join(
    Object.entries(NOTES).map(([code, words]) => sql`when ${code} then ${words[lang]}`),
    sql` `,
  )} end`
