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

interface Scrolled {
  scrollTop: number
  scrollHeight: number
  clientHeight: number
}

/** How much of a page is on the next one again: a row that the edge cut is read there. */
const AGAIN = 0.15
const stepOf = ({ clientHeight }: Scrolled) => Math.max(1, clientHeight * (1 - AGAIN))

/** Which page of what does not fit is shown, from 1, and how many there are. */
export function wallPages(box: Scrolled): { at: number; count: number } {
  const rest = box.scrollHeight - box.clientHeight
  // A px is rounding, no page.
  const count = rest > 1 ? 1 + Math.ceil(rest / stepOf(box)) : 1
  return { at: box.scrollTop >= rest - 1 ? count : Math.min(count, 1 + Math.round(box.scrollTop / stepOf(box))), count }
}

/** Where the next page begins, after the last one the first. */
export const placeAfter = (box: Scrolled): number => {
  const { at, count } = wallPages(box)
  return at === count ? 0 : at * stepOf(box)
}

/** How much larger than at a desk a wall shows what is read from afar; never smaller. */
export const wallZoom = (width: number, height: number): number =>
  Math.max(1, Math.min(width / WALL_WIDTH, height / WALL_HEIGHT))
