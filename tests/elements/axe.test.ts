import { setViewport } from '@web/test-runner-commands'
import type { ElementState } from '../../elements/context/element-context.ts'
import { axeFindsNothingIn, paintPage, seenIn } from './axe-finds.ts'
import { equal } from './check.ts'

// As pages get it: the runner loads this file's own chunk under a second address.
const { PAGES, SITUATIONS, shownPage, tags } = await import('./shown-page.ts')

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
          await axeFindsNothingIn(languages, element)
        })
      }
    }
  })
}

it('every element of the kit is among them', () => {
  equal(tags.sort(), Object.keys(PAGES).sort())
})
