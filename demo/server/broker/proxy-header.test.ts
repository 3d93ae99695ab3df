import { expect, test } from 'vitest'
import { readProxyHeader } from './proxy-header.ts'

const signature = [13, 10, 13, 10, 0, 13, 10, 81, 85, 73, 84, 10]
const binary = (command: number, family: number, ...rest: number[]) =>
  Buffer.from([...signature, command, family, rest.length >> 8, rest.length & 255, ...rest])
const ports = [0, 80, 7, 91]
const v4 = binary(0x21, 0x11, 192, 0, 2, 7, 127, 0, 0, 1, ...ports)
const v6 = binary(0x21, 0x21, 0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 5, ...Array(16).fill(0), ...ports)
const text = Buffer.from('PROXY TCP4 192.0.2.7 127.0.0.1 50000 1883\r\n')

test("a proxy header gives the device's address, in both versions", () => {
  expect(readProxyHeader(Buffer.concat([text, Buffer.from('MQTT')]))).toEqual({
    address: '192.0.2.7',
    length: text.length,
  })
  expect(readProxyHeader(Buffer.from('PROXY TCP6 2001:db8::5 ::1 1 2\r\n'))).toMatchObject({ address: '2001:db8::5' })
  expect(readProxyHeader(v4)).toEqual({ address: '192.0.2.7', length: v4.length })
  expect(readProxyHeader(v6)).toEqual({ address: '2001:db8:0:0:0:0:0:5', length: v6.length })
})

test('a health check of the proxy has no device address', () => {
  expect(readProxyHeader(binary(0x20, 0))).toEqual({ address: null, length: 16 })
  expect(readProxyHeader(Buffer.from('PROXY UNKNOWN\r\n'))).toEqual({ address: null, length: 15 })
})

test.each([text, v4, v6])('an incomplete proxy header is waited for', (whole) => {
  for (let length = 1; length < whole.length; length++) expect(readProxyHeader(whole.subarray(0, length))).toBe('more')
})

test('an invalid or overlong proxy header is refused', () => {
  const wrong = [
    Buffer.from([0x10, 0x11, 0, 4]),
    Buffer.from('PROXY TCP4 1.2.3 1.2.3.4 1 2\r\n'),
    Buffer.from('PROXY TCP4 ::1 ::1 1 2\r\n'),
    Buffer.from('PROXY TCP9 1.2.3.4 1.2.3.4 1 2\r\n'),
    Buffer.from(`PROXY TCP4 ${'1'.repeat(200)}`),
    binary(0x11, 0x11, ...Array(12).fill(0)),
    binary(0x25, 0x11, ...Array(12).fill(0)),
    binary(0x21, 0x11, 1, 2),
    binary(0x21, 0x31, ...Array(216).fill(0)),
    binary(0x21, 0x11, ...Array(5000).fill(0)).subarray(0, 20),
  ]
  for (const bytes of wrong) expect(readProxyHeader(bytes), bytes.toString('latin1').slice(0, 40)).toBe('wrong')
})
