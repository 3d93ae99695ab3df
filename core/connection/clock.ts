import { CONNECTION_LIMITS } from '../catalogue/connection-limits.ts'

export interface ServerClock {
  /** Epoch ms as the server counts them; the local clock until the server has answered. */
  now(): number
  /** A server time seen elsewhere, such as in a socket frame. */
  learn(serverTime: number): void
  /** Reads the server's time once. */
  sync(): Promise<void>
  start(): void
  stop(): void
}

export interface ClockSources {
  /** Epoch seconds from the server's own call. */
  timestamp(): Promise<number>
  /** The Date header of a HEAD request, null when it cannot be read. */
  dateHeader(): Promise<string | null>
  localNow?: () => number
}

/** The server's clock: its timestamp call first, else the Date header, else what the local clock says. */
export function createClock({ timestamp, dateHeader, localNow = Date.now }: ClockSources): ServerClock {
  let offsetMs = 0
  let timer: ReturnType<typeof setInterval> | undefined

  async function sync() {
    const sentAt = localNow()
    // The reply was made somewhere between asking and now, and the second it names is half over on average.
    const midway = () => (sentAt + localNow()) / 2
    try {
      const seconds = await timestamp()
      offsetMs = seconds * 1000 + 500 - midway()
      return
    } catch {
      // The call may be blocked by an old proxy that still passes HEAD.
    }
    const header = await dateHeader().catch(() => null)
    const parsed = header === null ? Number.NaN : Date.parse(header)
    if (Number.isFinite(parsed)) offsetMs = parsed + 500 - midway()
  }

  return {
    now: () => Math.round(localNow() + offsetMs),
    learn: (serverTime) => {
      offsetMs = serverTime - localNow()
    },
    sync,
    start() {
      if (timer !== undefined) return
      void sync()
      timer = setInterval(() => void sync(), CONNECTION_LIMITS.clockSyncMs)
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}
