import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { CallOptions, Client } from '../connection/client.ts'
import type { Connection } from '../connection/connection.ts'
import type { Domain } from '../contract/contract.ts'
import { isCallFailure, isPassing, retryPassing } from './call-failure.ts'
import { callerOf, mayBeSignedIn } from './caller.ts'
import { family } from './family.ts'
import { pollWhileVisible } from './poll-while-visible.ts'

/** Data older than this are requested again by the next listener; they are dropped this long after the last listener left. */
const FRESH_MS = 30_000
/** The first change of a burst loads the collection at once, the others together after this time. */
const SETTLE_MS = 400

/** What is known of a collection. */
export interface Known<Data> {
  /** The last answer; kept while it is requested again, and when that fails. */
  readonly data: Data | null
  /** What the last call failed with: a refusal or a lost line, or a defect. */
  readonly failure: unknown
  readonly isLoading: boolean
}

/** A collection that all elements of a connection share; loaded while somebody listens. */
export interface SharedStore<Data> extends ReadableAtom<Known<Data>> {
  /** Requests it again; the old data stay meanwhile. */
  renew(): void
  /** For a new listener: requests it again unless that was done within the last half minute. */
  renewOld(): void
  /** Takes a newer answer that came another way, such as the reply to an edit. */
  replace(data: Data): void
}

interface CollectionOptions<Input, Data> {
  load(api: Client, input: Input, options: CallOptions): Promise<Data>
  /** Domains whose calls change it. */
  changedBy?: readonly Domain[]
  /** Alarms that come and go change it; where the input names a device, those of that device. */
  isOfAlarms?: boolean
  /** No event announces its changes: it is polled this often while the page is visible. */
  everyMs?: number
}

/** One store for each connection and input. */
export type Collection<Input, Data> = (connection: Connection, input: Input) => SharedStore<Data>

const NOTHING = { data: null, failure: null, isLoading: false }

/** Declares data that several elements of a page need: one call, however many elements there are. */
export function collection<Data, Input extends object = Record<never, never>>(
  options: CollectionOptions<Input, Data>,
): Collection<Input, Data> {
  const made = new WeakMap<Connection, (key: string) => SharedStore<Data>>()
  return (connection, input) => {
    let storeOf = made.get(connection)
    if (!storeOf) {
      storeOf = family((key) => createShared(connection, JSON.parse(key) as Input, options))
      made.set(connection, storeOf)
    }
    return storeOf(JSON.stringify(input))
  }
}

function createShared<Input extends object, Data>(
  connection: Connection,
  input: Input,
  { load, changedBy, isOfAlarms, everyMs }: CollectionOptions<Input, Data>,
): SharedStore<Data> {
  const { sn_code } = input as { sn_code?: string }
  const { api, realtime, $session, $token, $changed, $isExpired, $status } = connection
  const $known = atom<Known<Data>>(NOTHING)
  let isMounted = false
  let request: AbortController | null = null
  let requestedAt = 0
  /** How often in a row the line was lost, or the session over. */
  let failed = 0
  let caller: string | null = null
  let stopRetry = () => {}
  let settling: ReturnType<typeof setTimeout> | undefined
  let dropping: ReturnType<typeof setTimeout> | undefined
  let hasChanged = false

  function halt() {
    request?.abort()
    request = null
    stopRetry()
  }

  function isDefect() {
    const { failure } = $known.value ?? NOTHING
    return failure !== null && !isCallFailure(failure)
  }

  const set = (known: Partial<Known<Data>>) => $known.set({ ...$known.get(), ...known })

  function settle(data: Data | null, failure: unknown = null) {
    request = null
    set({ data, failure, isLoading: false })
  }

  function renew() {
    if (!isMounted) return
    halt()
    const mine = new AbortController()
    request = mine
    requestedAt = Date.now()
    // A defect is thrown by every component that shows it: it would be thrown again before the answer came.
    set({ isLoading: true, ...(isDefect() && { failure: null }) })
    load(api, input, mine).then(
      (data) => {
        if (request !== mine) return
        failed = 0
        settle(data)
      },
      (failure: unknown) => {
        if (request !== mine) return
        if (isCallFailure(failure) && isPassing(failure)) stopRetry = retryPassing(failure, failed++, connection, renew)
        settle($known.get().data, failure)
      },
    )
  }

  function renewOld() {
    if (isDefect() || Date.now() - requestedAt >= FRESH_MS) renew()
  }

  function changed() {
    hasChanged = true
    if (settling) return
    hasChanged = false
    renew()
    settling = setTimeout(settled, SETTLE_MS)
  }

  /** An answer on its way is waited for: under a flood of changes none would ever come. */
  function settled() {
    settling = request ? setTimeout(settled, SETTLE_MS) : undefined
    if (!settling && hasChanged) changed()
  }

  function empty() {
    halt()
    $known.set(NOTHING)
  }

  function callerChanged() {
    const next = callerOf(connection)
    // What the server ended may go on: the data stay until somebody else signs in.
    if (next === caller || (next === null && $isExpired.get())) return
    // The first call fetches a page's first token.
    const isFirst = caller === null && request !== null
    caller = next
    if (isFirst) return
    empty()
    if (next !== null) renew()
  }

  onMount($known, () => {
    isMounted = true
    clearTimeout(dropping)
    const next = callerOf(connection)
    if (next !== caller) $known.set(NOTHING)
    caller = next
    renew()
    const stops = [
      $session.listen(callerChanged),
      $token.listen(callerChanged),
      $changed.listen((change) => {
        if (change && changedBy?.includes(change.domain)) changed()
      }),
      $status.listen((status) => {
        // What came while the line was down was not heard.
        if (status === 'live') isOfAlarms || failed > 0 ? renew() : renewOld()
        // What cannot be had any more is to say so now, and not at its next poll.
        const isLost = status === 'offline' || (status === 'expired' && !request)
        if (isLost && (isOfAlarms || everyMs) && mayBeSignedIn(connection)) renew()
      }),
      isOfAlarms &&
        realtime.watch('alarms', (frame) => {
          if (frame.type === 'alarm' && (sn_code === undefined || frame.alarm.sn_code === sn_code)) changed()
        }),
    ]
    const stopPolling = everyMs && pollWhileVisible(everyMs, () => !request && mayBeSignedIn(connection) && renew())
    return () => {
      for (const stop of [...stops, stopPolling]) if (stop) stop()
      clearTimeout(settling)
      settling = undefined
      halt()
      isMounted = false
      // Its `get` would begin anew.
      $known.set({ ...($known.value ?? NOTHING), isLoading: false })
      // Parts that are hidden and shown again find it as it was.
      dropping = setTimeout(() => $known.set(NOTHING), FRESH_MS)
    }
  })

  return Object.assign($known, {
    renew,
    renewOld,
    replace(data: Data) {
      if (!isMounted) return
      halt()
      settle(data)
    },
  })
}
