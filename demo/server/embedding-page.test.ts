import { expect, test } from 'vitest'
import { PROBLEMS } from '../../core/catalogue/problems.ts'
import { embeddingPage } from './embedding-page.ts'

test.each(['zh', 'en'] as const)('every problem has its place in the docs (%s)', (language) => {
  const page = embeddingPage(language, 'https://console.example')
  for (const problem of Object.keys(PROBLEMS)) expect(page).toContain(`id="${problem}"`)
})

test('what a caller says of its host is text', () => {
  expect(embeddingPage('en', 'https://"><script>alert(1)</script>')).not.toContain('<script>')
})
