import { DEFAULT_LANGUAGE } from '../core/catalogue/limits.ts'
import type { Lang } from '../core/text/define-text.ts'
import { languageInAddress, languageOf } from './first-language.ts'
import { kept, keptList } from './kept.ts'

export const LANGUAGES: readonly Lang[] = ['zh', 'en']
export const THEMES = ['auto', 'light', 'dark', 'hp'] as const

/** As the address says (`?lang=`), as it was chosen before, or as the browser's user reads. */
export const $lang = kept('sg-lang', LANGUAGES, languageOf(navigator.languages) ?? DEFAULT_LANGUAGE)
const asked = languageInAddress(location.search)
if (asked) $lang.set(asked)
/** Also read by `early-theme.js`, before the first paint. */
export const $theme = kept('sg-theme', THEMES, 'auto')
/** Whether marks of alarms that nobody has confirmed flash. */
export const $flash = kept('sg-flash', ['on', 'off'], 'on')
/** Whether the menu shows icons alone; `auto`, until somebody chooses, where the window is small. */
export const $sidebar = kept('sg-sidebar', ['auto', 'open', 'folded'], 'auto')
/** Sections of the menu that are folded, by their ids. */
export const $foldedSections = keptList('sg-menu-folded')

/** BCP 47, for `<html lang>`. */
export const localeOf = (lang: Lang): string => (lang === 'zh' ? 'zh-CN' : 'en')
