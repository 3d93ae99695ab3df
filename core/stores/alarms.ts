import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { Connection } from '../connection/connection.ts'
import { Alarm } from '../contract/alarm.ts'
import { ApiError, ConnectionError } from '../contract/api-error.ts'
import { alarmKey, enter, isArrival, isOver } from './alarm-map.ts'
import { family } from './family.ts'
import { inNextFrame } from './next-frame.ts'

/** As many as a page of the feed may have. */
const PAGE = 5000
/** Alarms read before the socket is open have to be read again once it is: the first read waits this long for it. */
const LINE_WAIT_MS = 400
const RETRY_FLOOR_MS = 2000
const RETRY_CEILING_MS = 60_000
/** Up to this many unknown devices are looked up one by one; for more, all alarms are read again. */
const CHECKED_ONE_BY_ONE = 8
const CHECK_AFTER_MS = 50
/** Devices are moved between groups: one that was not in the group is checked again after this. */
const OUTSIDER_MS = 60_000

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
  /** Raised, raised again or returned to operators since the last batch, to be announced; none at first. */
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
  /** Alarms that are not over, by `alarmKey`; changed in place, and `onBatch` reports what changed. */
  readonly alarms: ReadonlyMap<string, Alarm>
  readonly $status: ReadableAtom<AlarmsStatus>
  /** Alarms are read and followed while somebody listens. */
  onBatch(listener: (batch: AlarmBatch) => void): () => void
  reload(): void
}

type Parts = Pick<Connection, 'api' | 'realtime' | 'clock'>

const FIRST: AlarmsStatus = { isLoaded: false, failure: null, as_of: null }

/** All alarms that are not over, read once and followed from then on; read again when the line was broken. */
export const createAlarmStore = (parts: Parts, of: AlarmsOf): AlarmStore => new OpenAlarms(parts, of)

class OpenAlarms implements AlarmStore {
  readonly #api
  readonly #realtime
  readonly #clock
  readonly #of
  readonly alarms = new Map<string, Alarm>()
  readonly $status = atom<AlarmsStatus>(FIRST)
  readonly #listeners = new Set<(batch: AlarmBatch) => void>()
  #changes = new Map<string, AlarmChange>()
  #arrived: Alarm[] = []
  #callOffFrame: (() => void) | null = null
  #reading: AbortController | null = null
  /** What was heard since the reading began, which may be newer than what is read. */
  #meanwhile: Alarm[] = []
  /** Read while the line stood: nothing was missed since. */
  #isWhole = false
  #breaks = 0
  #failed = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  readonly #members = new Set<string>()
  readonly #outsiders = new Map<string, number>()
  readonly #unchecked = new Set<string>()
  #checkTimer: ReturnType<typeof setTimeout> | undefined

