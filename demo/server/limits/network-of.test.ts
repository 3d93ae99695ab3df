import { expect, test } from 'vitest'
import { networkOf, siteOf } from './network-of.ts'

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

test('networks of one site of IPv6 are known by it, and one of IPv4 is of none', () => {
  const sites = ['2001:db8:1:2::1', '2001:db8:1:ffff::1', '2001:db8:2:2::1'].map((one) => siteOf(networkOf(one)))
  expect(sites).toEqual(['2001:db8:1::/48', '2001:db8:1::/48', '2001:db8:2::/48'])
  expect([siteOf(networkOf('192.0.2.7')), siteOf('browser x')]).toEqual([null, null])
})
