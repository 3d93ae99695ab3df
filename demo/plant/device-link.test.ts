import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { deviceLink } from './device-link.ts'

/** Of MQTT 3.1.1: accepted, without a session. */
const CONNACK = Buffer.from([0x20, 2, 0, 0])

test('a link that ends while the broker accepts it ends without an error', async () => {
  const broker = createServer()
  broker.listen(0, '127.0.0.1')
  await once(broker, 'listening')
  let ups = 0
  const link = deviceLink(`mqtt://127.0.0.1:${(broker.address() as AddressInfo).port}`, 'PUMP1', 'secret', {
    onUp: () => ups++,
    onCommand: () => {},
    onTrouble: () => {},
  })
  link.connect()
  const [socket] = (await once(broker, 'connection')) as [Socket]
  await once(socket, 'data')
  // What it is still sent may come when it has gone.
  socket.on('error', () => {})
  const isClosed = new Promise((closed) => socket.once('close', closed))
  const ended = link.end()
  socket.write(CONNACK)
  await ended
  socket.end()
  await isClosed
  broker.close()
  expect(ups).toBe(0)
})
