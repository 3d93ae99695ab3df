import { expect, test } from 'vitest'
import { isSameSn, snKey } from './sn.ts'

test('an SN is the same device in any case, and only in case', () => {
  expect(snKey('Ww0001')).toBe(snKey('wW0001'))
  expect(isSameSn('WW0001', 'ww0001')).toBe(true)
  expect(isSameSn('WW0001', 'WW0001 ')).toBe(false)
  expect(isSameSn('WW0001', 'WW001')).toBe(false)
  expect(isSameSn(null, '')).toBe(false)
})
