import { atom, type WritableAtom } from 'nanostores'
import { DEFAULT_LANGUAGE } from '../core/catalogue/limits.ts'
import type { Lang } from '../core/text/define-text.ts'

/** One of few choices, kept by this browser. Where nothing may be kept, it lasts as long as the page. */
function kept<Choice extends string>(key: string, choices: readonly Choice[], fallback: Choice): WritableAtom<Choice> {
  const $choice = atom<Choice>(choices.find((choice) => choice === read(key)) ?? fallback)
  $choice.listen((choice) => write(key, choice))
  return $choice
}

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // A full or forbidden store: the choice ends with the page.
  }
}

export const LANGUAGES: readonly Lang[] = ['zh', 'en']
export const THEMES = ['auto', 'light', 'dark', 'hp'] as const

export const $lang = kept('sg-lang', LANGUAGES, DEFAULT_LANGUAGE)
/** Also read by `early-theme.js`, before the first paint. */
export const $theme = kept('sg-theme', THEMES, 'auto')
/** Whether marks of alarms that nobody has confirmed flash. */
export const $flash = kept('sg-flash', ['on', 'off'], 'on')
/** 1 while the menu shows icons alone. */
export const $sidebar = kept('sg-sidebar', ['0', '1'], '0')

/** BCP 47, for `<html lang>`. */
export const localeOf = (lang: Lang): string => (lang === 'zh' ? 'zh-CN' : 'en')
