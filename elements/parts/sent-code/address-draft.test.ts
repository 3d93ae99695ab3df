import { expect, test } from 'vitest'
import { addressOfDraft, faultOf, NO_ADDRESS, withNumber } from './address-draft.ts'

const phone = (number: string, region = 'CN') => ({ ...NO_ADDRESS, region, number })

test('a number gets the area code of its region, however it is spaced', () => {
  expect(addressOfDraft(phone('138 0000 0000'))).toBe('+86 13800000000')
  expect(addressOfDraft(phone('(202) 555-0123', 'US'))).toBe('+1 2025550123')
})

test('a number that was pasted whole keeps its own area code', () => {
  expect(addressOfDraft(phone('+49 171 1234567'))).toBe('+49 1711234567')
  expect(addressOfDraft(phone('008613800000000', 'US'))).toBe('+86 13800000000')
  expect(withNumber(NO_ADDRESS, '+49 171 1234567')).toMatchObject({ region: 'DE', number: '1711234567' })
})

test('a pasted number of the chosen code leaves the chosen region', () => {
  expect(withNumber(phone('', 'CA'), '+1 6135550123')).toMatchObject({ region: 'CA', number: '6135550123' })
})

test('what has just been begun stays as it is typed', () => {
  expect(withNumber(NO_ADDRESS, '+8').number).toBe('+8')
})

test('what is no number or address is none, and the fault says which', () => {
  expect(addressOfDraft(phone('1380000'))).toBeNull()
  expect(addressOfDraft(phone('12a4567', 'US'))).toBeNull()
  expect(faultOf(phone('1380000'))).toBe('numberWrong')
  expect(faultOf(phone('12', 'US'))).toBe('numberElsewhere')
  expect(faultOf({ ...NO_ADDRESS, kind: 'email', email: 'li@' })).toBe('emailWrong')
  expect(addressOfDraft({ ...NO_ADDRESS, kind: 'email', email: ' Li@Example.com ' })).toBe('li@example.com')
})
