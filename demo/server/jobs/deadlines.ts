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
  /** A binary heap, the earliest first. */
  let heap: Entry<T>[] = []
  /** When each comes up: of its entries the one of that time counts. */
  const times = new Map<T, number>()
  const timeAt = (place: number) => heap[place]?.time ?? Number.POSITIVE_INFINITY

  function swap(one: number, other: number): void {
    const entry = heap[one] as Entry<T>
    heap[one] = heap[other] as Entry<T>
    heap[other] = entry
  }

  function push(entry: Entry<T>): void {
    let place = heap.push(entry) - 1
    while (place > 0) {
      const above = (place - 1) >> 1
      if (timeAt(above) <= entry.time) return
      swap(place, above)
      place = above
    }
  }

  function pop(): Entry<T> | undefined {
    const [first] = heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return first
    heap[0] = last
    for (let place = 0; ; ) {
      const left = 2 * place + 1
      const least = timeAt(left + 1) < timeAt(left) ? left + 1 : left
      if (timeAt(least) >= last.time) return first
      swap(place, least)
      place = least
    }
  }

  return {
    add(one, time) {
      if ((times.get(one) ?? Number.POSITIVE_INFINITY) <= time) return
      times.set(one, time)
      push({ one, time })
      if (heap.length <= 2 * times.size + FEW) return
      heap = Array.from(times, ([one, time]) => ({ one, time })).sort((a, b) => a.time - b.time)
    },
    delete(one) {
      times.delete(one)
    },
    take(now) {
      const taken: T[] = []
      while (timeAt(0) <= now) {
        const { one, time } = pop() as Entry<T>
        if (times.get(one) !== time) continue
        times.delete(one)
        taken.push(one)
      }
      return taken
    },
  }
}
