import type { Known, SharedStore } from './collection.ts'

/** What is known once nothing is on its way: for who wants it only now. */
export function settled<Data>($shared: SharedStore<Data>): Promise<Known<Data>> {
  return new Promise((done) => {
    const stop = $shared.subscribe((known) => {
      if (known.isLoading) return
      done(known)
      queueMicrotask(() => stop())
    })
  })
}
