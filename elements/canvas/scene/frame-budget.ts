/** Controls painted a frame. */
const LEAST = 60
const BEGIN = 800
const MOST = 20_000
/** A change of everything is on the screen after this many frames, even where the machine drops some of them. */
const LONGEST_FRAMES = 12
/** A frame that took this much longer than others was dropped. */
const LATE = 1.6
/** A frame this full shows how much fits into one. */
const NEARLY = 0.8
/** Script of one frame; painting itself happens after it. */
const SCRIPT_MS = 9

/**
 * How many controls a frame may paint, learnt from how long the frames before took: what browsers paint with after the
 * script is measured by nothing else.
 */
export class FrameBudget {
  #most = BEGIN
  #least = 0
  #usualMs = 1000 / 60
  #lastAt = 0
  #lastUnits = 0
  #isMeasured = false

  get most(): number {
    return Math.max(this.#most, this.#least)
  }

  /** So many wait. */
  expect(waiting: number): void {
    if (waiting === 0) this.#least = 0
    else this.#least = Math.max(this.#least, Math.ceil(waiting / LONGEST_FRAMES))
  }

  /** A frame begins. */
  begin(now: number): void {
    const tookMs = now - this.#lastAt
    this.#lastAt = now
    if (!this.#isMeasured || tookMs <= 0) return
    if (tookMs < this.#usualMs) this.#usualMs = Math.max(4, tookMs * 0.1 + this.#usualMs * 0.9)
    else if (tookMs < this.#usualMs * LATE) this.#usualMs += (tookMs - this.#usualMs) * 0.02
    // A frame of few that is late was made late by somebody else.
    if (this.#lastUnits < this.#most / 2) return
    if (tookMs > this.#usualMs * LATE) this.#most = Math.max(LEAST, this.#most * 0.75)
    else if (this.#lastUnits >= this.#most) this.#most = Math.min(MOST, this.#most * 1.2)
  }

  /** Ends a frame that painted so many. Whether the next one has to come at once, to measure this one. */
  end(units: number, isFollowed: boolean): boolean {
    this.#lastUnits = units
    this.#isMeasured = units > 0 && (isFollowed || units > this.#most * NEARLY)
    return this.#isMeasured
  }

  isOver(units: number, beganAt: number): boolean {
    if (units >= this.most) return true
    return units % 16 === 15 && performance.now() - beganAt > SCRIPT_MS
  }
}
