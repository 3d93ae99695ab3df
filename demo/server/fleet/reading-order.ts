/** Of several readings of the same key the one that began last counts, whichever ends last. */
export function openReadingOrder() {
  let begun = 0
  let underWay = 0
  const newest = new Map<string, number>()
  return {
    /** Runs a reading, which asks of each key whether what it has read of it counts. */
    async run<T>(reading: (counts: (key: string) => boolean) => Promise<T>): Promise<T> {
      begun += 1
      const nth = begun
      underWay += 1
      try {
        return await reading((key) => {
          if ((newest.get(key) ?? 0) > nth) return false
          newest.set(key, nth)
          return true
        })
      } finally {
        underWay -= 1
        if (underWay === 0) newest.clear()
      }
    },

    /** What is known of a key by now is newer than all that is being read. */
    overtake(key: string): void {
      if (underWay === 0) return
      begun += 1
      newest.set(key, begun)
    },
  }
}
