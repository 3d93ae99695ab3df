import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { boundConnections } from './connections.ts'

/** A server that greets whom it lets in; opens a connection to it from one of the loopback's addresses. */
async function serve(mostOfNetwork: number, most: number) {
  const server = createServer()
  boundConnections(server, mostOfNetwork, most)
  server.on('connection', (socket) => socket.write('in'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const opened: Socket[] = []
  onTestFinished(() => {
    for (const socket of opened) socket.destroy()
    server.close()
  })
  return async (localAddress = '127.0.0.1') => {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress })
    opened.push(socket)
    socket.on('error', () => {})
    const isIn = await Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
    return { socket, isIn }
  }
}

test('one network has so many connections side by side, and one that ends makes room', async () => {
  const open = await serve(2, 10)
  const first = await open()
  expect([first.isIn, (await open()).isIn, (await open()).isIn]).toEqual([true, true, false])
  const gone = once(first.socket, 'close')
  first.socket.destroy()
  await gone
  await expect.poll(async () => (await open()).isIn).toBe(true)
})

test('when all networks have too many connections, the oldest of the network that has most ends', async () => {
  const open = await serve(10, 4)
  const quiet = await open('127.0.0.2')
  const oldest = await open('127.0.0.3')
  await open('127.0.0.3')
  await open('127.0.0.3')
  const ended = once(oldest.socket, 'close')
  expect((await open('127.0.0.4')).isIn).toBe(true)
  await ended
  expect(quiet.socket.destroyed).toBe(false)
})
