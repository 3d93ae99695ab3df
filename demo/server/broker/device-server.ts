import { createServer, type Server, type Socket } from 'node:net'
import type { Client } from 'aedes'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { Metrics } from '../diagnostics/metrics.ts'
import { openBudget } from '../limits/limiter.ts'
import type { Owner } from '../limits/loop-accounts.ts'
import { networkOf } from '../limits/network-of.ts'
import { openNewcomers } from '../limits/newcomers.ts'
import type { Rooms } from '../limits/rooms.ts'
import type { SharedTime } from '../limits/shared-time.ts'
import type { Clients } from './clients.ts'
import { DeviceStream, type StreamFault } from './device-stream.ts'
import type { Uplink } from './uplink.ts'

export interface DeviceServerParts {
  clients: Clients
  uplink: Pick<Uplink, 'refuse'>
  metrics: Metrics
  report: (error: unknown) => void
  isBehindProxy: boolean
  receiptMs: number
  packetMs: number
  time: SharedTime
  rooms: Rooms<Owner>
  now?: (() => number) | undefined
  /** Speaks MQTT with whoever is at the other end. */
  handle: (stream: DeviceStream) => Client
}

const MAX_CONNECTIONS = 50_000
/** Before they are signed in; a thousand devices in all may wait for their passwords to be verified. */
const NEWCOMERS = { mostOfNetwork: 500, most: 10_000, graceMs: 2000 } as const
/** Defects of ours that devices' bytes bring to light are logged, but not as often as anybody wants. */
const DEFECTS_LOGGED = { most: 10, perMs: MINUTE_MS } as const
const TCP_KEEP_ALIVE_MS = 60_000

/** aedes handles packets as its parser finds them, in an event of the stream's that nobody guards. */
function guardParser(client: Client, stream: DeviceStream): void {
  const { _parser: parser } = client as Client & { _parser: { parse(bytes: Buffer): number } }
  const parse = parser.parse.bind(parser)
  parser.parse = (bytes) => {
    stream.guarded(() => void parse(bytes))
    return 0
  }
}

/** The sockets of devices, before MQTT: how many there are, who waits to sign in, and what is wrong with their bytes. */
export function createDeviceServer(parts: DeviceServerParts): { server: Server; close(): void } {
  const { clients, uplink, metrics, report, isBehindProxy, receiptMs, packetMs, time, rooms, now, handle } = parts
  const defectsLogged = openBudget(DEFECTS_LOGGED)
  const reportDefect = (error: unknown) => {
    if (defectsLogged.take('') === 0) report(error)
  }
  const newcomers = openNewcomers(NEWCOMERS, now)
  const sockets = new Set<Socket>()
  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: TCP_KEEP_ALIVE_MS },
    (socket) => {
      if (sockets.size >= MAX_CONNECTIONS) return void socket.destroy()
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      const onFault = (fault: StreamFault) => {
        // No packet is wrong: the line stands still, or the device does.
        const known = clients.of(client)
        if (fault === 'does not acknowledge') {
          known.reason = fault
          return
        }
        const isTooLarge = fault === 'too_large'
        known.reason = isTooLarge ? 'message too large' : 'protocol'
        uplink.refuse(known.sn_code, isTooLarge ? 'too_large' : 'protocol', isTooLarge ? {} : { why: fault })
      }
      const mayEnter = (address: string) => {
        const newcomer = newcomers.enter(networkOf(address), () => socket.destroy())
        if (!newcomer) metrics.authFailures.inc({ reason: 'too_many_waiting' })
        return newcomer
      }
      const stream = new DeviceStream(socket, {
        onFault,
        mayEnter,
        isBehindProxy,
        receiptMs,
        packetMs,
        time,
        rooms,
        report: reportDefect,
      })
      const client = handle(stream)
      guardParser(client, stream)
    },
  )
  return {
    server,
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