  constructor({ api, realtime, clock }: Parts, of: AlarmsOf) {
    this.#api = api
    this.#realtime = realtime
    this.#clock = clock
    this.#of = of
    onMount(this.$status, () => {
      const unwatch = this.#realtime.watch('alarms', (frame) => {
        if (frame.type === 'alarm') this.#hear(frame.alarm)
        else if (frame.type === 'refused')
          this.#fail(ApiError.fromWire(frame.code, { fields: [], fault: '', status: 200 }))
      })
      const unlisten = this.#realtime.$status.listen((status) => {
        if (status === 'live') {
          if (!this.#isWhole && !this.#reading) void this.#read()
          return
        }
        this.#breaks += 1
        if (this.#isWhole) this.#setStatus({ as_of: this.#clock.now() - (this.#realtime.silentMs() ?? 0) })
        this.#isWhole = false
      })
      const first = setTimeout(() => this.#reading || this.#isWhole || void this.#read(), LINE_WAIT_MS)
      if (this.#realtime.$status.get() === 'live') void this.#read()
      return () => {
        unlisten()
        unwatch()
        this.#reading?.abort()
        this.#reading = null
        this.#callOffFrame?.()
        this.#callOffFrame = null
        for (const timer of [first, this.#retry, this.#checkTimer]) clearTimeout(timer)
        this.#checkTimer = undefined
        this.#changes = new Map()
        this.#arrived = []
        this.alarms.clear()
        for (const known of [this.#members, this.#outsiders, this.#unchecked]) known.clear()
        this.#isWhole = false
        this.$status.set(FIRST)
      }
    })
  }

  #setStatus(part: Partial<AlarmsStatus>) {
    return this.$status.set({ ...this.$status.get(), ...part })
  }

  readonly #flush = () => {
    this.#callOffFrame = null
    const batch = { changes: [...this.#changes.values()], arrived: this.#arrived }
    this.#changes = new Map()
    this.#arrived = []
    for (const listener of [...this.#listeners]) listener(batch)
  }

  #note(key: string, alarm: Alarm, before: Alarm | undefined, isNews: boolean) {
    this.#changes.set(key, { key, alarm, isGone: !this.alarms.has(key) })
    if (isNews && this.alarms.has(key) && isArrival(alarm, before)) this.#arrived.push(alarm)
    this.#callOffFrame ??= inNextFrame(this.#flush)
  }

  #put(alarm: Alarm) {
    const key = alarmKey(alarm)
    const before = this.alarms.get(key)
    if (enter(this.alarms, alarm)) this.#note(key, alarm, before, this.$status.get().isLoaded)
  }

  #take(alarm: Alarm) {
    if (this.#reading) this.#meanwhile.push(alarm)
    this.#put(alarm)
  }

  /** These are all of them. */
  #replace(found: Map<string, Alarm>, isNews: boolean) {
    for (const [key, alarm] of this.alarms) {
      if (found.has(key)) continue
      this.alarms.delete(key)
      this.#note(key, alarm, alarm, false)
    }
    for (const [key, alarm] of found) {
      const before = this.alarms.get(key)
      if (enter(this.alarms, alarm)) this.#note(key, alarm, before, isNews)
    }
  }

  async #read() {
    this.#reading?.abort()
    clearTimeout(this.#retry)
    const own = new AbortController()
    this.#reading = own
    this.#meanwhile = []
    const isLineUp = this.#realtime.$status.get() === 'live'
    const breaksBefore = this.#breaks
    const isNews = this.$status.get().isLoaded
    const found = new Map<string, Alarm>()
    const wanted = [...this.#unchecked]
    this.#unchecked.clear()
    try {
      let before: string | undefined
      do {
        const page = await this.#api.alarm.feed(
          { ...this.#of, limit: PAGE, ...(before !== undefined && { before }) },
          { signal: own.signal },
        )
        if (own.signal.aborted) return
        for (const row of page.rows) enter(found, row)
        before = page.next ?? undefined
        if (isNews || before === undefined) continue
        // The newest are of use before the oldest are there.
        for (const row of page.rows) this.#put(row)
        this.#setStatus({ isLoaded: true })
      } while (before !== undefined)
    } catch (error) {
      if (own.signal.aborted) return
      if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error
      this.#reading = null
      this.#fail(error)
      return
    }
    this.#reading = null
    for (const alarm of this.#meanwhile) enter(found, alarm)
    this.#members.clear()
    for (const { sn_code } of found.values()) this.#members.add(sn_code)
    for (const sn_code of wanted) if (!this.#members.has(sn_code)) this.#outsiders.set(sn_code, Date.now())
    this.#failed = 0
    this.#isWhole = isLineUp && this.#breaks === breaksBefore
    this.#replace(found, isNews)
    this.#setStatus({ isLoaded: true, failure: null, as_of: this.#isWhole ? null : this.#clock.now() })
    // The line came up meanwhile: what happened before it did is in neither.
    if (!this.#isWhole && this.#realtime.$status.get() === 'live') void this.#read()
  }

  #fail(failure: ApiError | ConnectionError) {
    this.#setStatus({ failure, as_of: this.$status.get().as_of ?? this.#clock.now() })
    if (!(failure instanceof ConnectionError) || failure.reason === 'token') return
    // Spread out: the pages that a server's restart cut off do not all come back at once.
    const ceiling = Math.min(RETRY_CEILING_MS, RETRY_FLOOR_MS * 2 ** this.#failed)
    this.#failed += 1
    this.#retry = setTimeout(() => void this.#read(), ceiling * (0.5 + Math.random() / 2))
  }

  /** For devices that are new to this page: only the server knows which devices are in a group. */
  async #checkMembership() {
    this.#checkTimer = undefined
    if (this.#unchecked.size > CHECKED_ONE_BY_ONE) return this.#read()
    const all = [...this.#unchecked]
    this.#unchecked.clear()
    await Promise.all(
      all.map(async (sn_code) => {
        const found = await this.#api.alarm.feed({ ...this.#of, sn_code, limit: PAGE }).catch(() => null)
        // Still unknown: its next alarm starts another check.
        if (!found) return
        if (found.rows.length === 0) this.#outsiders.set(sn_code, Date.now())
        else this.#members.add(sn_code)
        for (const row of found.rows) this.#take(row)
      }),
    )
  }

  #isOfGroup({ sn_code }: Alarm): boolean {
    if (this.#of.group_id === undefined || this.#members.has(sn_code)) return true
    if ((this.#outsiders.get(sn_code) ?? 0) > Date.now() - OUTSIDER_MS) return false
    this.#unchecked.add(sn_code)
    this.#checkTimer ??= setTimeout(() => void this.#checkMembership(), CHECK_AFTER_MS)
    return false
  }

  #hear(sent: unknown) {
    const heard = Alarm.safeParse(sent)
    // Of a newer server.
    if (!heard.success) return
    const alarm = heard.data
    if (this.#of.sn_code !== undefined && alarm.sn_code !== this.#of.sn_code) return
    if (isOver(alarm) && !this.alarms.has(alarmKey(alarm)) && !this.#reading) return
    if (this.#isOfGroup(alarm)) this.#take(alarm)
  }

  readonly onBatch: AlarmStore['onBatch'] = (listener) => {
    this.#listeners.add(listener)
    const unlisten = this.$status.listen(() => {})
    return () => {
      this.#listeners.delete(listener)
      unlisten()
    }
  }

  readonly reload: AlarmStore['reload'] = () => void this.#read()
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
