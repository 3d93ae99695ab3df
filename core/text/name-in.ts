import type { Lang } from './define-text.ts'

/** A name that its user gave: in Chinese where it has no English one. */
export const nameIn = (lang: Lang, name: string, name_en: string | null): string =>
  lang === 'en' && name_en ? name_en : name
