import { createHeap } from '../limits/heap.ts'

/** Things that are due at times. Looking for what is due costs by what is due, and not by what waits. */
export interface Deadlines<T> {
  /** It comes up at that time at the latest. */
  add(one: T, time: number): void
  delete(one: T): void
  /** What has come up until now, the earliest first; it waits no longer. */
  take(now: number): T[]
}

interface Entry<T> {
  time: number
  one: T
}

/** Entries that no longer count are few beside those that do, or fewer than these. */
const FEW = 100

export function createDeadlines<T>(): Deadlines<T> {
  const createEntries = () => createHeap<Entry<T>>((one, other) => one.time < other.time)
  let entries = createEntries()
  /** When each comes up: of its entries the one of that time counts. */
  const times = new Map<T, number>()

  return {
    add(one, time) {
      if ((times.get(one) ?? Number.POSITIVE_INFINITY) <= time) return
      times.set(one, time)
      entries.add({ one, time })
      if (entries.size <= 2 * times.size + FEW) return
      entries = createEntries()
      for (const [one, time] of times) entries.add({ one, time })
    },
    delete(one) {
      times.delete(one)
    },
    take(now) {
      const taken: T[] = []
      for (let entry = entries.first(); entry && entry.time <= now; entry = entries.first()) {
        entries.take()
        const { one, time } = entry
        if (times.get(one) !== time) continue
        times.delete(one)
        taken.push(one)
      }
      return taken
    },
  }
}
