/** What a device keeps of its readings while it cannot send them; the oldest go first when it is full. */
export function outbox<T>(limit: number) {
  let kept: T[] = []
  return {
    get size() {
      return kept.length
    },
    keep(reading: T) {
      kept.push(reading)
      // Cut in large pieces: cutting one by one would move the whole list each time.
      if (kept.length > limit * 1.1) kept = kept.slice(-limit)
    },
    /** The oldest `count` readings, which are then no longer kept here. */
    take: (count: number): T[] => kept.splice(0, count),
  }
}
