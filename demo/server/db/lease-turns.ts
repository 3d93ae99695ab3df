/** Holders of whom is remembered what they have had; beyond these the one that had its turn longest ago is as new. */
const REMEMBERED = 10_000

/**
 * Whoever has had less than the others goes before them for so much: some who all have works without end stand equal, and one
 * who comes now and then does not wait until each of them has had its turn.
 */
const AHEAD_MS = 20

/**
 * So far a group or a kind of work stands back at most for what it has had, in ms of its share: a work may take long because
 * the event loop is busy, and what follows would wait for seconds until the others have had as much.
 */
const BACK_MOST_MS = 250

/** An organisation or its guests, the network of somebody who is not signed in, or the server itself (null). */
export type Holder = number | string | null

/**
 * Who waits with whom: look-ups of who calls, the server itself, the networks of unknown callers, and the organisations, of
 * each of which what it looks at, its history, and what it changes are apart.
 */
export type LineName = 'callers' | 'server' | 'networks' | Kind
type Kind = 'reads' | 'history' | 'changes'
type Group = 'callers' | 'server' | 'networks' | 'organisations'

/** Of the time, while all groups wait. */
const GROUPS: Readonly<Record<Group, number>> = { callers: 0.2, server: 0.15, networks: 0.15, organisations: 0.5 }
/** Of an organisation's time, while it has all of these waiting. */
const KINDS: Readonly<Record<Kind, number>> = { reads: 0.5, history: 0.2, changes: 0.3 }

const groupOf = (line: LineName): Group => (line in KINDS ? 'organisations' : (line as Group))
/** Groups of others have one kind of work. */
const kindOf = (line: LineName): Kind => (line in KINDS ? (line as Kind) : 'reads')

/** Turns by the time that each has had of its share; of those that stand equal, the one that waits longest is first. */
class Shares<Name extends string> {
  readonly #share: Readonly<Record<Name, number>>
  readonly #had = new Map<Name, number>()
  #last = 0
  /** Those whose turn was last stand last. */
  #order: readonly Name[]

  constructor(share: Readonly<Record<Name, number>>) {
    this.#share = share
    this.#order = Object.keys(share) as Name[]
  }

  /** Whoever comes anew begins with what the one has whose turn was last. */
  #hadBy(name: Name): number {
    return Math.max(this.#had.get(name) ?? 0, this.#last)
  }

  measure(name: Name, tookMs: number): void {
    const had = this.#hadBy(name) + tookMs / this.#share[name]
    this.#had.set(name, Math.min(had, this.#last + BACK_MOST_MS))
  }

  /** What the first has to begin that has something. */
  next(take: (name: Name) => (() => void) | undefined): (() => void) | undefined {
    for (const name of this.#order.toSorted((a, b) => this.#hadBy(a) - this.#hadBy(b))) {
      const begin = take(name)
      if (!begin) continue
      this.#last = this.#hadBy(name)
      this.#order = [...this.#order.filter((other) => other !== name), name]
      return begin
    }
    return undefined
  }
}

