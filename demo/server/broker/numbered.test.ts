import { generate, type Packet } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { numberedIn } from './numbered.ts'

const message = (qos: 0 | 1, messageId: number, bytes: number): Packet => ({
  cmd: 'publish',
  qos,
  dup: false,
  retain: qos === 1,
  topic: 'v1/devices/A/command',
  messageId,
  payload: Buffer.alloc(bytes),
})

test('message ids that need an acknowledgement are read from a packet stream', () => {
  const packets: Packet[] = [
    { cmd: 'puback', messageId: 7 },
    message(1, 258, 3),
    message(0, 9, 200),
    { cmd: 'pingresp' },
    message(1, 65_535, 20_000),
  ]
  const bytes = Buffer.concat(packets.map((packet) => generate(packet)))
  expect(numberedIn(bytes)).toEqual([258, 65_535])
  for (let length = 0; length < 300; length++) expect(() => numberedIn(bytes.subarray(0, length))).not.toThrow()
})
