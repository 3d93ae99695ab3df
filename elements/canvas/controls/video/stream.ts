import { isMixed, type StreamKind, streamKind, webAddress } from './addresses.ts'
import { type Attach, attach as attachEngine, type Engine, type EngineKind, enginesFor } from './engines.ts'
import { type FailureReason, StreamFailure } from './stream-failure.ts'
import { type Forbidden, watchPolicy } from './watch-policy.ts'

export type StreamState =
  /** Nobody has started it yet, or somebody has stopped it. */
  | { readonly is: 'paused' }
  | { readonly is: 'loading' }
  | { readonly is: 'playing' }
  /** The picture has stood still since then; what it shows is of that time. */
  | { readonly is: 'stalled'; readonly since: number }
  | { readonly is: 'ended' }
  /** Tried again at `retryTime`; null where it would not help. */
  | { readonly is: 'failed'; readonly reason: FailureReason; readonly retryTime: number | null }

export interface Stream {
  /** Begins, goes on or begins anew: now. */
  play(): void
  dispose(): void
}

/** A picture that stands still for this long is marked as old. */
export const STALL_MS = 3000
/** And then the stream is opened anew. */
export const LOST_MS = 12_000
const RETRY_FLOOR_MS = 1000
const RETRY_CEILING_MS = 60_000
/** A stream that was stopped by hand is let go of after this, and opened anew when it is wanted. */
const PAUSED_MS = 10_000
/** Further behind than this, a live picture jumps to what is now. */
const MOST_BEHIND_S = 10
const TICK_MS = 500

interface Opening {
  video: HTMLVideoElement
  url: string
  kind: StreamKind
  isAutoplay: boolean
  onState: (state: StreamState) => void
  attach?: Attach
  now?: () => number
}

const isSame = (one: StreamState, other: StreamState) =>
  one.is === other.is && (one.is !== 'stalled' || one.since === (other as typeof one).since)

/** The browser may want a press first; anything else is reported by the element's own events. */
function begin(video: HTMLVideoElement, onPressWanted: () => void): void {
  video.play().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotAllowedError') onPressWanted()
  })
}

/** Of a live stream. */
function catchUp(video: HTMLVideoElement): void {
  const { buffered } = video
  if (buffered.length === 0) return
  const end = buffered.end(buffered.length - 1)
  if (end - video.currentTime > MOST_BEHIND_S) video.currentTime = end - 1
}

/** Plays a stream in a video element, opens it again when it breaks off, and reports its state. */
export function openStream({ video, url, kind, isAutoplay, onState, ...options }: Opening): Stream {
  const { attach = attachEngine, now = Date.now } = options
  const address = webAddress(url)
  const engines: EngineKind[] = address ? enginesFor(streamKind(kind, address), video) : []
  /** Engines that the page's policy has refused; tried again when somebody asks. */
  const forbidden = new Set<EngineKind>()
  let state: StreamState = { is: 'paused' }
  let engine: Engine | null = null
  /** What belongs to an earlier opening is not heard any more. */
  let opening = 0
  let failures = 0
  let current = 0
  let shownTime = -1
  let advancedAt = now()
  let pausedAt = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  const report = (next: StreamState) => {
    if (isSame(next, state) && next.is !== 'failed') return
    state = next
    onState(next)
  }
  const close = () => {
    opening += 1
    clearTimeout(retry)
    engine?.dispose()
    engine = null
  }

  function fail({ reason }: StreamFailure): void {
    close()
    failures += 1
    const next = engines.findIndex((one, at) => at > current && !forbidden.has(one))
    if (next > 0) {
      current = next
      open()
      return
    }
    current = engines.findIndex((one) => !forbidden.has(one))
    const mayPass = reason === 'network' || reason === 'format'
    const waitMs = Math.min(RETRY_CEILING_MS, RETRY_FLOOR_MS * 2 ** (failures - 1))
    if (mayPass) retry = setTimeout(open, waitMs)
    report({ is: 'failed', reason, retryTime: mayPass ? now() + waitMs : null })
  }

  function open(): void {
    close()
    const mine = opening
    const chosen = engines[current]
    if (!address || !chosen || isMixed(address)) {
      fail(new StreamFailure(address && chosen ? 'mixed' : 'unsupported'))
      return
    }
    shownTime = -1
    advancedAt = now()
    report({ is: 'loading' })
    const failed = (failure: unknown) => {
      if (mine !== opening) return
      fail(failure instanceof StreamFailure ? failure : new StreamFailure('network', String(failure)))
    }
    attach(chosen, video, address.href, failed).then((made) => {
      if (mine !== opening) return made.dispose()
      engine = made
      start()
    }, failed)
  }

  function forbid({ directive, isBlob }: Forbidden) {
    if (directive !== 'media-src' && (isBlob || directive !== 'connect-src')) return
    for (const one of engines) if ((one === 'native') === (directive === 'media-src' && !isBlob)) forbidden.add(one)
    if (engines.every((one) => forbidden.has(one))) {
      close()
      report({ is: 'failed', reason: 'policy', retryTime: null })
    } else if (forbidden.has(engines[current] as EngineKind)) fail(new StreamFailure('policy'))
  }

  const start = () => begin(video, () => report({ is: 'paused' }))

  function tick() {
    if (!engine || state.is === 'ended') return
    if (video.paused) {
      if (state.is === 'paused' && pausedAt > 0 && now() - pausedAt > PAUSED_MS && engine.isLive()) close()
      return
    }
    if (document.visibilityState === 'hidden') return
    if (video.currentTime !== shownTime && video.readyState >= 2) {
      // The very first time is no progress yet.
      if (shownTime >= 0) {
        failures = 0
        report({ is: 'playing' })
      }
      shownTime = video.currentTime
      advancedAt = now()
      if (engine.isLive()) catchUp(video)
      return
    }
    const stillMs = now() - advancedAt
    if (stillMs > LOST_MS) fail(new StreamFailure('network', 'still'))
    else if (stillMs > STALL_MS && (state.is === 'playing' || state.is === 'stalled')) {
      report({ is: 'stalled', since: advancedAt })
    }
  }

  const off = new AbortController()
  const on = (event: string, heard: () => void) => video.addEventListener(event, heard, { signal: off.signal })
  on('timeupdate', tick)
  on('error', () => {
    if (engine) fail(new StreamFailure(video.error?.code === 2 ? 'network' : 'format', video.error?.message))
  })
  on('ended', () => {
    if (engine?.isLive()) fail(new StreamFailure('network', 'ended'))
    else report({ is: 'ended' })
  })
  on('pause', () => {
    if (!engine || video.ended) return
    pausedAt = now()
    report({ is: 'paused' })
  })
  on('play', () => {
    if (state.is !== 'paused' && state.is !== 'ended') return
    if (!engine) return open()
    pausedAt = 0
    advancedAt = now()
    report({ is: 'loading' })
  })
  const timer = setInterval(tick, TICK_MS)
  // Nothing advances in a page that nobody sees, and its timers hardly run.
  document.addEventListener('visibilitychange', () => (advancedAt = now()), { signal: off.signal })
  const stopWatching = address ? watchPolicy(address, forbid) : () => {}

  if (isAutoplay) open()
  else onState(state)
  return {
    play() {
      if (engine && (state.is === 'paused' || state.is === 'ended')) return start()
      failures = 0
      current = 0
      forbidden.clear()
      open()
    },
    dispose() {
      off.abort()
      clearInterval(timer)
      stopWatching()
      close()
    },
  }
}
