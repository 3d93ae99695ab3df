import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { openCodeReader } from './code-reader.ts'

/** `insecure`: the page came over plain http, where no browser gives a camera. */
export type CameraState = 'starting' | 'on' | 'insecure' | 'denied' | 'missing' | 'failed'

/** Between two looks at what the camera sees. */
const LOOK_MS = 150
const REFUSED: Readonly<Record<string, CameraState>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Shows what the camera sees in `video` while the calling component is mounted, and announces each code in it. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (code: string) => void): CameraState {
  const [state, setState] = useState<CameraState>('starting')
  const found = useEffectEvent(onCode)
  useEffect(() => {
    const closed = new AbortController()
    let stream: MediaStream | null = null

    async function watch(shown: HTMLVideoElement) {
      const [reader] = await Promise.all([openCodeReader({ longest: 800, timeLimit: 40 }), shown.play()])
      setState('on')
      while (!closed.signal.aborted) {
        const size = { width: shown.videoWidth, height: shown.videoHeight }
        const code = size.width > 0 ? await reader.read(shown, size) : null
        if (code !== null && !closed.signal.aborted) found(code)
        await pause(LOOK_MS)
      }
    }

    async function start() {
      if (!navigator.mediaDevices) return setState(isSecureContext ? 'missing' : 'insecure')
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: { ideal: 'environment' } } })
        const shown = video.current
        if (closed.signal.aborted || !shown) return stop()
        shown.srcObject = stream
        await watch(shown)
      } catch (error) {
        stop()
        if (!closed.signal.aborted) setState(REFUSED[(error as Error).name] ?? 'failed')
      }
    }

    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    void start()
    return () => {
      closed.abort()
      stop()
    }
  }, [video])
  return state
}
