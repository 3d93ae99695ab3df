/** Pixels of the picture that the keys move the piece by. */
const STEP = 2
const LEAP = 10

/** Where the piece lies after a key, in pixels of the picture; null for a key that moves nothing. */
export function placeAfter(key: string, isShifted: boolean, place: number, most: number): number | null {
  const step = isShifted ? LEAP : STEP
  const moved: Readonly<Record<string, number>> = {
    ArrowRight: place + step,
    ArrowUp: place + step,
    ArrowLeft: place - step,
    ArrowDown: place - step,
    PageUp: place + LEAP,
    PageDown: place - LEAP,
    Home: 0,
    End: most,
  }
  const next = moved[key]
  return next === undefined ? null : within(next, most)
}

export const within = (place: number, most: number): number => Math.min(Math.max(place, 0), most)
