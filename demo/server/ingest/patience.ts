import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { Owner } from '../limits/loop-accounts.ts'

/** What is waited for is looked at so often; waits that end within one are no delay. */
const TICK_MS = 50
/** Ticks that an organisation may hold up the others, and how long it takes until it has another. */
const TICKS = 20
const TICK_AGAIN_MS = 1000
/** Works that were given up and have not ended: with so many, no further one of the organisation begins to wait. */
const GIVEN_UP = 100
/** Who has sent nothing for so long is not held up. */
const HEARD_MS = HOUR_MS
/** A store that takes longer than this for a write is away: one that is only slow, whoever makes it so, holds up nobody for others. */
const AWAY_MS = 5000

/** A turn for its message (room, share of the event loop), or the points that a message names: one does not use up the other's patience. */
type What = 'turn' | 'names'

interface Own {
  owner: Owner
  /** Ticks that are left, at a time. */
  ticks: number
  time: number
  waits: Set<Wait>
  givenUp: number
}

interface Wait {
  /** Whether a tick has seen it. */
  isSeen: boolean
  giveUp(): void
}

/**
 * How long messages wait for what is their organisation's own (its room, its share of the event loop, the points that it
 * names). All devices of an external broker share one line, where each waits for those before it: of an organisation that has
 * held up others for a second, messages that would have to wait are given up. Nothing is while no other organisation sends,
 * nor while the store is away. With `isOneLine` false, where each device has a line of its own, nothing ever is.
 */
export function openPatience(isOneLine: boolean, now: () => number = Date.now) {
  const owners = new Map<string, Own>()
  /** The organisation heard last, and when another one was. */
  let last: Owner | undefined
  let lastTime = 0
  let otherTime = Number.NEGATIVE_INFINITY
  /** When each writing began that has not ended. */
  const writing = new Map<Promise<unknown>, number>()
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined

  const isHeldUp = (owner: Owner) => now() - (owner === last ? otherTime : lastTime) < HEARD_MS

  function isStoreAway(): boolean {
    const [oldest] = writing.values()
    return hasFailed || (oldest !== undefined && now() - oldest > AWAY_MS)
  }

  function ownOf(owner: Owner, what: What): Own {
    const key = `${owner} ${what}`
    const own = owners.get(key) ?? { owner, ticks: TICKS, time: now(), waits: new Set(), givenUp: 0 }
    owners.set(key, own)
    regain(own)
    return own
  }

  function regain(own: Own): void {
    const regained = Math.max(0, now() - own.time) / TICK_AGAIN_MS
    own.ticks = Math.min(TICKS, own.ticks + regained)
    own.time = now()
  }

  function tick(): void {
    let count = 0
    for (const own of owners.values()) {
      regain(own)
      const [oldest] = own.waits
      count += own.waits.size
      if (!oldest || !isHeldUp(own.owner) || isStoreAway()) continue
      if (oldest.isSeen) own.ticks -= 1
      for (const wait of own.waits) wait.isSeen = true
      if (own.ticks >= 1) continue
      own.ticks = 0
      for (const wait of own.waits) wait.giveUp()
    }
    if (count > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    /** A message of a registered device has arrived. */
    heard(owner: Owner): void {
      if (last !== undefined && owner !== last) otherTime = lastTime
      last = owner
      lastTime = now()
    },
    /** Waits for a work; false where it is given up: not begun then, or its signal says so and its end is not awaited. */
    wait(owner: Owner, what: What, work: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
      const control = new AbortController()
      if (!isOneLine) return work(control.signal).then(() => true)
      const own = ownOf(owner, what)
      const isUsedUp = own.ticks < 1 || own.givenUp >= GIVEN_UP
      if (isUsedUp && isHeldUp(owner) && !isStoreAway()) return Promise.resolve(false)
      timer ??= setInterval(tick, TICK_MS).unref()
      return new Promise((resolve, reject) => {
        const wait: Wait = {
          isSeen: false,
          giveUp() {
            own.waits.delete(wait)
            own.givenUp++
            control.abort()
            resolve(false)
          },
        }
        own.waits.add(wait)
        work(control.signal)
          .finally(() => {
            if (!own.waits.delete(wait)) own.givenUp--
          })
          .then(() => resolve(true), reject)
      })
    },
    /** Something is being written: while that does not end, or fails, nobody is to blame for waiting. */
    written<T>(done: Promise<T>): Promise<T> {
      writing.set(done, now())
      const end = (isFailed: boolean) => {
        writing.delete(done)
        hasFailed = isFailed
      }
      done.then(
        () => end(false),
        () => end(true),
      )
      return done
    },
    close: (): void => clearInterval(timer),
  }
}

export type Patience = ReturnType<typeof openPatience>
