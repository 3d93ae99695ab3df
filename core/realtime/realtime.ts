import { atom, type ReadableAtom } from 'nanostores'
import { CONNECTION_LIMITS } from '../catalogue/connection-limits.ts'
import type { ClientFrame } from '../contract/client-frame.ts'
import { readJson } from '../contract/json.ts'
import { REALTIME_EVENTS, REALTIME_LIMITS, type ServerFrame, ServerMessage } from '../contract/realtime.ts'

/** Elements that leave a page together do so by timers of their own. */
const GATHER_LEAVES_MS = 50
/** A tab hidden for less than this keeps its channels. */
const HIDDEN_GRACE_MS = 5000
const BACKOFF_FLOOR_MS = 500
/** Few enough seconds that an operator waits for it, and enough to spread 5,000 clients of a server that comes back. */
const BACKOFF_CEILING_MS = 15_000
/** Without any frame for this long after a ping the line is dead, whatever the socket says. */
const SILENCE_MS = 10_000

export type RealtimeStatus = 'idle' | 'connecting' | 'live' | 'offline' | 'expired'

/** The part of a WebSocket that is used. */
export interface Socket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
}

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
  watch(channel: string, listener: (frame: ServerFrame) => void): () => void
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

type Listener = (frame: ServerFrame) => void

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
  const channels = new Map<
    string,
    { listeners: Set<Listener>; seq: number | null; leaving?: ReturnType<typeof setTimeout> }
  >()
  const joining = new Set<string>()
  const leaving = new Set<string>()
  let leavingTimer: ReturnType<typeof setTimeout> | undefined
  let socket: Socket | null = null
  /** The token that the socket signed in with. */
  let shown: string | null = null
  /** The token has been sent. Requests after it need not wait for the answer: the server handles frames in order. */
  let isSignedIn = false
  let attempts = 0
  let heardAt: number | null = null
  let isVisible = true
  let isDisposed = false
  let rate: number | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  const send = (frame: ClientFrame) => socket?.send(JSON.stringify(frame))
  const isPaused = (channel: string) => !isVisible && channel !== 'alarms'
  // A page of many elements joins and leaves in one frame: a frame each would look like a flood to the server.
  const subscribe = (names: readonly string[]) => {
    if (joining.size === 0) queueMicrotask(sendJoins)
    for (const name of names) {
      leaving.delete(name)
      if (!isPaused(name)) joining.add(name)
    }
  }
  const unsubscribe = (names: readonly string[]) => {
    leavingTimer ??= setTimeout(sendLeaves, GATHER_LEAVES_MS)
    for (const name of names) {
      joining.delete(name)
      leaving.add(name)
    }
  }
  function sendJoins() {
    const wanted = [...joining]
    joining.clear()
    if (isSignedIn && wanted.length > 0)
      send({ type: 'subscribe', channels: wanted, ...(rate !== undefined && { rate }) })
  }
  function sendLeaves() {
    leavingTimer = undefined
    const unwanted = [...leaving]
    leaving.clear()
    if (isSignedIn && unwanted.length > 0) send({ type: 'unsubscribe', channels: unwanted })
  }

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
    const name =
      frame.type === 'alarm'
        ? 'alarms'
        : frame.type === 'command'
          ? `device/${frame.sn_code}`
          : 'channel' in frame
            ? frame.channel
            : undefined
    const channel = name === undefined ? undefined : channels.get(name)
    if (!channel) return
    if (frame.type === 'delta') {
      // A delta without the snapshot it belongs to says nothing about the other points.
      if (channel.seq === null || frame.seq <= channel.seq) return
    }
    if (frame.type === 'snapshot' || frame.type === 'delta') channel.seq = frame.seq
    for (const listener of [...channel.listeners]) listener(frame)
    notify(frame)
  }

  function notify(frame: ServerFrame) {
    const say = (name: string) => events.dispatchEvent(new CustomEvent(name, { detail: frame }))
    say(REALTIME_EVENTS.frame)
    if (frame.type !== 'snapshot' && frame.type !== 'delta') return
    say(REALTIME_EVENTS.values)
    if (frame.type === 'snapshot') say(REALTIME_EVENTS.snapshot)
    if (frame.dev_state !== undefined) say(REALTIME_EVENTS.state)
  }

  function receive(text: unknown) {
    clearTimeout(silence)
    silence = undefined
    heardAt = Date.now()
    if (typeof text !== 'string') return
    const message = ServerMessage.safeParse(readJson(text))
    // A frame of a newer server is passed over; what is known stays and ages.
    if (!message.success) return
    for (const frame of Array.isArray(message.data) ? message.data : [message.data]) hear(frame)
  }

  function drop() {
    clearTimeout(retry)
    clearTimeout(silence)
    clearInterval(heartbeat)
    silence = undefined
    if (!socket) return
    const closing = socket
    socket = null
    isSignedIn = false
    closing.onopen = closing.onmessage = closing.onclose = null
    closing.close()
    for (const channel of channels.values()) channel.seq = null
  }

  function lost() {
    drop()
    if (isDisposed || channels.size === 0) return $status.set('idle')
    $status.set('offline')
    // Full jitter: after a server restart its clients come back spread over the whole interval.
    const ceiling = Math.min(BACKOFF_CEILING_MS, BACKOFF_FLOOR_MS * 2 ** attempts)
    attempts += 1
    retry = setTimeout(start, random() * ceiling)
  }

  async function start() {
    if (isDisposed || socket || channels.size === 0) return
    if ($status.get() !== 'offline') $status.set('connecting')
    const opened = open()
    socket = opened
    opened.onclose = lost
    opened.onmessage = ({ data }) => receive(data)
    opened.onopen = async () => {
      const held = await token().catch(() => null)
      if (socket !== opened) return
      if (held === null) {
        return end()
      }
      shown = held
      send({ type: 'auth', token: held })
      isSignedIn = true
      subscribe([...channels.keys()])
      heartbeat = setInterval(() => {
        send({ type: 'ping' })
        silence ??= setTimeout(lost, SILENCE_MS)
      }, REALTIME_LIMITS.heartbeatMs)
    }
  }

  function end() {
    drop()
    if (channels.size > 0) $status.set('expired')
  }

  function reconnect() {
    drop()
    attempts = 0
    $status.set('idle')
    start()
  }

  function leave(name: string) {
    channels.delete(name)
    if (!isPaused(name)) unsubscribe([name])
    if (channels.size > 0) return
    drop()
    $status.set('idle')
  }

  return {
    $status,
    events,
    watch(name, listener) {
      let channel = channels.get(name)
      if (channel) {
        clearTimeout(channel.leaving)
        channel.leaving = undefined
        channel.listeners.add(listener)
        // The others have their snapshot; a newcomer asks for one of its own.
        if (channel.listeners.size > 1) subscribe([name])
      } else {
        channel = { listeners: new Set([listener]), seq: null }
        channels.set(name, channel)
        if (socket) subscribe([name])
        else if ($status.get() !== 'expired' && $status.get() !== 'offline') start()
      }
      const joined = channel
      return () => {
        joined.listeners.delete(listener)
        if (joined.listeners.size === 0)
          joined.leaving ??= setTimeout(() => leave(name), CONNECTION_LIMITS.channelLingerMs)
      }
    },
    setVisible(nowVisible) {
      clearTimeout(hiding)
      const apply = () => {
        if (isVisible === nowVisible) return
        const pausing = [...channels.keys()].filter((name) => name !== 'alarms')
        if (nowVisible) {
          isVisible = true
          subscribe(pausing)
        } else {
          isVisible = false
          unsubscribe(pausing)
          for (const name of pausing) (channels.get(name) as { seq: number | null }).seq = null
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
      rate = wanted
      subscribe([...channels.keys()])
    },
    silentMs: () => heardAt && Date.now() - heardAt,
    dispose() {
      isDisposed = true
      clearTimeout(hiding)
      clearTimeout(leavingTimer)
      for (const channel of channels.values()) clearTimeout(channel.leaving)
      channels.clear()
      drop()
      $status.set('idle')
    },
  }
}
