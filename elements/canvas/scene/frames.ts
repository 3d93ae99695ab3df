/**
 * The one scheduler of a scene: a frame where one is wanted, one timer for the next one that will be, and neither while
 * the page is hidden or the scene is off the screen.
 */
export class Frames {
  readonly #page: Window
  readonly #paint: (now: number) => void
  readonly #held = new Set<string>()
  #frame = 0
  #timer = 0
  #timerAt = Number.POSITIVE_INFINITY
  #isWanted = false

  constructor(page: Window, paint: (now: number) => void) {
    this.#page = page
    this.#paint = paint
  }

  get isHeld(): boolean {
    return this.#held.size > 0
  }

  /** Nothing is painted while anything holds it; what was wanted meanwhile comes in the first frame after. */
  hold(reason: string, isHolding: boolean): void {
    if (isHolding) this.#held.add(reason)
    else this.#held.delete(reason)
    if (this.isHeld) this.#stop()
    else if (this.#isWanted) this.want()
  }

  /** A frame, as soon as there is one. */
  want(): void {
    this.#isWanted = true
    if (this.isHeld || this.#frame) return
    this.#clearTimer()
    this.#frame = this.#page.requestAnimationFrame((now) => {
      this.#frame = 0
      this.#isWanted = false
      this.#paint(now)
    })
  }

  /** A frame in so many ms, unless there is one before. */
  wantIn(ms: number): void {
    // A timer is late by a few ms, a frame comes at the next one anyway.
    if (this.isHeld || ms <= 1000 / 30) {
      this.want()
      return
    }
    const at = performance.now() + ms
    if (this.#frame || at >= this.#timerAt) return
    this.#clearTimer()
    this.#timerAt = at
    this.#timer = this.#page.setTimeout(() => {
      this.#clearTimer()
      this.want()
    }, ms - 8)
  }

  dispose(): void {
    this.#held.add('disposed')
    this.#stop()
  }

  #stop(): void {
    if (this.#frame || this.#timer) this.#isWanted = true
    this.#page.cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#clearTimer()
  }
  #clearTimer(): void {
    this.#page.clearTimeout(this.#timer)
    this.#timer = 0
    this.#timerAt = Number.POSITIVE_INFINITY
  }
}
