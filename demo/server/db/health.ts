import { type Db, DbError } from './db.ts'

/** Why the store takes no writes: no room, a standby, no answer in time, no connection, or something else. */
export type StoreProblem = 'disk_full' | 'read_only' | 'no_answer' | 'away' | 'failing'

const CHECK_MS = 2000
/** A check costs a write: whoever asks oftener gets the last answer. */
const FRESH_MS = 1000
/** A small write may find room where larger ones have failed: they count for so long. */
const FAILED_MS = 15_000

const PROBLEMS: readonly [code: RegExp, problem: StoreProblem][] = [
  [/^53100$/, 'disk_full'],
  [/^25006$/, 'read_only'],
  [/^57014$/, 'no_answer'],
  [/^(08|57P|53)/, 'away'],
]

const problemOf = (error: unknown): StoreProblem => {
  const code = error instanceof DbError ? error.code : ''
  return PROBLEMS.find(([pattern]) => pattern.test(code))?.[1] ?? 'failing'
}

export interface WatchedStore {
  /** The store, whose failures are noticed. */
  db: Db
  /** What keeps the store from taking writes, null when it takes them; within 2 s. */
  check(): Promise<StoreProblem | null>
}

export function watchStore(store: Db, now: () => number = Date.now): WatchedStore {
  let failed: { problem: StoreProblem; time: number } | null = null
  let probing: Promise<StoreProblem | null> | null = null
  let checked: { time: number; answer: Promise<StoreProblem | null> } | null = null

  const noticing = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      const problem = problemOf(error)
      if (problem === 'disk_full' || problem === 'read_only') failed = { problem, time: now() }
      throw error
    })

  const probe = (): Promise<StoreProblem | null> => {
    // One that hangs is not joined by others.
    probing ??= store
      .probe()
      .then(() => (failed && now() - failed.time < FAILED_MS ? failed.problem : null), problemOf)
      .finally(() => {
        probing = null
      })
    return probing
  }

  const check = async (): Promise<StoreProblem | null> => {
    let deadline: NodeJS.Timeout | undefined
    const late = new Promise<StoreProblem>((resolve) => {
      deadline = setTimeout(() => resolve('no_answer'), CHECK_MS)
    })
    const answer = await Promise.race([probe(), late])
    clearTimeout(deadline)
    return answer
  }

  return {
    db: {
      ...store,
      tenant: (tenant_id, work, priority) => noticing(store.tenant(tenant_id, work, priority)),
      system: (work, priority) => noticing(store.system(work, priority)),
      systemFor: (tenant_id, work, priority) => noticing(store.systemFor(tenant_id, work, priority)),
      unknown: (from, work) => noticing(store.unknown(from, work)),
    },
    check() {
      if (!checked || now() - checked.time >= FRESH_MS) checked = { time: now(), answer: check() }
      return checked.answer
    },
  }
}
