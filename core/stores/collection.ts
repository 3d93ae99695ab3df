import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { CallOptions, Client } from '../connection/client.ts'
import type { Connection } from '../connection/connection.ts'
import { claimsOf } from '../connection/page-token.ts'
import type { Domain } from '../contract/contract.ts'
import { isCallFailure, isPassing, retryPassing } from './call-failure.ts'
import { family } from './family.ts'

/** What is older than this is asked for again when somebody new shows it, and dropped when nobody shows it any more. */
const FRESH_MS = 30_000
/** Of a burst of changes the first is asked about at once, and the others together so much later. */
const SETTLE_MS = 400

/** What is known of a collection. */
export interface Known<Data> {
  /** The last answer; kept while it is asked for again, and when that fails. */
  readonly data: Data | null
  /** What the last call failed with: a refusal or a lost line, or a defect. */
  readonly failure: unknown
  readonly isLoading: boolean
}

/** A collection as all elements of a connection share it: asked for while somebody listens. */
export interface SharedStore<Data> extends ReadableAtom<Known<Data>> {
  /** Asks again and keeps showing what there is meanwhile. */
  renew(): void
  /** Somebody new shows it: asks again unless it was asked for just now. */
  renewOld(): void
  /** Takes a newer answer that came another way, such as the reply to an edit. */
  replace(data: Data): void
}

interface CollectionOptions<Input, Data> {
  load(api: Client, input: Input, options: CallOptions): Promise<Data>
  /** Domains whose calls change it. */
  changedBy?: readonly Domain[]
  /** Alarms that come and go change it. */
  isOfAlarms?: boolean
  /** Nothing tells of its changes: it is asked for this often while the page is looked at. */
  everyMs?: number
}

/** One store for each connection and input. */
export type Collection<Input, Data> = (connection: Connection, input: Input) => SharedStore<Data>

const NOTHING = { data: null, failure: null, isLoading: false }

/** Declares what several elements of a page ask for: it is one call, however many they are. */
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

/** Who asks; null for nobody. A page's token that only lives longer than the one before is the same guest's. */
function callerOf({ $session, $token }: Connection): string | null {
  const session = $session.get()
  if (session) return `${session.tenant_id} ${session.user_id}`
  const token = $token.get()
  const { iat, exp, ...claims } = claimsOf(token ?? '')
  // What a guest may do can change: what a call refuses then, it refuses to the same guest.
  const { iss, sub } = claims
  return exp ? JSON.stringify(sub === undefined ? claims : { iss, sub }) : token
}

function createShared<Input extends object, Data>(
  connection: Connection,
  input: Input,
  { load, changedBy, isOfAlarms, everyMs }: CollectionOptions<Input, Data>,
): SharedStore<Data> {
  const { api, realtime, $session, $token, $changed, $isExpired, $status } = connection
  const $known = atom<Known<Data>>(NOTHING)
  let isMounted = false
  let asking: AbortController | null = null
  let askedAt = 0
  /** How often in a row the line was lost, or the session over. */
  let failed = 0
  let caller: string | null = null
  let stopRetry = () => {}
  let settling: ReturnType<typeof setTimeout> | undefined
  let dropping: ReturnType<typeof setTimeout> | undefined
  let hasChanged = false

  function halt() {
    asking?.abort()
    asking = null
    stopRetry()
  }

  const set = (known: Partial<Known<Data>>) => $known.set({ ...$known.get(), ...known })

  function settle(data: Data | null, failure: unknown = null) {
    asking = null
    set({ data, failure, isLoading: false })
  }

  function renew() {
    if (!isMounted) return
    halt()
    const mine = new AbortController()
    asking = mine
    askedAt = Date.now()
    set({ isLoading: true })
    load(api, input, mine).then(
      (data) => {
        if (asking !== mine) return
        failed = 0
        settle(data)
      },
      (failure: unknown) => {
        if (asking !== mine) return
        if (isCallFailure(failure) && isPassing(failure)) stopRetry = retryPassing(failure, failed++, connection, renew)
        settle($known.get().data, failure)
      },
    )
  }

  function renewOld() {
    if (Date.now() - askedAt >= FRESH_MS) renew()
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
    settling = asking ? setTimeout(settled, SETTLE_MS) : undefined
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
    // A page's first token is asked for by the first call.
    const isFirst = caller === null && asking !== null
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
        if (status === 'offline' && (isOfAlarms || everyMs)) renew()
      }),
      isOfAlarms && realtime.watch('alarms', ({ type }) => type === 'alarm' && changed()),
    ]
    const tick = () => {
      if (!asking && globalThis.document?.visibilityState !== 'hidden') renew()
    }
    const timer = everyMs && setInterval(tick, everyMs)
    return () => {
      for (const stop of stops) if (stop) stop()
      clearInterval(timer)
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
