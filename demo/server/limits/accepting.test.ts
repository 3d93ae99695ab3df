import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { acceptBeside, sharedPort } from './accepting.ts'

const host = '127.0.0.1'

async function serve(port = 0) {
  const server = createServer()
  server.listen(await sharedPort({ port, host }))
  await once(server, 'listening')
  const closeOthers = await acceptBeside(server)
  onTestFinished(() => {
    closeOthers()
    server.close()
  })
  return { server, closeOthers, port: (server.address() as AddressInfo).port }
}

test('several connections are taken in one turn of the event loop', async () => {
  const { server, port } = await serve()
  const taken: Socket[] = []
  server.on('connection', (socket) => taken.push(socket))
  const clients = Array.from({ length: 64 }, () => connect(port, host))
  onTestFinished(() => {
    for (const socket of [...clients, ...taken]) socket.destroy()
  })
  let most = 0
  while (taken.length < clients.length) {
    const before = taken.length
    await nextTurn()
    most = Math.max(most, taken.length - before)
  }
  expect(most).toBeGreaterThan(1)
})

test('the port of a running server is refused to the next one', async () => {
  const { port } = await serve()
  await expect(sharedPort({ port, host })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('nothing listens any more when all are closed', async () => {
  const { server, closeOthers, port } = await serve()
  closeOthers()
  server.close()
  await once(server, 'close')
  await expect(sharedPort({ port, host })).resolves.toMatchObject({ port })
})
