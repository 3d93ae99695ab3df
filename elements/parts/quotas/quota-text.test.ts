import { expect, test } from 'vitest'
import { formatFor } from '../../../core/text/format.ts'
import { amountText, changedLimits, fullness, limitOf, typedOf } from './quota-text.ts'

const format = formatFor('en', 'UTC')

test.each([
  ['templates', 1000, '1,000'],
  ['gallery_bytes', 0, '0 B'],
  ['gallery_bytes', 1536, '1.5 KB'],
  ['gallery_bytes', 209_715_200, '200 MB'],
  ['history_bytes', 1_610_612_736, '1.5 GB'],
] as const)('%s of %d is read as %s', (quota, amount, text) => {
  expect(amountText(quota, amount, format)).toBe(text)
})

test('bytes are typed in MB and sent whole', () => {
  expect(typedOf('gallery_bytes', 209_715_200)).toBe(200)
  expect(limitOf('gallery_bytes', 1.5)).toBe(1_572_864)
  expect(limitOf('templates', 12)).toBe(12)
})

test('what is used beyond the limit fills it, and a limit of none is full', () => {
  expect(fullness({ limit: 10, used: 5 })).toBe(0.5)
  expect(fullness({ limit: 10, used: 15 })).toBe(1)
  expect(fullness({ limit: 0, used: 0 })).toBe(1)
  expect(fullness({ limit: null, used: 5 })).toBe(null)
})

test('only limits that were changed are sent', () => {
  const rows = [
    { quota: 'templates', limit: 10, used: 1 },
    { quota: 'screens', limit: null, used: 1 },
    { quota: 'sms', limit: 5, used: 1 },
  ] as const
  expect(changedLimits(rows, { templates: 10, screens: 3, sms: null })).toEqual([
    { quota: 'screens', limit: 3 },
    { quota: 'sms', limit: null },
  ])
})
