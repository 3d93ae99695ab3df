import { MINUTE_MS } from '../../../core/catalogue/durations.ts'

export interface Repeats<T> {
  /** The first of a key at once; of those that follow within a minute the last, with their number. */
  add(key: string, line: T): void
  /** Writes how often lines were repeated whose minute is over, or begins in the future of a clock that was set back. */
  settle(until: number): void
}

/** So many kinds of lines are counted at once; the oldest go first. */
const KINDS = 10_000

/** Keeps what repeats itself from filling a log. `settle` is to be called now and then, and at the end with Infinity. */
export function createRepeats<T>(write: (line: T, count: number) => void, now: () => number): Repeats<T> {
  const repeats = new Map<string, { since: number; count: number; line: T }>()

  const end = (key: string, { count, line }: { count: number; line: T }) => {
    repeats.delete(key)
    if (count > 0) write(line, count)
  }

  return {
    add(key, line) {
      const repeat = repeats.get(key)
      if (repeat) {
        repeat.count++
        repeat.line = line
        return
      }
      const [oldest] = repeats
      if (oldest && repeats.size >= KINDS) end(...oldest)
      repeats.set(key, { since: now(), count: 0, line })
      write(line, 0)
    },
    settle(until) {
      for (const [key, repeat] of repeats) if (Math.abs(until - repeat.since) >= MINUTE_MS) end(key, repeat)
    },
  }
}
