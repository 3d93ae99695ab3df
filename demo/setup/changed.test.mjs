import { expect, test } from 'vitest'
import { elementTestsOf } from './changed.mjs'

test('a change in a screen, in a folder of the elements or in a test runs the elements’ tests of that name', () => {
  expect(elementTestsOf(['elements/screens/alarm-feed/index.ts'])).toContain('alarm-feed-views')
  expect(elementTestsOf(['elements/kit/Button.tsx', 'tests/elements/csp.test.ts'])).toEqual(['csp', 'kit'])
})

test('a change elsewhere, or in a screen without a test of its name, runs none of them', () => {
  expect(elementTestsOf(['core/rules/tree.ts', 'elements/screens/no-such-screen/index.ts', 'README.md'])).toEqual([])
})
