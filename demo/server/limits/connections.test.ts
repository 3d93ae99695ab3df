import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { boundConnections } from './connections.ts'

test('one network has so many connections side by side, and one that ends makes room', async () => {
  const server = createServer()
  boundConnections(server, 2)
  server.on('connection', (socket) => socket.write('in'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const opened: Socket[] = []
  onTestFinished(() => {
    for (const socket of opened) socket.destroy()
    server.close()
  })
  /** Whether it is let in. */
  const open = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    opened.push(socket)
    socket.on('error', () => {})
    return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
  }
  expect([await open(), await open(), await open()]).toEqual([true, true, false])
  const gone = once(opened[0] as Socket, 'close')
  opened[0]?.destroy()
  await gone
  await expect.poll(open).toBe(true)
})
