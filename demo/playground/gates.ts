import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Gate } from './situations.ts'

type Answering = Exclude<Gate, 'open' | 'cut'>

/** Pages of any origin may read the answers, as they may read the console's. */
const OPEN_TO_PAGES = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
}
const REFUSAL = JSON.stringify({ meta: { success: 0, code: '100002', message: '100002' }, data: {} })

const answers: Record<Answering, RequestListener> = {
  hold: (request) => void request.resume(),
  garble: (_request, response) => {
    response.writeHead(200, { ...OPEN_TO_PAGES, 'content-type': 'text/html' })
    response.end('<!doctype html><title>Proxy</title><p>Sign in to continue</p>')
  },
  trouble: ({ method }, response) => {
    response.writeHead(method === 'OPTIONS' ? 204 : 200, { ...OPEN_TO_PAGES, 'content-type': 'application/json' })
    response.end(method === 'OPTIONS' ? undefined : REFUSAL)
  },
}

export interface Gates {
  /** Each gate's origin. */
  origins: Record<Exclude<Gate, 'open'>, string>
  close(): Promise<void>
}

/** Opens the gates on free ports of `host`. */
export async function openGates(host: string): Promise<Gates> {
  const servers: Record<Exclude<Gate, 'open'>, Server> = {
    hold: createServer(answers.hold),
    garble: createServer(answers.garble),
    trouble: createServer(answers.trouble),
    cut: createServer(),
  }
  servers.cut.on('connection', (socket) => socket.destroy())
  // A socket of the live channel waits as a call does.
  servers.hold.on('upgrade', () => {})
  // A socket that asked to be upgraded is no longer its server's to close.
  const sockets = new Set<Socket>()
  for (const server of Object.values(servers)) {
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      // Whoever held it may hang up in any way.
      socket.on('error', () => {})
    })
  }
  const opened = Object.entries(servers).map(async ([name, server]) => {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve))
    return [name, `http://${host}:${(server.address() as AddressInfo).port}`]
  })
  return {
    origins: Object.fromEntries(await Promise.all(opened)),
    async close() {
      const closed = Object.values(servers).map((server) => new Promise((resolve) => server.close(resolve)))
      for (const socket of sockets) socket.destroy()
      await Promise.all(closed)
    },
  }
}
