import { expect, test } from 'vitest'
import { phoneOf } from '../../../core/contract/person.ts'
import { AREA_CODES, namedAreaCodes } from './area-codes.ts'

test('every region of the list has a name in both languages, and none stands twice', () => {
  for (const lang of ['zh', 'en']) for (const { region, name } of namedAreaCodes(lang)) expect(name).not.toBe(region)
  expect(new Set(AREA_CODES.map(({ region }) => region)).size).toBe(AREA_CODES.length)
  expect(new Set(AREA_CODES.map(({ code }) => code)).size).toBeGreaterThan(200)
})

test('every area code makes a phone number that the contract takes', () => {
  for (const { code } of AREA_CODES) expect(phoneOf(`+${code} 13800000000`)).not.toBeNull()
})

test('no area code begins another, so a number written whole is read one way', () => {
  const codes = [...new Set(AREA_CODES.map(({ code }) => code))]
  expect(codes.filter((code) => codes.some((other) => other !== code && other.startsWith(code)))).toEqual([])
})

test('China comes first, the others by their names', () => {
  const names = namedAreaCodes('en').map(({ name }) => name)
  expect(names.slice(0, 3)).toEqual(['China', 'Afghanistan', 'Åland Islands'])
  expect(namedAreaCodes('zh')[0]).toEqual({ region: 'CN', code: '86', name: '中国' })
})
