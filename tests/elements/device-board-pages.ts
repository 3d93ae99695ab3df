import { has, type Page, seen } from './axe-page.ts'
import type { Answers } from './played-server.ts'

/** The board while the card of the device beside it is laid out; `devices` is what it shows otherwise. */
export const cardLayoutPage = (answers: Answers): Page => ({
  shape: 'with a card laid out',
  attributes: { sn: 'P1' },
  answers,
  async reach(played) {
    await has('.tile')(played)
    await seen(['.list-page-actions .button-icon'], '.card-layout-row')(played)
  },
})
