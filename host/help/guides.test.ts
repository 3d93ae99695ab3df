import { expect, test } from 'vitest'
import { ROUTES } from '../../core/catalogue/routes.ts'
import { GUIDES, openedAt } from './guides.ts'
import { helpOf } from './help-of.ts'

const inFrame = ROUTES.filter(
  ({ built, needs, frameless, path }) => built && needs !== 'public' && !frameless && path !== '/help',
)
/** Pages that explain themselves, or are a list of pages. */
const WITHOUT = ['/account']

test('every page of the console has its chapter in the help', () => {
  const without = inFrame.filter(({ path }) => !helpOf(path).includes('topic=')).map(({ path }) => path)
  expect(without).toEqual(WITHOUT)
})

test('the help of every page leads to a chapter that there is', () => {
  for (const { path } of inFrame) {
    const opened = openedAt(new URL(helpOf(path), 'https://x').searchParams.get('topic'))
    if (opened) expect(opened.guide.chapters.map(({ id }) => id)).toContain(opened.chapter)
  }
})

test.each(Object.entries(GUIDES))('the guide %s names each chapter once', (_id, { chapters }) => {
  const ids = chapters.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a topic that there is not opens the first page of the help', () => {
  for (const topic of [null, '', 'nobody', 'toString', '../operator']) expect(openedAt(topic)).toBe(null)
})
