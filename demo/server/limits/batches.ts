import { forAll } from './call-now.ts'

/** Things that wait for the same work. */
interface Batch<T> {
  things: T[]
  size: number
  done: Promise<void>
  resolve(): void
  reject(error: unknown): void
}

function newBatch<T>(): Batch<T> {
  let [resolve, reject]: [() => void, (error: unknown) => void] = [() => {}, () => {}]
  const done = new Promise<void>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { things: [], size: 0, done, resolve, reject }
}

export interface BatchParts<T> {
  /** Whose turn it is; null: nobody's yet. */
  ownerOf: (one: T) => number | null
  /** What one counts for in its batch; the work of a batch counts for as much as `most`, or is one thing. */
  sizeOf: (one: T) => number
  most: number
  work: (things: readonly T[]) => Promise<void>
}

/**
 * The same work on many things of organisations, some of them at a time: of each organisation one batch after the other, and
 * nobody waits for another's. A thing that waits already does not wait twice, however often it is added.
 */
export function createBatches<T>({ ownerOf, sizeOf, most, work }: BatchParts<T>) {
  /** By owner; each batch stands in a line until its work begins. */
  const lines = new Map<number | null, Batch<T>[]>()
  const batchOf = new Map<T, Batch<T>>()
  const running = new Set<number | null>()

  function enter(one: T): Batch<T> {
    const waiting = batchOf.get(one)
    if (waiting) return waiting
    const owner = ownerOf(one)
    const size = sizeOf(one)
    const line = lines.get(owner) ?? []
    let batch = line.at(-1)
    if (!batch || batch.size + size > most) {
      batch = newBatch()
      line.push(batch)
      lines.set(owner, line)
    }
    batch.things.push(one)
    batch.size += size
    batchOf.set(one, batch)
    return batch
  }

  function nextBatch(owner: number | null): Batch<T> | undefined {
    const line = lines.get(owner)
    const batch = line?.shift()
    if (line?.length === 0) lines.delete(owner)
    for (const one of batch?.things ?? []) batchOf.delete(one)
    return batch
  }

  async function run(owner: number | null): Promise<void> {
    if (running.has(owner)) return
    running.add(owner)
    // What is added one by one at the same time goes together.
    await Promise.resolve()
    for (let batch = nextBatch(owner); batch; batch = nextBatch(owner))
      await forAll(() => work(batch.things)).then(batch.resolve, batch.reject)
    running.delete(owner)
  }

  return {
    /** Resolves when the work is done on all of them; rejects where it failed. */
    async add(things: Iterable<T>): Promise<void> {
      const batches = new Set<Batch<T>>()
      for (const one of things) batches.add(enter(one))
      for (const owner of lines.keys()) void run(owner)
      await Promise.all([...batches].map(({ done }) => done))
    },
  }
}

/** Keys that are sought in one statement. */
const SOUGHT_AT_ONCE = 500

/** What callers seek who are not known yet, each by a key: all who ask at once cost one statement, and no transaction each. */
export function createSeeking<K, Found>(seek: (keys: readonly K[]) => Promise<(key: K) => Found | undefined>) {
  const batches = createBatches<{ key: K; found: Found | undefined }>({
    ownerOf: () => null,
    sizeOf: () => 1,
    most: SOUGHT_AT_ONCE,
    work: async (sought) => {
      const foundOf = await seek(sought.map(({ key }) => key))
      for (const one of sought) one.found = foundOf(one.key)
    },
  })
  return async (key: K): Promise<Found | undefined> => {
    const one = { key, found: undefined as Found | undefined }
    await batches.add([one])
    return one.found
  }
}
