import { text } from './text.ts'

/** A toast is kept in both languages: whoever draws it knows the reader's. */
export const registeredWords = (sn: string) => {
  const [zh, en] = text.rows.registered
  return { zh: zh.replace('{{sn}}', sn), en: en.replace('{{sn}}', sn) }
}
