import type { WebSocket } from 'ws'

/** A socket with more than this unsent gets nothing more: the newest values of all that it missed come when it has read. */
const BACKLOG_BYTES = 65_536
/** A socket that stays above this is closed: its reader is gone or too slow for anything. */
const STUCK_BYTES = 1_048_576
const STUCK_MS = 30_000
/** What one socket may have unsent, frames that wait for it included; beyond, it is ended at once. */
const MOST_UNSENT_BYTES = 4 * 1_048_576

/** What one socket has still to send, bounded whatever its reader does. */
export interface Outbox {
  /** Queues the text of a frame that is never left out: refusals, steps of commands. */
  put(text: string): void
  /**
   * Whether the reader keeps up: `ready` for more; `behind`, so that more waits; `stuck` for so long, or with so much, that
   * the socket has to end.
   */
  state(time: number): 'ready' | 'behind' | 'stuck'
  /** Takes what is queued. */
  take(): string[]
  readonly isEmpty: boolean
}

export function createOutbox(socket: Pick<WebSocket, 'bufferedAmount'>): Outbox {
  let queued: string[] = []
  let queuedBytes = 0
  let stuckSince: number | null = null
  return {
    put(text) {
      // What is beyond the bound ends the socket at its next turn: it is not kept.
      if (queuedBytes > MOST_UNSENT_BYTES) return
      queued.push(text)
      queuedBytes += text.length
    },
    state(time) {
      const unsent = socket.bufferedAmount
      if (unsent + queuedBytes > MOST_UNSENT_BYTES) return 'stuck'
      if (unsent <= STUCK_BYTES) stuckSince = null
      else {
        stuckSince ??= time
        if (time - stuckSince > STUCK_MS) return 'stuck'
      }
      return unsent > BACKLOG_BYTES ? 'behind' : 'ready'
    },
    take() {
      const taken = queued
      queued = []
      queuedBytes = 0
      return taken
    },
    get isEmpty() {
      return queued.length === 0
    },
  }
}
