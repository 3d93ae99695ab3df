import { atom } from 'nanostores'

/** True while of the frame the alarms alone are shown, for a screen on a wall. */
export const $isWall = atom(false)

/** Hides the frame, and everything else on the display where the browser lets us. */
export function enterWall(): void {
  $isWall.set(true)
  document.documentElement.requestFullscreen?.().catch(() => {})
}

export function leaveWall(): void {
  $isWall.set(false)
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
}
