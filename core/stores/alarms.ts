import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { Connection } from '../connection/connection.ts'
import { Alarm } from '../contract/alarm.ts'
import { ApiError, ConnectionError } from '../contract/api-error.ts'
import { alarmKey, enter, isArrival, isOver } from './alarm-map.ts'
import { family } from './family.ts'
import { inNextFrame } from './next-frame.ts'

/** As many as a page of the feed may have. */
const PAGE = 5000
/** What is read before the line stands has to be read again then: for so long it is waited for. */
const LINE_WAIT_MS = 400
const RETRY_FLOOR_MS = 2000
const RETRY_CEILING_MS = 60_000
/** Whether a device is in the group is asked for as many at once, and all is read again for more. */
const ASKED_ONE_BY_ONE = 8
const ASK_AFTER_MS = 50
/** Devices are moved between groups: one that was not in it is asked about again. */
const STRANGER_MS = 60_000

/** Whose alarms: one device's, those of a group with all below it, or all that the user sees. */
export interface AlarmsOf {
  sn_code?: string
  group_id?: number
}

export interface AlarmChange {
  readonly key: string
  readonly alarm: Alarm
  /** It is not among the alarms any more. */
  readonly isGone: boolean
}

/** What changed since the last frame of the screen. */
export interface AlarmBatch {
  readonly changes: readonly AlarmChange[]
  /** Came, came again or came back to operators, and nobody has been told yet; none at first. */
  readonly arrived: readonly Alarm[]
}

export interface AlarmsStatus {
  /** False until the first of them are there, also when there are none. */
  readonly isLoaded: boolean
  /** Why they cannot be read, or could not be read again. */
  readonly failure: ApiError | ConnectionError | null
  /** Server's time up to which they are known, in epoch ms; null while they are live. */
  readonly as_of: number | null
}

export interface AlarmStore {
  /** Those that are not over by `alarmKey`, changed in place: `onBatch` tells of what. */
  readonly alarms: ReadonlyMap<string, Alarm>
  readonly $status: ReadableAtom<AlarmsStatus>
  /** They are read and followed while somebody listens. */
  onBatch(listener: (batch: AlarmBatch) => void): () => void
  reload(): void
}

type Parts = Pick<Connection, 'api' | 'realtime' | 'clock'>

const FIRST: AlarmsStatus = { isLoaded: false, failure: null, as_of: null }

