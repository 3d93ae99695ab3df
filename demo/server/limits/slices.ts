/** So long a time of work is followed by a turn of everything else. */
const BUSY_MS = 10

export type InSlice = <T>(work: () => T) => Promise<T>

/** One slice of work after another, in the order in which they were requested; everything else has its turn in between. */
export function openSlices(): InSlice {
  let busySince = 0
  let slices: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = slices.then(() => {
      if (busySince === 0) busySince = performance.now()
      return work()
    })
    slices = done
      .catch(() => {})
      .then(async () => {
        if (performance.now() - busySince < BUSY_MS) return
        await new Promise((resolve) => setImmediate(resolve))
        busySince = 0
      })
    return done
  }
}
