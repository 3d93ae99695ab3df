import { expect, test } from 'vitest'
import { isListed, privateHostsOf } from './private-hosts.ts'

const listed = (list: string, url: string) => isListed(new URL(url), privateHostsOf(list))

test('a listed host is one program of it, by its port', () => {
  expect(listed('crm.local:8443', 'https://crm.local:8443/hook')).toBe(true)
  expect(listed(' CRM.local:8443 ,', 'http://crm.LOCAL:8443/')).toBe(true)
  for (const url of ['https://crm.local/hook', 'https://crm.local:8444/', 'http://other.local:8443/'])
    expect(listed('crm.local:8443', url)).toBe(false)
})

test('a host that is listed without a port is the default port of the scheme', () => {
  for (const url of ['http://10.0.0.5/', 'https://10.0.0.5/', 'https://10.0.0.5:443/', 'http://10.0.0.5:80/'])
    expect(listed('10.0.0.5', url)).toBe(true)
  for (const url of ['http://10.0.0.5:8080/', 'http://10.0.0.5:443/', 'https://10.0.0.5:80/'])
    expect(listed('10.0.0.5', url)).toBe(false)
  expect(listed('10.0.0.5:443', 'https://10.0.0.5/')).toBe(true)
  expect(listed('10.0.0.5:443', 'http://10.0.0.5/')).toBe(false)
})

test('an IPv6 address is listed with brackets and a port, or bare', () => {
  expect(listed('fd00::5', 'https://[fd00::5]/')).toBe(true)
  expect(listed('[fd00::5]:8080', 'http://[fd00::5]:8080/')).toBe(true)
  expect(listed('fd00::5', 'http://[fd00::5]:8080/')).toBe(false)
})
