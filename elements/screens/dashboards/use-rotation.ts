import { useEffect, useEffectEvent } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'

/** Seconds that the menu offers. */
export const OFFERED_S = [10, 30, 60, 300] as const

/** Calls `next` every so many seconds, while the page is seen; null for never. */
export function useRotation(seconds: number | null, next: () => void): void {
  const turn = useEffectEvent(next)
  useEffect(() => {
    if (seconds === null) return
    const timer = setInterval(() => document.visibilityState === 'visible' && turn(), seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds])
}

/** Seconds within their bounds; null for what is none. */
export const rotationOf = (seconds: number | undefined): number | null =>
  seconds === undefined || !Number.isFinite(seconds)
    ? null
    : Math.min(LIMITS.carouselMaxS, Math.max(LIMITS.carouselMinS, seconds))
