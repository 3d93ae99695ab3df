/** Holders of whom is remembered what they have had; beyond these the one that had its turn longest ago is as new. */
const REMEMBERED = 10_000

/** An organisation or its guests, the network of somebody who is not signed in, or the server itself (null). */
export type Holder = number | string | null

/**
 * Who waits with whom: look-ups of who calls, the server itself, the networks of unknown callers, and the organisations, of
 * which what they look at, the history, and what they change are apart.
 */
export type LineName = 'callers' | 'server' | 'networks' | 'reads' | 'history' | 'changes'

/** Of the time, while all lines wait: whoever only looks waits for nobody who does more than that. */
const SHARE: Readonly<Record<LineName, number>> = {
  callers: 0.2,
  server: 0.15,
  networks: 0.15,
  reads: 0.25,
  history: 0.1,
  changes: 0.15,
}
const LINES = Object.keys(SHARE) as LineName[]

/** What one holder has waiting, each in its order: the backlog goes first. */
class Waiting {
  readonly #backlog = new Set<() => void>()
  readonly #others = new Set<() => void>()

  get size(): number {
    return this.#backlog.size + this.#others.size
  }
  add(begin: () => void, isBacklog: boolean): this {
    ;(isBacklog ? this.#backlog : this.#others).add(begin)
    return this
  }
  drop(begin: () => void): void {
    this.#backlog.delete(begin)
    this.#others.delete(begin)
  }
  /** The first, which waits no more. */
  take(): (() => void) | undefined {
    const [begin] = this.#backlog.size > 0 ? this.#backlog : this.#others
    if (begin) this.drop(begin)
    return begin
  }
}

/** Holders who take turns with each other, by the time that they have had: who has long works does not hold up all others. */
class Line {
  /** Who waits, in the order of their turns: whoever had one goes to the end. */
  readonly #waiting = new Map<Holder, Waiting>()
  /**
   * How long each has had the store, in ms, whoever had it last at the end; whoever comes anew begins with what the one has
   * whose turn was last.
   */
  readonly #had = new Map<Holder, number>()
  #last = 0

  countOf(holder: Holder): number {
    return this.#waiting.get(holder)?.size ?? 0
  }

  add(holder: Holder, begin: () => void, isBacklog: boolean): void {
    const own = this.#waiting.get(holder)
    if (own) own.add(begin, isBacklog)
    else this.#waiting.set(holder, new Waiting().add(begin, isBacklog))
  }

  drop(holder: Holder, begin: () => void): void {
    const own = this.#waiting.get(holder)
    own?.drop(begin)
    if (own?.size === 0) this.#waiting.delete(holder)
  }

  #hadBy(holder: Holder): number {
    return Math.max(this.#had.get(holder) ?? 0, this.#last)
  }

  measure(holder: Holder, tookMs: number): void {
    const had = this.#hadBy(holder) + tookMs
    this.#had.delete(holder)
    if (this.#had.size >= REMEMBERED) this.#had.delete(this.#had.keys().next().value as Holder)
    this.#had.set(holder, had)
  }

  next(mayStart: (holder: Holder) => boolean): (() => void) | undefined {
    let least: Holder | undefined
    for (const holder of this.#waiting.keys())
      if ((least === undefined || this.#hadBy(holder) < this.#hadBy(least)) && mayStart(holder)) least = holder
    const own = least === undefined ? undefined : this.#waiting.get(least)
    const begin = own?.take()
    if (least === undefined || !own || !begin) return undefined
    this.#last = this.#hadBy(least)
    this.#waiting.delete(least)
    if (own.size > 0) this.#waiting.set(least, own)
    return begin
  }
}

/** The lines have turns by the time that each has had of its share; of those that stand equal, the one that waits longest. */
export class Turns {
  readonly #lines: Readonly<Record<LineName, Line>> = {
    callers: new Line(),
    server: new Line(),
    networks: new Line(),
    reads: new Line(),
    history: new Line(),
    changes: new Line(),
  }
  readonly #had: Record<LineName, number> = { callers: 0, server: 0, networks: 0, reads: 0, history: 0, changes: 0 }
  #last = 0
  /** Those whose turn was last stand last. */
  #order: readonly LineName[] = LINES

  countOf(line: LineName, holder: Holder): number {
    return this.#lines[line].countOf(holder)
  }

  add(line: LineName, holder: Holder, begin: () => void, isBacklog: boolean): void {
    this.#lines[line].add(holder, begin, isBacklog)
  }

  drop(line: LineName, holder: Holder, begin: () => void): void {
    this.#lines[line].drop(holder, begin)
  }

  #hadBy(line: LineName): number {
    return Math.max(this.#had[line], this.#last)
  }

  measure(line: LineName, holder: Holder, tookMs: number): void {
    this.#had[line] = this.#hadBy(line) + tookMs / SHARE[line]
    this.#lines[line].measure(holder, tookMs)
  }

  next(mayStart: (holder: Holder) => boolean): (() => void) | undefined {
    for (const line of this.#order.toSorted((a, b) => this.#hadBy(a) - this.#hadBy(b))) {
      const next = this.#lines[line].next(mayStart)
      if (!next) continue
      this.#last = this.#hadBy(line)
      this.#order = [...this.#order.filter((other) => other !== line), line]
      return next
    }
    return undefined
  }
}
