import { flashMs, MOST_FLASHES } from '../../../../core/rules/flicker.ts'

/** Repaints a second that a flicker needs to be seen evenly; a period is a whole flash, in seconds. */
export function flickerFrames(periodS: number): number {
  if (!(periodS > 0)) return 0
  return Math.min(4 * MOST_FLASHES, Math.max(1, Math.ceil(4 / periodS)))
}

/** Whether a flickering control is visible now. Where nothing moves (`motionMs` 0) it always is. */
export function isFlickerOn(motionMs: number, periodS: number): boolean {
  if (motionMs <= 0 || !(periodS > 0)) return true
  const periodMs = flashMs(periodS)
  return motionMs % periodMs < periodMs / 2
}

/** Nothing moves, so what would flicker has to be marked another way: by an outline. */
export const isFlickerSteady = (motionMs: number, periodS: number): boolean => periodS > 0 && motionMs <= 0
