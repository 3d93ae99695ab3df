import { text } from './transfer-text.ts'

/** A toast is kept in both languages: whoever draws it knows the reader's. */
export const offeredWords = (name: string) => {
  const [zh, en] = text.rows.offered
  return { zh: zh.replace('{{name}}', name), en: en.replace('{{name}}', name) }
}
