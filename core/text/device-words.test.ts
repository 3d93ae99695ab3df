import { expect, test } from 'vitest'
import { deviceWords, sharedNames } from './device-words.ts'

test('a device is named by its name and its SN, which two of one name do not share', () => {
  expect(deviceWords({ dev_alias: 'Boiler 90', sn_code: 'BH9001' })).toBe('Boiler 90 · BH9001')
})

test('a device without a name is its SN, said once', () => {
  expect(deviceWords({ dev_alias: '', sn_code: 'BH9001' })).toBe('BH9001')
  expect(deviceWords({ dev_alias: 'BH9001', sn_code: 'BH9001' })).toBe('BH9001')
})

test('a name is shared where devices of different SNs have it, however often each of them is there', () => {
  const rows = [
    ['A1', 'Boiler'],
    ['A1', 'Boiler'],
    ['A2', 'Pump'],
    ['A3', 'Pump'],
  ].map(([sn_code = '', dev_alias = '']) => ({ sn_code, dev_alias }))
  expect([...sharedNames(rows)]).toEqual(['Pump'])
})
