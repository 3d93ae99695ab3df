import { atom, type ReadableAtom } from 'nanostores'
import { LIMITS } from '../../core/catalogue/limits.ts'
import type { OutputOf } from '../../core/contract/endpoint.ts'
import type { find } from '../../core/contract/find.ts'

export type Found = OutputOf<typeof find.anything>

export interface FinderState {
  /** What `found` and `failure` are of; '' before anything was typed. */
  search: string
  found: Found | null
  failure: unknown
  /** Something newer was typed, and its answer is not here yet. */
  isLoading: boolean
}

export interface Finder {
  readonly $state: ReadableAtom<FinderState>
  /** Takes what is typed; asks once the typing pauses. */
  type(search: string): void
  /** Asks again after a failure. */
  retry(): void
  close(): void
}

const NOTHING: FinderState = { search: '', found: null, failure: null, isLoading: false }

/** Asks for what is typed. An answer that comes after something newer was typed is not taken. */
export function createFinder(ask: (search: string, signal: AbortSignal) => Promise<Found>): Finder {
  const $state = atom(NOTHING)
  let request: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let wanted = ''

  function halt() {
    clearTimeout(timer)
    request?.abort()
    request = null
  }

  function send() {
    halt()
    const [search, mine] = [wanted, new AbortController()]
    request = mine
    $state.set({ ...$state.get(), isLoading: true })
    const settle = (found: Found | null, failure: unknown) => {
      if (request !== mine) return
      request = null
      $state.set({ search, found, failure, isLoading: false })
    }
    ask(search, mine.signal).then(
      (found) => settle(found, null),
      (failure: unknown) => settle(null, failure ?? new Error(search)),
    )
  }

  return {
    $state,
    type(typed) {
      const search = typed.trim()
      if (search === wanted) return
      wanted = search
      halt()
      if (search === '') return $state.set(NOTHING)
      $state.set({ ...$state.get(), isLoading: true })
      timer = setTimeout(send, LIMITS.delayedExecuteMs)
    },
    retry: send,
    close: halt,
  }
}
