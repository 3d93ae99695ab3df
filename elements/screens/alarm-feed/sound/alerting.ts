/** Two tones are at least so far apart; a worse one does not wait. */
const LEAST_MS = 2500
/** An unconfirmed one of these levels calls again. */
const AGAIN_MS: Readonly<Record<number, number>> = { 5: 8000, 4: 20_000 }

/** A line that is broken for so long is heard, and again each minute: who listens would take silence for calm. */
const BROKEN = { level: 3, afterMs: 10_000, againMs: 60_000 } as const

/** When to sound, and when to be silent. Times are epoch ms. */
export class Alerting {
  readonly #play: (level: number) => void
  #last = { level: 0, time: 0 }
  #brokenFrom: number | null = null
  #isBrokenHeard = false
  /** It is silent until then. */
  mutedUntil = 0
  /** What sounds now calls no more; the next new one does. */
  isSilenced = false

  constructor(play: (level: number) => void) {
    this.#play = play
  }

  /** One of this level came. */
  arrived(level: number, now: number): void {
    const isSoon = !this.isSilenced && now - this.#last.time < LEAST_MS
    this.isSilenced = false
    if (isSoon && level <= this.#last.level) return
    this.#sound(level, now)
  }

  /** Every second. `level`: the highest level that nobody has confirmed; 0 for none. */
  tick(now: number, level: number, isBroken = false): void {
    if (isBroken) this.#brokenFrom ??= now + BROKEN.afterMs
    else [this.#brokenFrom, this.#isBrokenHeard] = [null, false]
    const every = this.isSilenced ? undefined : AGAIN_MS[level]
    if (every !== undefined && now - this.#last.time >= every) this.#sound(level, now)
    else if (this.#brokenFrom !== null && now >= this.#brokenFrom && now >= this.mutedUntil) {
      this.#sound(BROKEN.level, now)
      this.#brokenFrom = now + BROKEN.againMs
      this.#isBrokenHeard = true
    }
  }

  /** Until the next new alarm; a broken line, until it breaks anew. */
  silence(): void {
    this.isSilenced = true
    if (!this.#isBrokenHeard) return
    this.#isBrokenHeard = false
    this.#brokenFrom = Number.POSITIVE_INFINITY
  }

  /** Whether something goes on calling, or would if nobody had silenced it. */
  state(level: number, now = this.mutedUntil): 'calls' | 'silenced' | null {
    if (now < this.mutedUntil) return null
    if (this.#isBrokenHeard) return 'calls'
    if (AGAIN_MS[level] === undefined) return null
    return this.isSilenced ? 'silenced' : 'calls'
  }

  #sound(level: number, now: number): void {
    if (now < this.mutedUntil) return
    this.#last = { level, time: now }
    this.#play(level)
  }
}
