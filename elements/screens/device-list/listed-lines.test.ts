import { expect, test } from 'vitest'
import { readLines } from './listed-lines.ts'

test('pasted lines are SNs with or without a password, and empty ones are passed over', () => {
  expect(readLines('A1\n\n A2 secret \r\nA3,secret\nA4\tsecret\nA5，\n')).toEqual({
    lines: [
      { sn_code: 'A1' },
      { sn_code: 'A2', password: 'secret' },
      { sn_code: 'A3', password: 'secret' },
      { sn_code: 'A4', password: 'secret' },
      { sn_code: 'A5' },
    ],
    wrong: null,
  })
})

test('the first line that is no SN is named', () => {
  expect(readLines('A1\nA 1 2').wrong).toBe(2)
  expect(readLines('A1\n中文').wrong).toBe(2)
  expect(readLines('').lines).toEqual([])
})
