import { atom, type ReadableAtom } from 'nanostores'
import { readJson } from '../contract/json.ts'
import { REALTIME_EVENTS, type ServerFrame, ServerMessage } from '../contract/realtime.ts'
import { createChannels, type FrameListener } from './channels.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createWire, type Socket } from './wire.ts'

/** A tab hidden for less than this keeps its channels. */
const HIDDEN_GRACE_MS = 5000
const BACKOFF_FLOOR_MS = 500
/** Few enough seconds that an operator waits for it, and enough to spread 5,000 clients of a server that comes back. */
const BACKOFF_CEILING_MS = 15_000

export type { Socket }

export type RealtimeStatus = 'idle' | 'connecting' | 'live' | 'offline' | 'expired'

export interface RealtimeOptions {
  open(): Socket
  /** Null when nobody is signed in: the socket then waits for `reconnect()`. */
  token(): Promise<string | null>
  /** Called when the server takes the token. */
  onAccepted?(): void
  /** Called when the server does not know the token (any more). */
  onExpired(token: string | null, refusal: { code: string; fault?: string }): void
  /** Epoch ms of the server, from any frame that carries it. */
  onServerTime?(serverTime: number): void
  random?: () => number
}

export interface Realtime {
  readonly $status: ReadableAtom<RealtimeStatus>
  /** What is heard on watched channels, for scripts that are no elements; names in `REALTIME_EVENTS`. */
  readonly events: EventTarget
  /** Frames of a channel until the returned function is called; the newest known values come first, as a snapshot. */
  watch(channel: string, listener: FrameListener): () => void
  /** A page that nobody looks at needs no values; `alarms` goes on. */
  setVisible(isVisible: boolean): void
  /** Drops what is open and starts again: after sign-in, or when the network is back. */
  reconnect(): void
  /** The session is over, whatever the server still sends: nothing is heard until there is another token. */
  end(): void
  /**
   * There is a new token: an open socket sends a guest's new token before the old one expires and keeps its channels; one
   * that was refused connects again.
   */
  renew(token: string): void
  /** Deltas a second for all channels, 0.1 to 20. */
  setRate(rate: number): void
  /** Milliseconds since the last message came; null before the first. */
  silentMs(): number | null
  dispose(): void
}

/** To scripts that are no elements. */
function announce(events: EventTarget, frame: ServerFrame): void {
  const say = (name: string) => events.dispatchEvent(new CustomEvent(name, { detail: frame }))
  say(REALTIME_EVENTS.frame)
  if (frame.type !== 'snapshot' && frame.type !== 'delta') return
  say(REALTIME_EVENTS.values)
  if (frame.type === 'snapshot') say(REALTIME_EVENTS.snapshot)
  if (frame.dev_state !== undefined) say(REALTIME_EVENTS.state)
}

/** One socket for everything on a page: opened at the first listener, closed after the last. */
export function createRealtime({
  open,
  token,
  onAccepted,
  onExpired,
  onServerTime,
  random = Math.random,
}: RealtimeOptions): Realtime {
  const $status = atom<RealtimeStatus>('idle')
  const events = new EventTarget()
  /** The token that the socket signed in with. */
  let shown: string | null = null
  /** The token has been sent. Requests after it need not wait for the answer: the server handles frames in order. */
  let isSignedIn = false
  let attempts = 0
  let isVisible = true
  let isDisposed = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  const isPaused = (channel: string) => !isVisible && channel !== 'alarms'
  const wire = createWire({ open, onOpen: signIn, onText: receive, onLost: lost })
  const { send } = wire
  const subscriptions = createSubscriptions({ send, isSignedIn: () => isSignedIn, isPaused })
  const join = (name: string) => subscriptions.join([name])
  const channels = createChannels({
    onFirst(name) {
      if (wire.isOpen()) join(name)
      else if ($status.get() !== 'expired' && $status.get() !== 'offline') start()
    },
    // The others have their snapshot; a newcomer asks for one of its own.
    onMore: join,
    onLeft(name) {
      if (!isPaused(name)) subscriptions.leave([name])
      if (!channels.isEmpty()) return
      drop()
      $status.set('idle')
    },
  })

  function hear(frame: ServerFrame) {
    if ('server_time' in frame) onServerTime?.(frame.server_time)
    if (frame.type === 'ready') {
      attempts = 0
      onAccepted?.()
      $status.set('live')
      return
    }
    if (frame.type === 'refused' && frame.channel === undefined) {
      end()
      onExpired(shown, frame)
      return
    }
    if (channels.hear(frame)) announce(events, frame)
  }

  function receive(text: unknown) {
    if (typeof text !== 'string') return
    const message = ServerMessage.safeParse(readJson(text))
    // A frame of a newer server is passed over; what is known stays and ages.
    if (!message.success) return
    for (const frame of Array.isArray(message.data) ? message.data : [message.data]) hear(frame)
  }

  function drop() {
    clearTimeout(retry)
    isSignedIn = false
    const wasOpen = wire.isOpen()
    wire.close()
    if (wasOpen) channels.interrupt()
  }

  function lost() {
    drop()
    if (isDisposed || channels.isEmpty()) return $status.set('idle')
    $status.set('offline')
    // Full jitter: after a server restart its clients come back spread over the whole interval.
    const ceiling = Math.min(BACKOFF_CEILING_MS, BACKOFF_FLOOR_MS * 2 ** attempts)
    attempts += 1
    retry = setTimeout(start, random() * ceiling)
  }

  async function start() {
    if (isDisposed || wire.isOpen() || channels.isEmpty()) return
    if ($status.get() !== 'offline') $status.set('connecting')
    wire.open()
  }

  async function signIn(isStillOpen: () => boolean) {
    const held = await token().catch(() => null)
    if (!isStillOpen()) return
    if (held === null) return end()
    shown = held
    send({ type: 'auth', token: held })
    isSignedIn = true
    subscriptions.join(channels.names())
    wire.startPings()
  }

  function end() {
    drop()
    if (!channels.isEmpty()) $status.set('expired')
  }

  function reconnect() {
    drop()
    attempts = 0
    $status.set('idle')
    start()
  }

  return {
    $status,
    events,
    watch: channels.watch,
    setVisible(nowVisible) {
      clearTimeout(hiding)
      const apply = () => {
        if (isVisible === nowVisible) return
        const pausing = channels.names().filter((name) => name !== 'alarms')
        if (nowVisible) {
          isVisible = true
          subscriptions.join(pausing)
        } else {
          isVisible = false
          subscriptions.leave(pausing)
          channels.interrupt(pausing)
        }
      }
      if (nowVisible) apply()
      else hiding = setTimeout(apply, HIDDEN_GRACE_MS)
    },
    reconnect,
    end,
    renew(token) {
      if ($status.get() === 'expired') return reconnect()
      // A session's token, which has no dot in it, holds as long as its socket.
      if ($status.get() !== 'live' || token === shown || !token.includes('.')) return
      shown = token
      send({ type: 'auth', token })
    },
    setRate(wanted) {
      subscriptions.setRate(wanted)
      subscriptions.join(channels.names())
    },
    silentMs: wire.silentMs,
    dispose() {
      isDisposed = true
      clearTimeout(hiding)
      subscriptions.dispose()
      channels.dispose()
      drop()
      $status.set('idle')
    },
  }
}
