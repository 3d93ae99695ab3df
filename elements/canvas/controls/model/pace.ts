/** How long the points of a picture may take to draw: without a graphics card each takes some 0.4 µs a surface. */
const MOST_MS = 300
/** Parts of the full width that pictures are drawn at. */
const SCALES = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1] as const
const FULL = SCALES.length - 1

/** How many ms a picture took at a part of the full width. */
type Draw = (scale: number) => number

/** Draws pictures as finely as they are drawn in time, whatever fills them. */
export class Pace {
  #level = FULL
  /** What a picture takes however coarse it is. */
  #fixed = 0

  /** Gives the part of the full width that the picture is drawn at. One much like the last is begun as that one ended. */
  draw(draw: Draw, isLikeLast: boolean): number {
    if (!isLikeLast) this.#begin(draw)
    for (;;) {
      const at = this.#level
      const scale = SCALES[at] as number
      const ms = draw(scale) - this.#fixed
      this.#level = FULL
      while (this.#level > 1 && isLong(ms, at, this.#level)) this.#level -= 1
      if (this.#level <= at) return scale
    }
  }

  #begin(draw: Draw): void {
    this.#fixed = draw(SCALES[0])
    this.#level = FULL
    if (!isLong(this.#fixed, 0, FULL)) return
    // A browser that made its programs first is faster now.
    this.#fixed = Math.min(this.#fixed, draw(SCALES[0]))
    this.#level = 1
  }
}

/** Whether points that take so long at one level take too long at another. */
function isLong(ms: number, at: number, then: number): boolean {
  const points = pointsAt(at) - (at > 0 ? pointsAt(0) : 0)
  return (ms * pointsAt(then)) / points > MOST_MS
}

const pointsAt = (level: number): number => (SCALES[level] as number) ** 2
