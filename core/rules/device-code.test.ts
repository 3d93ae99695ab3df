import { expect, test } from 'vitest'
import { readDeviceCode } from './device-code.ts'

const plain = (sn_code: string) => ({ sn_code, password: '' })

test('the code of a device is its SN, a link to its page, or its SN with the password of its nameplate', () => {
  expect(readDeviceCode(' WW0001\n')).toEqual(plain('WW0001'))
  expect(readDeviceCode('https://console.example/console/deviceDetail/WW0001')).toEqual(plain('WW0001'))
  expect(readDeviceCode('http://10.0.0.7:8080/scada/console/deviceDetail/WW0001?tab=curve#x')).toEqual(plain('WW0001'))
  expect(readDeviceCode('sg:WW0001')).toEqual(plain('WW0001'))
  expect(readDeviceCode('SG:WW0001:a:b c')).toEqual({ sn_code: 'WW0001', password: 'a:b c' })
})

test('a code of something else is none of a device', () => {
  for (const code of [
    '',
    'A'.repeat(20),
    'WW 0001',
    'sg:',
    'sg::secret',
    'sg:a/b:secret',
    'https://console.example/console/device?sn=WW0001',
    'https://console.example/?to=/deviceDetail/WW0001',
    `https://console.example/deviceDetail/${'A'.repeat(20)}`,
    'javascript:/deviceDetail/WW0001',
    'WIFI:S:plant;T:WPA;P:secret;;',
  ])
    expect(readDeviceCode(code), code).toBeNull()
})
