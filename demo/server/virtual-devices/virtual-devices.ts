import { snKey } from '../../../core/rules/sn.ts'
import type { CheckedReading, Fleet, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import type { Telemetry } from '../history/telemetry.ts'
import type { Recording } from '../ingest/ingest.ts'
import { costOfRows, costOfValues } from '../ingest/ingest-rates.ts'
import { openFairTurns } from '../limits/fair-turns.ts'
import { openSharedTime, type SharedTime, type Slice } from '../limits/shared-time.ts'
import { createPast, type Late } from './past.ts'
import type { Sight } from './sight.ts'
import {
  adoptInterval,
  type Fed,
  hush,
  isAllSilent,
  isCurrent,
  type VirtualState,
  virtualStateOf,
} from './virtual-state.ts'
import { cellName, NO_VALUE, type WorkedOut, workingOut, workOut } from './work.ts'

/** Works out the values of virtual devices, as those that they are composed of report. */
export interface VirtualDevices {
  /**
   * Readings of a registered device, which the fleet has taken. What is older than what was worked out is worked out anew
   * from history, once the readings are `stored`. Resolves when all that follows from them is durable.
   */
  take(device: LiveDevice, readings: readonly CheckedReading[], stored: Promise<unknown>): Promise<void>
  close(): Promise<void>
}

export interface VirtualDevicesParts extends Recording {
  fleet: Fleet
  /** What their makers see, of which alone they read. */
  sight: Pick<Sight, 'sees' | 'isKnown' | 'meet' | 'onRenewed'>
  telemetry: Pick<Telemetry, 'manyUpTo'>
  report: (error: unknown) => void
  now: () => number
  /** 0: each message is worked out at once. */
  gatherMs?: number
  /** For working values out; shared with others that work for organisations. */
  time?: SharedTime
}

/**
 * Two devices never report at once: a reading this much older than the newest of another device is still current. An
 * older one was stored and forwarded, and is of the past.
 */
const OF_NOW_MS = 5000
/**
 * Readings of several devices are gathered for so long before they are worked out: two meters that report at the same
 * time are compared as of that time, and not one's new value with the other's old one.
 */
const GATHER_MS = 100
/** Slices whose values are on their way to the store. */
const SLICES_AT_ONCE = 8
/** Messages of several readings of one organisation that are worked on at once: any of these may be late, and is kept until then. */
const messages = openFairTurns({ atOnce: Infinity, ofOne: 200, waitingOfOne: Infinity, waiting: Infinity })
/** What it takes to have a reading read by one device. */
const READ_BYTES = 16
/** What one slice makes, at most but for its last reading: it is in memory until its turn comes. */
const SLICE_BYTES = 262_144

/**
 * `later`: it is so since the time of the newest value that it was calculated from, and was not at that time. `missed`:
 * only of times of which nothing was said.
 */
type Kind = 'said' | 'later' | 'missed'

/** What a settling says, in this order. */
const SETTLED = ['missed', 'later'] as const

interface ToSettle {
  state: VirtualState
  kinds: ReadonlySet<Kind>
}

export const openVirtualDevices = (options: VirtualDevicesParts): VirtualDevices => new RunningVirtualDevices(options)

class RunningVirtualDevices implements VirtualDevices {
  readonly #fleet
  readonly #sight
  readonly #record
  readonly #turn
  readonly #report
  readonly #now
  readonly #gatherMs
  readonly #shared
  readonly #around
  readonly #states = new Map<number, VirtualState>()
  readonly #bySource = new Map<string, Set<VirtualState>>()
  /** By device: what is done with it one after the other, as long as any of it goes on. */
  readonly #turns = new Map<number, Promise<unknown>>()
  /** By device: the settling that waits for its turn. Whatever else changes until then is settled with it. */
  readonly #toSettle = new Map<number, ToSettle>()
  /** What waits for its turn to be placed again. */
  readonly #toPlace = new Set<LiveDevice>()
  readonly #past
  readonly #stops
  #isClosing = false
  readonly #gathered = new Map<LiveDevice, Gathered>()

  constructor({
    fleet,
    sight,
    telemetry,
    record,
    turn,
    report,
    now,
    gatherMs = GATHER_MS,
    time: shared = openSharedTime(),
  }: VirtualDevicesParts) {
    this.#fleet = fleet
    this.#sight = sight
    this.#record = record
    this.#turn = turn
    this.#report = report
    this.#now = now
    this.#gatherMs = gatherMs
    this.#shared = shared
    this.#around = { fleet: this.#fleet, sight: this.#sight }
    this.#past = createPast({ around: this.#around, telemetry, record, turn, now: this.#now })
    for (const device of this.#fleet.all()) if (device.is_virtual) this.#place(device)
    this.#stops = [
      this.#sight.onRenewed((tenant_id) => this.#placeAll(tenant_id)),
      this.#fleet.on('reloaded', (device) => (device.is_virtual ? this.#place(device) : this.#placeReaders(device))),
      this.#fleet.on('removed', (device) => (device.is_virtual ? this.#forget(device) : this.#placeReaders(device))),
      this.#fleet.on('state', (device) => {
        for (const state of this.#readersOf(device)) if (hush(state, this.#now())) this.#settle(state, ['later'])
      }),
    ]
  }

  #readersOf({ sn_code }: LiveDevice): VirtualState[] {
    return [...(this.#bySource.get(snKey(sn_code)) ?? [])]
  }

  #forget({ device_id }: LiveDevice) {
    const state = this.#states.get(device_id)
    this.#states.delete(device_id)
    for (const sn of state?.named ?? []) this.#bySource.get(sn)?.delete(state as VirtualState)
  }

  #place(device: LiveDevice) {
    if (!this.#sight.isKnown(device)) {
      this.#sight
        .meet(device)
        .then(() => this.#fleet.get(device.sn_code) === device && this.#place(device))
        .catch(this.#report)
      return
    }
    const before = this.#states.get(device.device_id)
    if (before && isCurrent(before, this.#around)) return adoptInterval(before)
    this.#forget(device)
    const state = virtualStateOf(device, this.#around, this.#now())
    this.#states.set(device.device_id, state)
    for (const sn of state.named) {
      const readers = this.#bySource.get(sn)
      if (readers) readers.add(state)
      else this.#bySource.set(sn, new Set([state]))
    }
    // Of a new one that is all; else what was stored of its sources alone, when the server ended between the two.
    this.#settle(state, ['missed', 'later'])
  }

  /** What follows from cells that have changed. */
  #follow(state: VirtualState, changed: Iterable<string>, kind: Kind = 'said'): CheckedReading[] {
    return this.#sayingOf(state, workOut(state.work, changed, this.#now()), kind)
  }

  /**
   * The readings for calculated values: each has the time of the newest value that it was calculated from, and is never
   * older than what was said before.
   */
  #sayingOf(
    { device, hasHidden, time: standingTime }: VirtualState,
    worked: readonly WorkedOut[],
    kind: Kind,
  ): CheckedReading[] {
    const said = new Map<number, CheckedReading['values'][number][]>()
    for (const { key, kept, time } of worked) {
      const point = device.points.get(key)
      // What it needs has no value yet; one that it had is none any more.
      const found = kept ?? (point?.data_time === null ? null : NO_VALUE)
      if (!point || !found) continue
      // Of what its maker does not see any more nothing is read, and that is so since now.
      const isHidden = time === 0 && hasHidden && kind === 'later' && point.data_time !== null
      if (time === 0 && !isHidden) continue
      // What it reads went back from a time that is still to come: so does what follows.
      const isBack = (point.data_time ?? 0) > this.#now() && standingTime <= this.#now()
      const before = isBack ? 0 : (point.data_time ?? 0)
      if (kind === 'missed' && time <= before) continue
      if (kind === 'later' && point.value === found.value && point.quality === found.quality) continue
      const data_time = Math.max(isHidden ? this.#now() : time + Number(kind === 'later'), before)
      const its = said.get(data_time)
      if (its) its.push({ point, ...found })
      else said.set(data_time, [{ point, ...found }])
    }
    return [...said].map(([data_time, values]) => ({ data_time, values }))
  }

  /**
   * Says what is another one now, though nobody has reported: at once where that is little work, else in slices. What is
   * reported meanwhile is worked out after that, with all that it reads.
   */
  #settle(state: VirtualState, kinds: readonly Kind[]): void {
    const { tenant_id, device_id, sn_code } = state.device
    const waiting = this.#toSettle.get(device_id)
    if (waiting) {
      const isSame = waiting.state === state
      this.#toSettle.set(device_id, { state, kinds: new Set(isSame ? [...waiting.kinds, ...kinds] : kinds) })
      return
    }
    const isBusy = this.#turns.has(device_id)
    if (isBusy) this.#toSettle.set(device_id, { state, kinds: new Set(kinds) })
    const settling = isBusy ? this.#settlingNext(device_id) : this.#settling(state, new Set(kinds))
    let isDone = false
    const goOn: Slice<void> = (isOver) => {
      do isDone = settling.next().done === true
      while (!isDone && !isOver())
    }
    if (!isBusy) this.#shared.atOnce(tenant_id, goOn, sn_code)
    if (isDone) return
    this.#inTurn(device_id, async () => {
      while (!isDone) await this.#shared.slice(tenant_id, goOn, sn_code)
    }).catch(this.#report)
  }

  *#settlingNext(device_id: number): Generator<void> {
    const waiting = this.#toSettle.get(device_id)
    this.#toSettle.delete(device_id)
    if (waiting) yield* this.#settling(waiting.state, waiting.kinds)
  }

  /** One formula after the other; none any more of a device that was read anew, deleted, or is left to the next start. */
  *#settling(state: VirtualState, kinds: ReadonlySet<Kind>): Generator<void> {
    const { device, work, hasHidden } = state
    const isLeft = () => this.#isClosing || this.#states.get(device.device_id) !== state
    // Where nothing that it reads is alive it stays as it was.
    if (isLeft() || (isAllSilent(state) && !hasHidden)) return
    const worked: WorkedOut[] = []
    for (const one of workingOut(work, work.cells.keys(), this.#now())) {
      worked.push(one)
      yield
      if (isLeft()) return
    }
    for (const kind of SETTLED) {
      if (!kinds.has(kind)) continue
      const readings = this.#sayingOf(state, worked, kind)
      if (readings.length > 0) this.#say(device, readings)
    }
  }

  /** Records what nobody waits for. */
  #say(device: LiveDevice, readings: readonly CheckedReading[]): void {
    const turn = this.#turn(device, costOfValues(readings) + costOfRows(readings, this.#now()))
    if (turn === true) this.#record(device, readings, this.#now()).catch(this.#report)
    else
      turn
        .then((isTaken) => (isTaken ? this.#record(device, readings, this.#now()) : undefined))
        .catch((error) => this.#isClosing || this.#report(error))
  }

  /** Does something with a device when what is done with it before has come to its end. */
  #inTurn<T>(device_id: number, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(device_id)
    const done = before ? before.then(work) : work()
    const turn = done
      .catch(() => {})
      .then(() => {
        if (this.#turns.get(device_id) === turn) this.#turns.delete(device_id)
      })
    this.#turns.set(device_id, turn)
    return done
  }

  /** All of an organisation that are virtual, or of all of them: each in the time of its organisation. */
  #placeAll(tenant_id: number | undefined) {
    const devices = tenant_id === undefined ? this.#fleet.all() : this.#fleet.devices(tenant_id)
    for (const device of devices) {
      if (!device.is_virtual || this.#toPlace.has(device)) continue
      this.#toPlace.add(device)
      const place = () => {
        this.#toPlace.delete(device)
        if (!this.#isClosing && this.#fleet.get(device.sn_code) === device) this.#place(device)
      }
      this.#shared.slice(device.tenant_id, place, device.sn_code).catch(this.#report)
    }
  }

  #placeReaders(device: LiveDevice) {
    for (const reader of this.#readersOf(device)) this.#place(reader.device)
  }

  /** What follows at once, and what has to be looked up. */
  #takeSlice(state: VirtualState, readings: readonly Said[], late: Late) {
    const live =
      hush(state, this.#now()) && !isAllSilent(state) ? this.#follow(state, state.work.cells.keys(), 'later') : []
    /** What is another one now, though what was said was of then. */
    const changed = new Set<string>()
    for (const { source, reading } of readings) {
      const { data_time, values } = reading
      const isAhead = state.time > this.#now()
      if (isAhead && values.some(({ point }) => wentBack(state.fed.get(nameIn(source, point))))) state.time = data_time
      const isOfThen = data_time < state.time - OF_NOW_MS
      const news: string[] = []
      for (const { point, value, quality } of values) {
        const name = nameIn(source, point)
        const fed = state.fed.get(name)
        if (!fed) continue
        const isNews = (fed.cell.data_time ?? 0) <= data_time || wentBack(fed)
        // Without history nothing is known of it in the past.
        if ((isOfThen || !isNews) && point.keep_history) this.#past.add(late, name, data_time)
        if (!isNews) continue
        Object.assign(fed.cell, { value, quality, data_time })
        fed.quality = quality
        if (isOfThen) changed.add(name)
        else news.push(name)
      }
      if (news.length === 0) continue
      state.time = Math.max(state.time, data_time)
      live.push(...this.#follow(state, news))
    }
    if (changed.size > 0) live.push(...this.#follow(state, changed))
    return live
  }

  /** Works through messages, each in the order of time; what many devices read of one message is there once. */
  async #workAll(device: LiveDevice, messages: readonly (readonly Said[])[], stored: Promise<unknown>): Promise<void> {
    const count = messages.reduce((sum, { length }) => sum + length, 0)
    let readings: readonly Said[] = []
    const late: Late = new Map()
    const going: (Promise<void> | null)[] = []
    const recordAll = (live: readonly CheckedReading[]) => {
      const recorded = live.length > 0 ? this.#record(device, live, this.#now()) : null
      // Awaited below: a failure must not be nobody's until then.
      recorded?.catch(() => {})
      return { recorded }
    }
    const inSlice = <T>(slice: Slice<T>) => this.#shared.slice(device.tenant_id, slice, device.sn_code)
    for (let at = 0; at < count; ) {
      const slice: Slice<{ recorded: Promise<void> | null } | Made> = (isOver) => {
        // Another one since it was read anew, or none since it was deleted.
        const current = this.#states.get(device.device_id)
        if (at === 0) readings = togetherInTime(messages)
        const live: CheckedReading[] = []
        let bytes = 0
        do {
          const said = current ? this.#takeSlice(current, readings.slice(at, at + 1), late) : []
          live.push(...said)
          bytes += costOfValues(said)
          at += 1
        } while (at < count && bytes < SLICE_BYTES && !isOver())
        const turn = bytes === 0 || this.#turn(device, bytes + costOfRows(live, this.#now()))
        return turn === true ? recordAll(live) : { live, turn, current }
      }
      // The next slice waits too, since it goes on from what this one has said.
      const { recorded } = await this.#inTurn(device.device_id, async () => {
        const made = await inSlice(slice)
        if ('recorded' in made) return made
        const { live, turn, current } = made
        const isTaken = await turn
        const isCurrent = () => isTaken && this.#states.get(device.device_id) === current
        return inSlice(() => (isCurrent() ? recordAll(live) : { recorded: null }))
      })
      going.push(recorded)
      if (going.length > SLICES_AT_ONCE) await going.shift()
    }
    await Promise.all(going)
    if (late.size > 0) await this.#past.take(device, late, stored)
  }

  #gather(state: VirtualState, readings: readonly Said[], stored: Promise<unknown>): Promise<void> {
    const { device } = state
    if (state.sourceCount <= 1 || this.#gatherMs === 0) return this.#workAll(device, [readings], stored)
    const known = this.#gathered.get(device)
    if (known) {
      known.messages.push(readings)
      known.stored.push(stored)
      return known.done
    }
    const fresh: Gathered = { messages: [readings], stored: [stored], done: Promise.resolve() }
    this.#gathered.set(device, fresh)
    fresh.done = new Promise((resolve) => setTimeout(resolve, this.#gatherMs)).then(() => {
      this.#gathered.delete(device)
      return this.#workAll(device, fresh.messages, Promise.all(fresh.stored))
    })
    return fresh.done
  }

  readonly take: VirtualDevices['take'] = async (device, readings, stored) => {
    const readers = this.#readersOf(device).filter((state) => state.device.tenant_id === device.tenant_id)
    if (readers.length === 0) return
    const said = readings.map((reading): Said => ({ source: device, reading })).sort(inTime)
    // Of a message whose readings many devices read, each of them keeps what has to be done.
    const [{ device: reader }] = readers as [VirtualState]
    const follow = () => Promise.all(readers.map((state) => this.#gather(state, said, stored)))
    if (readings.length === 1) await follow()
    else if (await this.#turn(reader, readings.length * readers.length * READ_BYTES))
      await messages.run(device.tenant_id, async () => this.#isClosing || (await follow()))
  }

  readonly close: VirtualDevices['close'] = async () => {
    for (const stop of this.#stops) stop()
    this.#isClosing = true
    this.#shared.close()
    await Promise.all(this.#turns.values())
    await Promise.all([...this.#gathered.values()].map(({ done }) => done.catch(() => {})))
    await this.#past.close()
  }
}

/** Values that wait for their turn. */
interface Made {
  live: CheckedReading[]
  turn: Promise<boolean>
  current: VirtualState | undefined
}

/** A reading, with the device whose it is. */
interface Said {
  readonly source: LiveDevice
  readonly reading: CheckedReading
}
/** What was said since the first of it, and is not worked out yet. */
interface Gathered {
  messages: (readonly Said[])[]
  stored: Promise<unknown>[]
  done: Promise<void>
}

const nameIn = ({ sn_code }: LiveDevice, { key }: LivePoint): string => cellName({ sn_code, key })

/** The point's newest is before what was read of it: a clock was ahead, or was set back. */
const wentBack = (fed: Fed | undefined): boolean =>
  fed !== undefined && fed.point.data_time !== null && fed.point.data_time < (fed.cell.data_time ?? 0)

const inTime = (a: Said, b: Said): number => a.reading.data_time - b.reading.data_time

const togetherInTime = (messages: readonly (readonly Said[])[]): readonly Said[] =>
  messages.length === 1 ? (messages[0] as readonly Said[]) : messages.flat().sort(inTime)
