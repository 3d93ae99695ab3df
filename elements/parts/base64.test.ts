import { expect, test } from 'vitest'
import { base64Of, textIn } from './base64.ts'

test('texts and large files go into base64 and back', async () => {
  const words = '水泵'.repeat(40_000)
  expect(textIn(await base64Of(new Blob([words])))).toBe(words)
})
