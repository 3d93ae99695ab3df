interface Batches<Item, Outcome> {
  items: readonly Item[]
  /** So many in one call. */
  size: number
  call: (items: readonly Item[]) => Promise<readonly Outcome[]>
  onProgress: (done: number) => void
  /** Checked before each call; calls under way are awaited. */
  isStopped: () => boolean
}

/** One call after the other, until all is done, it is stopped or a call fails: what was done until then counts. */
export async function inBatches<Item, Outcome>({ items, size, call, onProgress, isStopped }: Batches<Item, Outcome>) {
  const outcomes: Outcome[] = []
  let done = 0
  let error: unknown
  for (; done < items.length && !isStopped(); ) {
    const batch = items.slice(done, done + size)
    try {
      outcomes.push(...(await call(batch)))
    } catch (thrown) {
      error = thrown
      break
    }
    done += batch.length
    onProgress(done)
  }
  return { outcomes, left: items.slice(done), error }
}
