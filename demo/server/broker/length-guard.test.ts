import { generate } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { lengthGuard, PACKET_BYTES } from './length-guard.ts'

const connect = generate({
  cmd: 'connect',
  clientId: 'x',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: true,
  keepalive: 1,
})
const ping = generate({ cmd: 'pingreq' })
const publish = (size: number) =>
  generate({ cmd: 'publish', topic: 't', payload: Buffer.alloc(size), qos: 0, dup: false, retain: false })

test('packets of every size pass, in any fragments', () => {
  const all = Buffer.concat([connect, ping, publish(0), publish(100), ping, publish(200), publish(20_000), ping])
  for (const step of [1, 2, 3, 7, 1000, all.length]) {
    const guard = lengthGuard()
    for (let at = 0; at < all.length; at += step) expect(guard.take(all.subarray(at, at + step))).toBe(true)
  }
})

test('a packet that declares too many bytes is stopped at its header', () => {
  const guard = lengthGuard()
  expect(guard.take(Buffer.concat([connect, publish(PACKET_BYTES.later - 3)]))).toBe(true)
  expect(guard.take(publish(PACKET_BYTES.later + 1).subarray(0, 5))).toBe(false)
})

test('the first packet of an unknown client has a lower limit', () => {
  expect(lengthGuard().take(publish(PACKET_BYTES.first).subarray(0, 5))).toBe(false)
})

test('a packet with a length field of five bytes is stopped', () => {
  expect(lengthGuard().take(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]))).toBe(false)
})
