import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test('one IPv4 address is one network, in either form', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
})

test('all addresses of one subscriber of IPv6 are one network, however they are written', () => {
  const one = networkOf('2001:db8:1:2:3:4:5:6')
  expect(one).toBe('2001:db8:1:2::/64')
  for (const address of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::9%eth0'])
    expect(networkOf(address)).toBe(one)
  expect(networkOf('2001:db8:1:3::1')).not.toBe(one)
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})
