import type { BoundPoints } from './bound-points.ts'

/** Answers that are remembered, and points of all of them together: a hundred bytes each. */
const ANSWERS_MOST = 2000
const POINTS_MOST = 500_000

interface Remembered<T> {
  answer: Promise<T>
  until: number
  /** Points, once they are read. */
  size: number
}

/** Points of an answer, with their devices. */
export const pointsIn = (points: BoundPoints): number =>
  [...points.values()].reduce((sum, { size }) => sum + size + 1, 0)

/**
 * What was read for visitors or guests a moment ago, so that a thousand who ask at once cost one reading. Where it is too much
 * together, the oldest is forgotten.
 */
export function openRemembered<K, T>(sizeOf: (answer: T) => number) {
  const known = new Map<K, Remembered<T>>()
  let points = 0
  const forget = (key: K) => {
    points -= known.get(key)?.size ?? 0
    known.delete(key)
  }
  return {
    get: (key: K): Omit<Remembered<T>, 'size'> | undefined => known.get(key),
    forget,
    /** One that fails is forgotten. */
    keep(key: K, answer: Promise<T>, until: number): void {
      forget(key)
      if (known.size >= ANSWERS_MOST) forget(known.keys().next().value as K)
      const kept: Remembered<T> = { answer, until, size: 0 }
      known.set(key, kept)
      answer.then(
        (read) => {
          if (known.get(key) !== kept) return
          kept.size = sizeOf(read)
          points += kept.size
          for (const oldest of known.keys()) {
            if (points <= POINTS_MOST) break
            if (oldest !== key) forget(oldest)
          }
        },
        () => known.get(key) === kept && forget(key),
      )
    },
    points: () => points,
  }
}
