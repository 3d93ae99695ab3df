import { text } from './text.ts'

/** A toast is kept in both languages: whoever draws it knows the reader's. */
export const sharedWords = (name: string) => {
  const [zh, en] = text.rows.shared
  return { zh: zh.replace('{{name}}', name), en: en.replace('{{name}}', name) }
}
