import type { Language } from '../catalogue/words.ts'

/** What an on/off value is called where its point has no words of its own. */
const SWITCH_WORDS = { zh: { true: '开', false: '关' }, en: { true: 'On', false: 'Off' } } as const

export const switchWord = (value: boolean, lang: Language): string => SWITCH_WORDS[lang][value ? 'true' : 'false']