/** All alarms that are not over, read once and followed from then on; read again when the line was broken. */
export function createAlarmStore({ api, realtime, clock }: Parts, of: AlarmsOf): AlarmStore {
  const alarms = new Map<string, Alarm>()
  const $status = atom<AlarmsStatus>(FIRST)
  const listeners = new Set<(batch: AlarmBatch) => void>()
  let changes = new Map<string, AlarmChange>()
  let arrived: Alarm[] = []
  let callOffFrame: (() => void) | null = null
  let reading: AbortController | null = null
  /** What was heard since the reading began, which may be newer than what is read. */
  let meanwhile: Alarm[] = []
  /** Read while the line stood: nothing was missed since. */
  let isWhole = false
  let breaks = 0
  let failed = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  const members = new Set<string>()
  const strangers = new Map<string, number>()
  const asked = new Set<string>()
  let asking: ReturnType<typeof setTimeout> | undefined

  const tell = (part: Partial<AlarmsStatus>) => $status.set({ ...$status.get(), ...part })

  function flush() {
    callOffFrame = null
    const batch = { changes: [...changes.values()], arrived }
    changes = new Map()
    arrived = []
    for (const listener of [...listeners]) listener(batch)
  }
  function note(key: string, alarm: Alarm, before: Alarm | undefined, isNews: boolean) {
    changes.set(key, { key, alarm, isGone: !alarms.has(key) })
    if (isNews && alarms.has(key) && isArrival(alarm, before)) arrived.push(alarm)
    callOffFrame ??= inNextFrame(flush)
  }

  function put(alarm: Alarm) {
    const key = alarmKey(alarm)
    const before = alarms.get(key)
    if (enter(alarms, alarm)) note(key, alarm, before, $status.get().isLoaded)
  }
  function take(alarm: Alarm) {
    if (reading) meanwhile.push(alarm)
    put(alarm)
  }

  /** These are all of them. */
  function replace(found: Map<string, Alarm>, isNews: boolean) {
    for (const [key, alarm] of alarms) {
      if (found.has(key)) continue
      alarms.delete(key)
      note(key, alarm, alarm, false)
    }
    for (const [key, alarm] of found) {
      const before = alarms.get(key)
      if (enter(alarms, alarm)) note(key, alarm, before, isNews)
    }
  }

  async function read() {
    reading?.abort()
    clearTimeout(retry)
    const own = new AbortController()
    reading = own
    meanwhile = []
    const isLineUp = realtime.$status.get() === 'live'
    const breaksBefore = breaks
    const isNews = $status.get().isLoaded
    const found = new Map<string, Alarm>()
    const wanted = [...asked]
    asked.clear()
    try {
      let before: string | undefined
      do {
        const page = await api.alarm.feed(
          { ...of, limit: PAGE, ...(before !== undefined && { before }) },
          { signal: own.signal },
        )
        if (own.signal.aborted) return
        for (const row of page.rows) enter(found, row)
        before = page.next ?? undefined
        if (isNews || before === undefined) continue
        // The newest are of use before the oldest are there.
        for (const row of page.rows) put(row)
        tell({ isLoaded: true })
      } while (before !== undefined)
    } catch (error) {
      if (own.signal.aborted) return
      if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error
      reading = null
      fail(error)
      return
    }
    reading = null
    for (const alarm of meanwhile) enter(found, alarm)
    members.clear()
    for (const { sn_code } of found.values()) members.add(sn_code)
    for (const sn_code of wanted) if (!members.has(sn_code)) strangers.set(sn_code, Date.now())
    failed = 0
    isWhole = isLineUp && breaks === breaksBefore
    replace(found, isNews)
    tell({ isLoaded: true, failure: null, as_of: isWhole ? null : clock.now() })
    // The line came up meanwhile: what happened before it did is in neither.
    if (!isWhole && realtime.$status.get() === 'live') void read()
  }

  function fail(failure: ApiError | ConnectionError) {
    tell({ failure, as_of: $status.get().as_of ?? clock.now() })
    if (!(failure instanceof ConnectionError) || failure.reason === 'token') return
    // Spread: the pages that one server's restart has cut off do not come back in one moment.
    const ceiling = Math.min(RETRY_CEILING_MS, RETRY_FLOOR_MS * 2 ** failed)
    failed += 1
    retry = setTimeout(() => void read(), ceiling * (0.5 + Math.random() / 2))
  }

  /** Of devices that were not heard of before: only the server knows what a group has in it. */
  async function askForStrangers() {
    asking = undefined
    if (asked.size > ASKED_ONE_BY_ONE) return read()
    const all = [...asked]
    asked.clear()
    await Promise.all(
      all.map(async (sn_code) => {
        const found = await api.alarm.feed({ ...of, sn_code, limit: PAGE }).catch(() => null)
        // Not known: the next that is heard of it asks again.
        if (!found) return
        if (found.rows.length === 0) strangers.set(sn_code, Date.now())
        else members.add(sn_code)
        for (const row of found.rows) take(row)
      }),
    )
  }
  function isOfGroup({ sn_code }: Alarm): boolean {
    if (of.group_id === undefined || members.has(sn_code)) return true
    if ((strangers.get(sn_code) ?? 0) > Date.now() - STRANGER_MS) return false
    asked.add(sn_code)
    asking ??= setTimeout(() => void askForStrangers(), ASK_AFTER_MS)
    return false
  }

  function hear(sent: unknown) {
    const heard = Alarm.safeParse(sent)
    // Of a newer server.
    if (!heard.success) return
    const alarm = heard.data
    if (of.sn_code !== undefined && alarm.sn_code !== of.sn_code) return
    if (isOver(alarm) && !alarms.has(alarmKey(alarm)) && !reading) return
    if (isOfGroup(alarm)) take(alarm)
  }

  onMount($status, () => {
    const unwatch = realtime.watch('alarms', (frame) => {
      if (frame.type === 'alarm') hear(frame.alarm)
      else if (frame.type === 'refused') fail(ApiError.fromWire(frame.code, { fields: [], fault: '', status: 200 }))
    })
    const unlisten = realtime.$status.listen((status) => {
      if (status === 'live') {
        if (!isWhole && !reading) void read()
        return
      }
      breaks += 1
      if (isWhole) tell({ as_of: clock.now() - (realtime.silentMs() ?? 0) })
      isWhole = false
    })
    const first = setTimeout(() => reading || isWhole || void read(), LINE_WAIT_MS)
    if (realtime.$status.get() === 'live') void read()
    return () => {
      unlisten()
      unwatch()
      reading?.abort()
      reading = null
      callOffFrame?.()
      callOffFrame = null
      for (const timer of [first, retry, asking]) clearTimeout(timer)
      asking = undefined
      changes = new Map()
      arrived = []
      alarms.clear()
      for (const known of [members, strangers, asked]) known.clear()
      isWhole = false
      $status.set(FIRST)
    }
  })

  return {
    alarms,
    $status,
    onBatch(listener) {
      listeners.add(listener)
      const unlisten = $status.listen(() => {})
      return () => {
        listeners.delete(listener)
        unlisten()
      }
    },
    reload: () => void read(),
  }
}

const stores = new WeakMap<Connection, (key: string) => AlarmStore>()

/** A connection's alarms; everybody who asks for the same shares them. */
export function alarmsOf(connection: Connection, { sn_code, group_id }: AlarmsOf): AlarmStore {
  const of = { ...(sn_code !== undefined && { sn_code }), ...(group_id !== undefined && { group_id }) }
  let own = stores.get(connection)
  if (!own) {
    own = family((key: string) => createAlarmStore(connection, JSON.parse(key)))
    stores.set(connection, own)
  }
  return own(JSON.stringify(of))
}
