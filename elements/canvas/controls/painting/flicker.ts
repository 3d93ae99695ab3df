/** WCAG 2.3.1: whatever a document asks for, nothing flashes more often than this in a second. */
export const MOST_FLASHES = 3

/** Repaints a second that a flicker needs to be seen evenly; a period is a whole flash, in seconds. */
export function flickerFrames(periodS: number): number {
  if (!(periodS > 0)) return 0
  return Math.min(4 * MOST_FLASHES, Math.max(1, Math.ceil(4 / periodS)))
}

/** Whether what flickers is shown at the moment. Where nothing moves (`motionMs` 0) it is, and steadily. */
export function isFlickerOn(motionMs: number, periodS: number): boolean {
  if (motionMs <= 0 || !(periodS > 0)) return true
  const periodMs = Math.max(periodS * 1000, 1000 / MOST_FLASHES)
  return motionMs % periodMs < periodMs / 2
}

/** Nothing moves, so what would flicker has to be marked another way: by an outline. */
export const isFlickerSteady = (motionMs: number, periodS: number): boolean => periodS > 0 && motionMs <= 0
