import type { StreamKind } from './addresses.ts'
import { StreamFailure } from './stream-failure.ts'

/** By what a stream gets into a video element. */
export type EngineKind = 'native' | 'hls' | 'flv' | 'mpegts'

/** What feeds a video element. */
export interface Engine {
  /** Whether there is no end to come: what ends all the same was broken off. */
  isLive(): boolean
  dispose(): void
}

type Fail = (failure: StreamFailure) => void
/** Loads what plays a way, and begins. `fail` hears of what goes wrong later on. */
export type Attach = (engine: EngineKind, video: HTMLVideoElement, url: string, fail: Fail) => Promise<Engine>

/** The engines to try, the best first: what the browser plays by itself needs no library. */
export function enginesFor(
  kind: Exclude<StreamKind, 'auto'>,
  video: Pick<HTMLVideoElement, 'canPlayType'>,
): EngineKind[] {
  if (kind === 'file') return ['native']
  if (kind !== 'hls') return [kind]
  return video.canPlayType('application/vnd.apple.mpegurl') === '' ? ['hls'] : ['native', 'hls']
}

export const attach: Attach = (engine, video, url, fail) => {
  if (engine === 'native') return Promise.resolve(attachNative(video, url))
  return engine === 'hls' ? attachHls(video, url, fail) : attachMpegts(engine, video, url, fail)
}

function attachNative(video: HTMLVideoElement, url: string): Engine {
  video.src = url
  return { isLive: () => video.duration === Number.POSITIVE_INFINITY, dispose: () => empty(video) }
}

function empty(video: HTMLVideoElement): void {
  video.removeAttribute('src')
  video.load()
}

async function attachHls(video: HTMLVideoElement, url: string, fail: Fail): Promise<Engine> {
  const { default: Hls } = await import('hls.js/light')
  if (!Hls.isSupported()) throw new StreamFailure('unsupported')
  const hls = new Hls({
    // Its worker is made of a blob, which a strict policy forbids.
    enableWorker: false,
    maxBufferLength: 20,
    backBufferLength: 10,
  })
  let isLive = false
  let isMended = false
  hls.on(Hls.Events.LEVEL_LOADED, (_event, { details }) => {
    isLive = details.live
  })
  hls.on(Hls.Events.ERROR, (_event, { fatal, type, details }) => {
    if (!fatal) return
    if (type === Hls.ErrorTypes.NETWORK_ERROR) return fail(new StreamFailure('network', details))
    if (type !== Hls.ErrorTypes.MEDIA_ERROR || isMended) return fail(new StreamFailure('format', details))
    isMended = true
    hls.recoverMediaError()
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return {
    isLive: () => isLive,
    dispose: () => {
      hls.destroy()
      empty(video)
    },
  }
}

async function attachMpegts(
  engine: 'flv' | 'mpegts',
  video: HTMLVideoElement,
  url: string,
  fail: Fail,
): Promise<Engine> {
  const { default: mpegts } = await import('mpegts.js')
  if (!mpegts.isSupported()) throw new StreamFailure('unsupported')
  mpegts.LoggingControl.enableAll = false
  const player = mpegts.createPlayer(
    { type: engine, url, isLive: true, cors: true, withCredentials: false },
    {
      enableWorker: false,
      enableWorkerForMSE: false,
      enableStashBuffer: false,
      lazyLoad: false,
      autoCleanupSourceBuffer: true,
      autoCleanupMaxBackwardDuration: 30,
      autoCleanupMinBackwardDuration: 10,
      referrerPolicy: 'no-referrer',
    },
  )
  player.on(mpegts.Events.ERROR, (type: string, detail: string) =>
    fail(new StreamFailure(type === mpegts.ErrorTypes.NETWORK_ERROR ? 'network' : 'format', detail)),
  )
  player.attachMediaElement(video)
  player.load()
  return {
    isLive: () => true,
    dispose: () => {
      player.destroy()
      empty(video)
    },
  }
}
