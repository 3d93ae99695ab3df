import { expect, test } from 'vitest'
import { copyName } from './copy-name.ts'

const say = (name: string) => `${name} copy`

test("a copy's name says that it is one, and fits", () => {
  expect(copyName('Pump', say, 32)).toBe('Pump copy')
  expect(copyName('x'.repeat(32), say, 32)).toBe(`${'x'.repeat(27)} copy`)
})
