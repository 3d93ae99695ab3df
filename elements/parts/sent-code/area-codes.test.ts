import { expect, test } from 'vitest'
import { phoneOf } from '../../../core/contract/person.ts'
import { AREA_CODES } from './area-codes.ts'

test('every area code is of a region that has a name, and no region stands twice', () => {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  for (const { region } of AREA_CODES) expect(names.of(region)).not.toBe(region)
  expect(new Set(AREA_CODES.map(({ region }) => region)).size).toBe(AREA_CODES.length)
})

test('every area code makes a phone number that the contract takes', () => {
  for (const { code } of AREA_CODES) expect(phoneOf(`+${code} 13800000000`)).not.toBeNull()
})
