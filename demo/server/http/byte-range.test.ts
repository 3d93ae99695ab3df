import { expect, test } from 'vitest'
import { byteRange } from './byte-range.ts'

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=2-5', { first: 2, last: 5 }],
  ['bytes=2-', { first: 2, last: 9 }],
  ['bytes=2-99', { first: 2, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
])('%s of 10 bytes is a part', (header, part) => {
  expect(byteRange(header, 10)).toEqual(part)
})

test.each([undefined, '', 'bytes=-', 'bytes=0-1,3-4', 'items=0-1', 'bytes=5-2', 'bytes=a-b'])(
  '%s asks for the whole',
  (header) => {
    expect(byteRange(header, 10)).toBeNull()
  },
)

test.each([
  ['bytes=10-', 10],
  ['bytes=10-12', 10],
  ['bytes=-0', 10],
  ['bytes=0-', 0],
  ['bytes=-5', 0],
])('%s of %i bytes asks for what is not there', (header, size) => {
  expect(byteRange(header, size)).toBe('beyond')
})
