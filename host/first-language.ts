import type { Lang } from '../core/text/define-text.ts'

/** The language of `?lang=`, in any case and with any region: `en-GB` is English. Null for none, and for one that is not spoken. */
export const languageInAddress = (search: string): Lang | null =>
  spokenOf(new URLSearchParams(search).get('lang') ?? '')

/** Of a browser's languages, in their order, the first that the console speaks. */
export const languageOf = (wanted: readonly string[]): Lang | null => {
  for (const tag of wanted) {
    const lang = spokenOf(tag)
    if (lang) return lang
  }
  return null
}

const spokenOf = (tag: string): Lang | null => {
  const [language] = tag.toLowerCase().split('-')
  return language === 'zh' || language === 'en' ? language : null
}
