/** The interface's languages; zh is the default. */
export type Language = 'zh' | 'en'

/** One text in every language. */
export type Words = { readonly zh: string; readonly en: string }
