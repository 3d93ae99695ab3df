/** Works of a key, one after the other. */
export interface Lines<Key> {
  /** Whether a work of the key goes on, or waits. */
  has(key: Key): boolean
  /** Does it when those before it have come to their end; at once where there is none. */
  run<T>(key: Key, work: () => Promise<T>): Promise<T>
  /** Resolves when all that go on or wait now have come to their end. */
  settled(): Promise<unknown>
}

export function openLines<Key>(): Lines<Key> {
  const last = new Map<Key, Promise<unknown>>()
  return {
    has: (key) => last.has(key),
    run(key, work) {
      const before = last.get(key)
      const done = before ? before.then(work) : work()
      const end = done
        .catch(() => {})
        .then(() => {
          if (last.get(key) === end) last.delete(key)
        })
      last.set(key, end)
      return done
    },
    settled: () => Promise.all(last.values()),
  }
}
