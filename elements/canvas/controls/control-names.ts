import type { Lang, Text } from '../../../core/text/define-text.ts'
import { translate } from '../../../core/text/define-text.ts'
import type { PropertyGroup } from '../../kinds/property-schema.ts'
import { text as shared } from '../../kinds/property-text.ts'
import type { Category } from './define-control.ts'
import { kindOf } from './kinds.ts'

const found = import.meta.glob<Text>('./*/text.ts', { eager: true, import: 'text' })
const texts = new Map(Object.entries(found).map(([path, text]) => [path.split('/')[1] ?? '', text]))

/** What a kind, its properties and their choices are called, for the editor alone: viewers do not load it. */
export interface ControlNames {
  readonly kind: string
  /** By path: of `states.0.text` and `text` alike. */
  property(path: string): string
  /** By the choice's `name`. */
  choice(path: string, name: string): string
}

type Words = Readonly<Record<string, string | ((values: Record<string, unknown>) => string) | undefined>>
const wordsIn = (text: Text | undefined, lang: Lang): Words => (text ? (translate(text, lang) as Words) : {})
const wordOf = (words: Words, key: string): string | undefined => {
  const word = Object.hasOwn(words, key) ? words[key] : undefined
  return typeof word === 'string' ? word : undefined
}
const lastOf = (path: string): string => path.split('.').findLast((part) => !/^(\d+|\*)$/.test(part)) ?? path

/** A kind that this program does not know is called as its document calls it. */
export function namesOf(kind: string, lang: Lang): ControlNames {
  const own = wordsIn(texts.get(kind), lang)
  const common = wordsIn(shared, lang)
  const read = (...keys: string[]) => {
    for (const key of keys) {
      const word = wordOf(own, key) ?? wordOf(common, key)
      if (word !== undefined) return word
    }
    return keys.at(-1) ?? ''
  }
  return {
    kind: wordOf(own, 'name') ?? kind,
    property: (path) => read(path.replaceAll('.', '_'), lastOf(path)),
    choice: (path, name) => read(`${lastOf(path)}_${name}`, name),
  }
}

export const groupName = (group: PropertyGroup, lang: Lang): string => translate(shared, lang)[`group_${group}`]
export const categoryName = (category: Category, lang: Lang): string => translate(shared, lang)[`category_${category}`]

/**
 * What a newly drawn control has: the kind's defaults, its words in the language of who draws it; on a dashboard it shows the
 * time of the dashboard.
 */
export function startingProps(kind: string, lang: Lang, isOnDashboard = false): Record<string, unknown> {
  const defaults = structuredClone(kindOf(kind)?.defaults ?? {}) as Record<string, unknown>
  const sample = wordOf(wordsIn(texts.get(kind), lang), 'sample')
  const ofDashboard = isOnDashboard && 'timeOf' in defaults ? { timeOf: 'dashboard' } : {}
  return { ...defaults, ...(sample !== undefined && defaults.text === '' && { text: sample }), ...ofDashboard }
}