/** What one holder has waiting of each kind, in its order; its backlog goes before its changes. */
class Waiting {
  readonly #of: Record<Kind | 'backlog', Set<() => void>> = {
    reads: new Set(),
    history: new Set(),
    backlog: new Set(),
    changes: new Set(),
  }

  get size(): number {
    return Object.values(this.#of).reduce((sum, { size }) => sum + size, 0)
  }
  countOf(kind: Kind): number {
    return this.#of[kind].size + (kind === 'changes' ? this.#of.backlog.size : 0)
  }
  add(kind: Kind, begin: () => void, isBacklog: boolean): this {
    this.#of[isBacklog ? 'backlog' : kind].add(begin)
    return this
  }
  drop(begin: () => void): void {
    for (const waiting of Object.values(this.#of)) waiting.delete(begin)
  }
  /** The first of a kind, which waits no more. */
  take(kind: Kind): (() => void) | undefined {
    const [begin] = kind === 'changes' && this.#of.backlog.size > 0 ? this.#of.backlog : this.#of[kind]
    if (begin) this.drop(begin)
    return begin
  }
}

/** What a holder has had of the store, in ms, and of that each kind of its works. */
interface Had {
  ms: number
  readonly kinds: Shares<Kind>
}

/** Holders who take turns with each other, by the time that they have had: who has long works does not hold up all others. */
class Holders {
  /** Who waits, in the order of their turns: whoever had one goes to the end. */
  readonly #waiting = new Map<Holder, Waiting>()
  /** Whoever had it last is at the end. */
  readonly #had = new Map<Holder, Had>()
  #last = 0

  countOf(kind: Kind, holder: Holder): number {
    return this.#waiting.get(holder)?.countOf(kind) ?? 0
  }

  add(kind: Kind, holder: Holder, begin: () => void, isBacklog: boolean): void {
    const own = this.#waiting.get(holder)
    if (own) own.add(kind, begin, isBacklog)
    else this.#waiting.set(holder, new Waiting().add(kind, begin, isBacklog))
  }

  drop(holder: Holder, begin: () => void): void {
    const own = this.#waiting.get(holder)
    own?.drop(begin)
    if (own?.size === 0) this.#waiting.delete(holder)
  }

  #msOf(holder: Holder): number {
    return Math.max(this.#had.get(holder)?.ms ?? 0, this.#last - AHEAD_MS)
  }

  /** As remembered from now on, at the end. */
  #remembered(holder: Holder, ms: number): Had {
    const had: Had = { ms, kinds: this.#had.get(holder)?.kinds ?? new Shares(KINDS) }
    this.#had.delete(holder)
    if (this.#had.size >= REMEMBERED) this.#had.delete(this.#had.keys().next().value as Holder)
    this.#had.set(holder, had)
    return had
  }

  measure(kind: Kind, holder: Holder, tookMs: number): void {
    this.#remembered(holder, this.#msOf(holder) + tookMs).kinds.measure(kind, tookMs)
  }

  next(mayStart: (holder: Holder) => boolean): (() => void) | undefined {
    let least: Holder | undefined
    for (const holder of this.#waiting.keys())
      if ((least === undefined || this.#msOf(holder) < this.#msOf(least)) && mayStart(holder)) least = holder
    const own = least === undefined ? undefined : this.#waiting.get(least)
    if (least === undefined || !own) return undefined
    const ms = this.#msOf(least)
    const begin = this.#remembered(least, ms).kinds.next((kind) => own.take(kind))
    this.#last = ms
    this.#waiting.delete(least)
    if (own.size > 0) this.#waiting.set(least, own)
    return begin
  }
}

/**
 * Turns of the groups by their shares, and in each group of its holders by the time that they have had: whatever an
 * organisation does, another one that has had less goes before it.
 */
export class Turns {
  readonly #shares = new Shares(GROUPS)
  readonly #groups: Readonly<Record<Group, Holders>> = {
    callers: new Holders(),
    server: new Holders(),
    networks: new Holders(),
    organisations: new Holders(),
  }

  countOf(line: LineName, holder: Holder): number {
    return this.#groups[groupOf(line)].countOf(kindOf(line), holder)
  }

  add(line: LineName, holder: Holder, begin: () => void, isBacklog: boolean): void {
    this.#groups[groupOf(line)].add(kindOf(line), holder, begin, isBacklog)
  }

  drop(line: LineName, holder: Holder, begin: () => void): void {
    this.#groups[groupOf(line)].drop(holder, begin)
  }

  /** A backlog counts as the changes before which it goes, also of the server, whose other works are reads. */
  measure(line: LineName, holder: Holder, tookMs: number, isBacklog: boolean): void {
    const group = groupOf(line)
    this.#shares.measure(group, tookMs)
    this.#groups[group].measure(isBacklog ? 'changes' : kindOf(line), holder, tookMs)
  }

  /** What is begun next, of all groups or of one. */
  next(mayStart: (holder: Holder) => boolean, only?: Group): (() => void) | undefined {
    return this.#shares.next((group) =>
      only === undefined || group === only ? this.#groups[group].next(mayStart) : undefined,
    )
  }
}
