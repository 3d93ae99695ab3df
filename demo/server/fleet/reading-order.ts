/**
 * Of several readings of the same key the one that began last counts, whichever ends last. What is known of a key by other
 * means meanwhile is newer than all of them: `again` says which keys have to be read once more.
 */
export function openReadingOrder() {
  let begun = 0
  let underWay = 0
  const newest = new Map<string, number>()
  const overtaken = new Set<string>()
  return {
    /** Runs a reading, which asks of each key whether what it has read of it counts; gives the keys to be read again. */
    async run(reading: (counts: (key: string) => boolean) => Promise<void>): Promise<readonly string[]> {
      begun += 1
      const nth = begun
      underWay += 1
      const again: string[] = []
      try {
        await reading((key) => {
          if ((newest.get(key) ?? 0) > nth) {
            if (overtaken.has(key)) again.push(key)
            return false
          }
          newest.set(key, nth)
          overtaken.delete(key)
          return true
        })
        return again
      } finally {
        underWay -= 1
        if (underWay === 0) {
          newest.clear()
          overtaken.clear()
        }
      }
    },

    /** What is known of a key by now is newer than all that is being read. */
    overtake(key: string): void {
      if (underWay === 0) return
      begun += 1
      newest.set(key, begun)
      overtaken.add(key)
    },
  }
}
