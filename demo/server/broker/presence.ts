import type { Uplink } from './uplink.ts'

/** By then everything has come that waited at the broker, and what comes after is said by a device that lives. */
const OLD_MESSAGES_MS = 60_000

/**
 * Which devices of an external broker are connected, by their `status` messages. What the broker retained says what was
 * once: a broker that broke down published no last will. Its `offline` is believed; after its `online` the device counts
 * as connected when something else comes from it, later than what may have waited at the broker.
 */
export function openPresence(uplink: Pick<Uplink, 'arrived' | 'left'>, now: () => number = Date.now) {
  const online = new Set<string>()
  /** Retained as `online`, since when. */
  const claimed = new Map<string, number>()

  const arrive = (sn_code: string) => {
    claimed.delete(sn_code)
    if (online.has(sn_code)) return
    online.add(sn_code)
    uplink.arrived(sn_code, {})
  }
  const leave = (sn_code: string, reason: string) => {
    claimed.delete(sn_code)
    if (online.delete(sn_code)) uplink.left(sn_code, reason)
  }

  return {
    /** A `status` message; `isRetained` when it is from before our subscription. */
    status(sn_code: string, status: string, isRetained: boolean): void {
      if (status === 'offline') leave(sn_code, 'by its status')
      if (status !== 'online') return
      if (!isRetained) arrive(sn_code)
      else if (!online.has(sn_code)) claimed.set(sn_code, now())
    },
    /** Any other message of the device. */
    heard(sn_code: string): void {
      const since = claimed.get(sn_code)
      if (since !== undefined && now() - since > OLD_MESSAGES_MS) arrive(sn_code)
    },
    /** The broker is out of reach: nobody knows who is connected to it. */
    lost(): void {
      claimed.clear()
      for (const sn_code of [...online]) leave(sn_code, 'the broker is away')
    },
  }
}
