import type { Lang } from './define-text.ts'

/** Chinese for every `zh-…`, English for anything else. Apart from the texts: who has none loads no dictionary. */
export const langOf = (locale: string): Lang => (/^zh\b/i.test(locale) ? 'zh' : 'en')
