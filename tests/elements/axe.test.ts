import { setViewport } from '@web/test-runner-commands'
import type { ElementState } from '../../elements/context/element-context.ts'
import { axeFindsNothing, paintPage } from './axe-finds.ts'
import { equal, until } from './check.ts'

// As pages get it: the runner loads this file's own chunk under a second address.
const { PAGES, SITUATIONS, shownPage, tags } = await import('./shown-page.ts')

/** With all tests, the page of each policy has a look of its own, so that all of them together have all. */
const LOOKS = {
  none: 'theme="light"',
  strict: 'theme="dark"',
  trusted: 'theme="hp"',
  portal: 'theme="light" density="touch" dir="rtl"',
}
const LANGUAGES = ['en', 'zh']
const isAll = document.documentElement.dataset.tests === 'all'

/** The looks and languages in which a state is seen here; without all tests, one of each, in turn. */
function seenIn(index: number): { look: string; languages: string[] } {
  const looks = Object.values(LOOKS)
  if (isAll) return { look: LOOKS[location.hostname.split('.')[0] as keyof typeof LOOKS], languages: LANGUAGES }
  const language = LANGUAGES[Math.floor(index / looks.length) % LANGUAGES.length] as string
  return { look: looks[index % looks.length] as string, languages: [language] }
}

// Wide enough for a table: where one is scrolled, axe takes what is half in view for a small target.
await setViewport({ width: 1600, height: 900 })
const STATES = Object.keys(SITUATIONS) as ElementState[]

let index = 0
for (const [tag, pages] of Object.entries(PAGES)) {
  describe(`axe finds nothing in <${tag}>`, () => {
    for (const page of pages) {
      for (const state of STATES) {
        const isOnlyReady = page.list || (page.shape && !page.states)
        // The walk through all lists has the states of a list, unless more than its rows is shown.
        if (page.states?.[state] === false || (isOnlyReady && state !== 'ready') || (page.list && !page.reach)) continue
        const { look, languages } = seenIn(index++)
        it([page.shape, state, look, languages].filter(Boolean).join(', '), async () => {
          paintPage(look)
          const { element } = await shownPage(tag, page, state, look)
          for (const lang of languages) {
            element.lang = lang
            await until(lang, () => element.shadowRoot.querySelector(`[lang|=${lang}]`))
            await axeFindsNothing(element)
          }
        })
      }
    }
  })
}

it('every element of the kit is among them', () => {
  equal(tags.sort(), Object.keys(PAGES).sort())
})
