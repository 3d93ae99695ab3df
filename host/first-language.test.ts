import { expect, test } from 'vitest'
import { languageInAddress, languageOf } from './first-language.ts'

test.each([
  [['en-US', 'zh-CN'], 'en'],
  [['de-DE', 'zh-TW', 'en'], 'zh'],
  [['de', 'fr-FR'], null],
  [[], null],
])('a first visit with the languages %j is in %s', (wanted, lang) => {
  expect(languageOf(wanted)).toBe(lang)
})

test.each([
  ['?lang=en', 'en'],
  ['?page=2&lang=ZH-cn', 'zh'],
  ['?lang=fr', null],
  ['?lang=', null],
  ['', null],
])('an address that ends with %j asks for %s', (search, lang) => {
  expect(languageInAddress(search)).toBe(lang)
})
