import { createInstance, type i18n } from 'i18next'

export type Lang = 'zh' | 'en'

/** Chinese, English, and the English for exactly one where it differs (chosen by `count`). */
export type TextRow = readonly [zh: string, en: string, enOne?: string]

/** Texts of one room, registered once; read through `translate` or the hook `useText`. */
export interface Text<Rows extends Record<string, TextRow> = Record<string, TextRow>> {
  readonly namespace: string
  readonly rows: Rows
}

type Placeholder<S extends string> = S extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never
type Values<Row extends TextRow> = { [Name in Placeholder<Row[0] | Row[1]>]: Name extends 'count' ? number : unknown }

/** A row without placeholders is a string, one with placeholders a function of exactly those. */
export type Translated<Rows extends Record<string, TextRow>> = {
  readonly [Key in keyof Rows]: [Placeholder<Rows[Key][0] | Rows[Key][1]>] extends [never]
    ? string
    : (values: Values<Rows[Key]>) => string
}

// One dictionary for all connections and elements: it holds no user's content and no current language.
let dictionary: i18n | undefined
const openDictionary = (): i18n => {
  if (!dictionary) {
    dictionary = createInstance()
    dictionary.init({
      fallbackLng: 'en',
      initAsync: false,
      // React and canvas show text as text; escaping would show "&amp;" to the user.
      interpolation: { escapeValue: false },
      keySeparator: false,
      nsSeparator: false,
      resources: {},
    })
  }
  return dictionary
}

let texts = 0

/** `defineText({ waiting: ['{{count}} 条报警待处理', '{{count}} alarms waiting', '{{count}} alarm waiting'] })` */
export function defineText<const Rows extends Record<string, TextRow>>(rows: Rows): Text<Rows> {
  texts += 1
  return { namespace: `text-${texts}`, rows }
}

const read = new WeakMap<Text, Partial<Record<Lang, object>>>()

/** The texts in one language; the same object for the same language, so it is a stable dependency of memos. */
export function translate<Rows extends Record<string, TextRow>>(text: Text<Rows>, lang: Lang): Translated<Rows> {
  const languages = read.get(text) ?? {}
  read.set(text, languages)
  languages[lang] ??= build(text, lang)
  return languages[lang] as Translated<Rows>
}

function build(text: Text, lang: Lang): object {
  const book = openDictionary()
  const entries: Record<string, string> = {}
  for (const [key, [zh, en, enOne]] of Object.entries(text.rows)) {
    entries[key] = lang === 'zh' ? zh : en
    if (enOne !== undefined) entries[`${key}_one`] = lang === 'zh' ? zh : enOne
  }
  book.addResourceBundle(lang, text.namespace, entries)
  const t = book.getFixedT(lang, text.namespace)
  return Object.fromEntries(
    Object.entries(text.rows).map(([key, [zh, en]]) => [
      key,
      `${zh}${en}`.includes('{{') ? (values: Record<string, unknown>) => t(key, values) : (entries[key] as string),
    ]),
  )
}
