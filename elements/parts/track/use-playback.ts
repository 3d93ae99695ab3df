import { useEffect, useState } from 'react'

export interface Playback {
  /** Epoch ms that is shown. */
  time: number
  isPlaying: boolean
  seek(time: number): void
  toggle(): void
}

/** Plays a stretch of time `speed` times as fast as it went; ends at its end, and begins anew from there. */
export function usePlayback(from: number, to: number, speed: number): Playback {
  const [shown, setShown] = useState({ of: from, time: to })
  const [isPlaying, setPlaying] = useState(false)
  const time = shown.of === from ? Math.min(shown.time, to) : to

  useEffect(() => {
    if (!isPlaying) return
    let before = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const passed = (now - before) * speed
      before = now
      setShown((last) => ({ of: from, time: Math.min(to, (last.of === from ? last.time : from) + passed) }))
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, from, to, speed])

  useEffect(() => {
    if (isPlaying && time >= to) setPlaying(false)
  }, [isPlaying, time, to])

  return {
    time,
    isPlaying,
    seek: (wanted) => setShown({ of: from, time: wanted }),
    toggle: () => {
      if (!isPlaying && time >= to) setShown({ of: from, time: from })
      setPlaying(!isPlaying)
    },
  }
}
