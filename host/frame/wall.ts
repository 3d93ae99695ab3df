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

/** The width that Home is laid out for on a wall, px: its text is about 2 % of the display's width then, for eyes some metres away. */
const WALL_WIDTH = 900
const WALL_HEIGHT = 480

/** How much larger than at a desk a wall shows what is read from afar; never smaller. */
export const wallZoom = (width: number, height: number): number =>
  Math.max(1, Math.min(width / WALL_WIDTH, height / WALL_HEIGHT))
