import { defineText } from '../../../core/text/define-text.ts'

const text = defineText({ saved: ['已保存 {{name}}', '{{name}} is saved'] })

/** A toast is kept in both languages: whoever draws it knows the reader's. */
export const savedWords = (name: string) => {
  const [zh, en] = text.rows.saved
  return { zh: zh.replace('{{name}}', name), en: en.replace('{{name}}', name) }
}
