const MB = 1_048_576

/** What all sockets of one caller, of an organisation (its guests apart), and of all have written and not sent. */
export const UNSENT_LIMITS = { ofPrincipal: 16 * MB, ofHolder: 64 * MB, inAll: 512 * MB } as const
/** A socket is not to blame for what its readers take within this. */
const PATIENCE_MS = 2000
/** Where readers do not read, sockets are ended until so much of the room is taken. */
const RELIEVED = 0.75

/** Whose room a socket takes: a caller's, and within it that of his organisation, of its guests, or of a network. */
export interface Holder {
  principal: string
  name: string
}

/** Bytes that sockets have written and not sent: their readers decide how long the memory is taken. */
export interface Unsent<S> {
  /** How much a socket has unsent now; 0 when it is closed. */
  count(socket: S, holder: Holder, bytes: number): void
  /** Whether anything more may be written for this holder. */
  hasRoom(holder: Holder): boolean
  /** Sockets to end: the largest of whoever has had no room for some seconds, so that his others go on. */
  toEnd(): S[]
}

interface Held<S> {
  bytes: number
  sockets: Map<S, number>
}

export function openUnsent<S>(
  now: () => number,
  { ofPrincipal, ofHolder, inAll }: Record<keyof typeof UNSENT_LIMITS, number> = UNSENT_LIMITS,
): Unsent<S> {
  const principals = new Map<string, number>()
  const holders = new Map<string, Held<S>>()
  /** Since when there has been no room: by holder, and '' for all. */
  const fullSince = new Map<string, number>()
  let all = 0

  /** Whether there has been no room for too long. */
  function isOverdue(name: string, isFull: boolean): boolean {
    if (!isFull) {
      fullSince.delete(name)
      return false
    }
    const since = fullSince.get(name) ?? now()
    fullSince.set(name, since)
    if (now() - since <= PATIENCE_MS) return false
    fullSince.delete(name)
    return true
  }

  /** The largest sockets of a holder, without which no more than `left` remains. */
  function largestOf({ bytes, sockets }: Held<S>, left: number): S[] {
    const largest: S[] = []
    for (const [socket, own] of [...sockets].sort(([, a], [, b]) => b - a)) {
      if (bytes <= left) break
      largest.push(socket)
      bytes -= own
    }
    return largest
  }

  return {
    count(socket, { principal, name }, bytes) {
      const held = holders.get(name) ?? { bytes: 0, sockets: new Map() }
      const change = bytes - (held.sockets.get(socket) ?? 0)
      if (change === 0) return
      all += change
      held.bytes += change
      if (bytes === 0) held.sockets.delete(socket)
      else held.sockets.set(socket, bytes)
      if (held.sockets.size === 0) {
        holders.delete(name)
        fullSince.delete(name)
      } else holders.set(name, held)
      const own = (principals.get(principal) ?? 0) + change
      if (own === 0) principals.delete(principal)
      else principals.set(principal, own)
    },
    hasRoom({ principal, name }) {
      const ofAll = holders.get(name)?.bytes ?? 0
      const own = principals.get(principal) ?? 0
      // Half of the room is for those who have nothing unsent: they do not wait for those who do not read.
      const isWithin = own === 0 ? ofAll < ofHolder : ofAll < ofHolder / 2 && own < ofPrincipal
      return isWithin && (all < inAll || ofAll === 0)
    },
    toEnd() {
      const ended: S[] = []
      let most: Held<S> = { bytes: 0, sockets: new Map() }
      for (const [name, held] of holders) {
        if (held.bytes > most.bytes) most = held
        if (isOverdue(name, held.bytes >= ofHolder)) ended.push(...largestOf(held, ofHolder * RELIEVED))
      }
      if (isOverdue('', all >= inAll)) ended.push(...largestOf(most, most.bytes - (all - inAll * RELIEVED)))
      return ended
    },
  }
}
