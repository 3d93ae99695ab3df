import type { ClientFrame } from '../contract/client-frame.ts'

/** Elements that leave a page together do so by timers of their own. */
const GATHER_LEAVES_MS = 50

export interface SubscriptionParts {
  send(frame: ClientFrame): void
  /** Before sign-in nothing is sent: all channels are joined after it. */
  isSignedIn(): boolean
  isPaused(channel: string): boolean
}

/** What the server is asked for. */
export function createSubscriptions({ send, isSignedIn, isPaused }: SubscriptionParts) {
  const joining = new Set<string>()
  const leaving = new Set<string>()
  let leavingTimer: ReturnType<typeof setTimeout> | undefined
  let rate: number | undefined

  function sendJoins() {
    const wanted = [...joining]
    joining.clear()
    if (isSignedIn() && wanted.length > 0)
      send({ type: 'subscribe', channels: wanted, ...(rate !== undefined && { rate }) })
  }
  function sendLeaves() {
    leavingTimer = undefined
    const unwanted = [...leaving]
    leaving.clear()
    if (isSignedIn() && unwanted.length > 0) send({ type: 'unsubscribe', channels: unwanted })
  }

  // A page of many elements joins and leaves in one frame: a frame each would look like a flood to the server.
  return {
    join(names: Iterable<string>): void {
      if (joining.size === 0) queueMicrotask(sendJoins)
      for (const name of names) {
        leaving.delete(name)
        if (!isPaused(name)) joining.add(name)
      }
    },
    leave(names: Iterable<string>): void {
      leavingTimer ??= setTimeout(sendLeaves, GATHER_LEAVES_MS)
      for (const name of names) {
        joining.delete(name)
        leaving.add(name)
      }
    },
    /** Of all that is joined from here on. */
    setRate(wanted: number): void {
      rate = wanted
    },
    dispose: (): void => clearTimeout(leavingTimer),
  }
}
