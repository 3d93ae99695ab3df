import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { serveMeasured } from './measured-process.ts'

/** A server that hands each text on to all who subscribed to the text's first word, once per message and listener. */
await serveMeasured(async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const listeners = new Map<string, Set<{ send(text: string): void }>>()
  server.on('connection', (socket) => {
    socket.on('message', (bytes) => {
      const text = String(bytes)
      if (text.startsWith('listen ')) {
        const channel = text.slice('listen '.length)
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(socket))
        socket.on('close', () => listeners.get(channel)?.delete(socket))
        return
      }
      const end = text.indexOf(' ')
      const rest = text.slice(end + 1)
      for (const listener of listeners.get(text.slice(0, end)) ?? []) listener.send(rest)
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ready: { url: `ws://127.0.0.1:${port}` },
    async close() {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
})
