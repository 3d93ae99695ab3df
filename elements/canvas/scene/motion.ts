import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { flashMs } from '../../../core/rules/flicker.ts'
import { isFlickerOn } from '../controls/painting/flicker.ts'
import type { Entry } from './entry.ts'
import { meets, type PixelBox } from './pixel-box.ts'

/** From here on every frame is one of the motion's. */
const EVERY_FRAME = 45
const MOST_FPS = 60
/** Motion this slow shows the time, and is kept for those who want no motion too. */
const CLOCK_FPS = 1
/** Seconds of the motion are seconds of the clock; longer numbers would cost painters their precision. */
const BEGAN_MS = performance.timeOrigin % HOUR_MS

/** The controls that move by themselves, and when each wants to be painted next: no timer of their own. */
export class Motion {
  readonly #moving = new Set<Entry>()
  readonly #shownTime: () => number
  #clock = BEGAN_MS + performance.now()
  /** Nobody wants motion (prefers-reduced-motion). */
  #isReduced = false

  /** `shownTime`: epoch ms of what the screen shows. */
  constructor(shownTime: () => number) {
    this.#shownTime = shownTime
  }

  /** Updates the motion of a control whose state changed. */
  update(entry: Entry): void {
    const fps = entry.ask(({ motion }, state) => motion?.(state.props, state), 0) ?? 0
    entry.fps = fps > 0 ? Math.min(MOST_FPS, fps) : 0
    if (entry.isMoving && entry.state.visible) this.#moving.add(entry)
    else this.#moving.delete(entry)
    this.#step(entry)
    entry.shownTime = this.#shownTime()
  }

  forget(entry: Entry): void {
    this.#moving.delete(entry)
  }

  /** Moves what is due of what is seen; gives the ms until the next one is, Infinity for never. `now` as frames have it. */
  tick(now: number, area: PixelBox, onDue: (entry: Entry) => void): number {
    this.#clock = BEGAN_MS + now
    let waitMs = Number.POSITIVE_INFINITY
    for (const entry of this.#moving) {
      if (!entry.box || !meets(entry.box, area)) continue
      if (this.#step(entry)) {
        entry.shownTime = this.#shownTime()
        onDue(entry)
      }
      waitMs = Math.min(waitMs, this.#untilNext(entry))
    }
    return waitMs
  }

  reduce(isReduced: boolean, onChange: (entry: Entry) => void): void {
    if (this.#isReduced === isReduced) return
    this.#isReduced = isReduced
    for (const entry of this.#moving) {
      this.#step(entry)
      onChange(entry)
    }
  }

  /** Whether it looks different now. */
  #step(entry: Entry): boolean {
    const { step, isDimmed } = entry
    entry.step = this.#moves(entry) ? stepOf(entry.fps, this.#clock) : 0
    entry.motionMs = this.#isReduced ? 0 : entry.step
    entry.isDimmed = !this.#isReduced && !isFlickerOn(this.#clock, entry.state.flicker)
    return step !== entry.step || isDimmed !== entry.isDimmed
  }

  #moves = ({ fps }: Entry): boolean => fps > 0 && (!this.#isReduced || fps <= CLOCK_FPS)

  #untilNext(entry: Entry): number {
    const { fps, state } = entry
    const moves = this.#moves(entry) ? untilNext(fps >= EVERY_FRAME ? 0 : 1000 / fps, this.#clock) : Infinity
    const halfMs = flashMs(state.flicker) / 2
    return state.flicker > 0 && !this.#isReduced ? Math.min(moves, untilNext(halfMs, this.#clock)) : moves
  }
}

/** Controls of the same speed move in the same frames, and a part that is painted in between is painted as it stood. */
function stepOf(fps: number, now: number): number {
  if (fps >= EVERY_FRAME) return now
  const ms = 1000 / fps
  // 0 would say that nothing moves.
  return (Math.floor(now / ms) + 1) * ms
}
const untilNext = (everyMs: number, now: number): number => (everyMs === 0 ? 0 : everyMs - (now % everyMs))
