import { setTimeout as sleep } from 'node:timers/promises'
import { snKey } from '../../../core/rules/sn.ts'
import type { CheckedReading, Fleet, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import type { Telemetry } from '../history/telemetry.ts'
import type { Recording } from '../ingest/ingest.ts'
import { costOfRows, costOfValues } from '../ingest/ingest-rates.ts'
import { openLines } from '../limits/lines.ts'
import { openSharedTime, type SharedTime, type Slice } from '../limits/shared-time.ts'
import { Batch, inTime, type Message, type Said } from './batch.ts'
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
  /** Whether any of them reads it. */
  read(device: LiveDevice): boolean
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
/** When the server closes, what waits longer is not acknowledged: it comes again, and a supervisor does not wait for ever. */
const CLOSING_MS = 5000
/**
 * Readings of several devices are gathered for so long before they are worked out: two meters that report at the same
 * time are compared as of that time, and not one's new value with the other's old one.
 */
const GATHER_MS = 100
/** Slices whose values are on their way to the store. */
const SLICES_AT_ONCE = 8
/** Batches of one device that are worked through, and of which not all is durable: what came late takes its time. */
const BATCHES_AT_ONCE = 50
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
  /** By device: what is done with it. */
  readonly #turns = openLines<number>()
  /** By organisation: values that wait for their turn are of one of its devices at a time, which alone are in memory. */
  readonly #made = openLines<number>()
  /** By device: the settling that waits for its turn. Whatever else changes until then is settled with it. */
  readonly #toSettle = new Map<number, ToSettle>()
  /** What waits for its turn to be placed again. */
  readonly #toPlace = new Set<LiveDevice>()
  readonly #past
  readonly #stops
  #isClosing = false
  #closeBy = Number.POSITIVE_INFINITY
  /** By device that is at work: what was said and waits for its next turn, in the order in which it came. */
  readonly #gathered = new Map<number, Message[]>()
  /** Devices at work, and what was said and is not durable yet. */
  readonly #going = new Set<Promise<void>>()

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
    { device, hasMissing, time: standingTime }: VirtualState,
    worked: readonly WorkedOut[],
    kind: Kind,
  ): CheckedReading[] {
    const said = new Map<number, CheckedReading['values'][number][]>()
    for (const { key, kept, time } of worked) {
      const point = device.points.get(key)
      // What it needs has no value yet; one that it had is none any more.
      const found = kept ?? (point?.data_time === null ? null : NO_VALUE)
      if (!point || !found) continue
      // Of what is not there, or not seen by its maker, any more nothing is read, and that is so since now.
      const isMissing = time === 0 && hasMissing && kind === 'later' && point.data_time !== null
      if (time === 0 && !isMissing) continue
      // What it reads went back from a time that is still to come: so does what follows.
      const isBack = (point.data_time ?? 0) > this.#now() && standingTime <= this.#now()
      const before = isBack ? 0 : (point.data_time ?? 0)
      if (kind === 'missed' && time <= before) continue
      if (kind === 'later' && point.value === found.value && point.quality === found.quality) continue
      const data_time = Math.max(isMissing ? this.#now() : time + Number(kind === 'later'), before)
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
    this.#turns
      .run(device_id, async () => {
        while (!isDone) await this.#shared.slice(tenant_id, goOn, sn_code)
      })
      .catch(this.#report)
  }

  *#settlingNext(device_id: number): Generator<void> {
    const waiting = this.#toSettle.get(device_id)
    this.#toSettle.delete(device_id)
    if (waiting) yield* this.#settling(waiting.state, waiting.kinds)
  }

  /** One formula after the other; none any more of a device that was read anew, deleted, or is left to the next start. */
  *#settling(state: VirtualState, kinds: ReadonlySet<Kind>): Generator<void> {
    const { work, hasMissing } = state
    const isLeft = () => this.#isClosing || !this.#isLast(state)
    // Where nothing that it reads is alive it stays as it was.
    if (isLeft() || (isAllSilent(state) && !hasMissing)) return
    const worked: WorkedOut[] = []
    for (const one of workingOut(work, work.cells.keys(), this.#now())) {
      worked.push(one)
      yield
      if (isLeft()) return
    }
    for (const kind of SETTLED) {
      if (!kinds.has(kind)) continue
      const readings = this.#sayingOf(state, worked, kind)
      if (readings.length > 0) this.#say(state, readings)
    }
  }

  /** It was not read anew since, nor deleted. */
  #isLast(state: VirtualState): boolean {
    return this.#states.get(state.device.device_id) === state
  }

  /** Records what nobody waits for. */
  #say(state: VirtualState, readings: readonly CheckedReading[]): void {
    const { device } = state
    const turn = this.#turn(device, costOfValues(readings) + costOfRows(readings, this.#now()))
    if (turn === true) this.#record(device, readings, this.#now()).catch(this.#report)
    else
      turn
        .then((isTaken) => (isTaken && this.#isLast(state) ? this.#record(device, readings, this.#now()) : undefined))
        .catch((error) => this.#isClosing || this.#report(error))
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

  /** What follows from some readings. It waits for its turn where that is not at once. */
  #makeSlice(device: LiveDevice, batch: Batch, isOver: () => boolean): Made {
    batch.begin()
    // Another one since it was read anew, or none since it was deleted.
    const state = this.#states.get(device.device_id)
    const live: CheckedReading[] = []
    let bytes = 0
    do {
      const said = state ? this.#takeSlice(state, batch.readings.slice(batch.at, batch.at + 1), batch.late) : []
      live.push(...said)
      bytes += READ_BYTES + costOfValues(said)
      batch.at += 1
    } while (batch.at < batch.readings.length && bytes < SLICE_BYTES && !isOver())
    return { state, live, turn: this.#turn(device, bytes + costOfRows(live, this.#now())) }
  }

  #recordMade({ state, live }: Made): Recorded {
    if (!state || live.length === 0 || !this.#isLast(state)) return { recorded: null }
    const recorded = this.#record(state.device, live, this.#now())
    // Awaited later: a failure must not be nobody's until then.
    recorded.catch(() => {})
    return { recorded }
  }

  /** Makes and records one slice. The next one waits for it, since it goes on from what this one has said. */
  async #workSlice(device: LiveDevice, batch: Batch): Promise<Recorded> {
    const { tenant_id, sn_code } = device
    const inSlice = <T>(slice: Slice<T>) => this.#shared.slice(tenant_id, slice, sn_code)
    const recordInTurn = async (made: Made): Promise<Recorded> =>
      (await made.turn) ? inSlice(() => this.#recordMade(made)) : { recorded: null }
    const first = await inSlice((isOver) => {
      if (this.#made.has(tenant_id)) return null
      const made = this.#makeSlice(device, batch, isOver)
      if (made.turn === true) return this.#recordMade(made)
      return { inTurn: this.#made.run(tenant_id, () => recordInTurn(made)) }
    })
    if (first !== null) return 'inTurn' in first ? first.inTurn : first
    return this.#made.run(tenant_id, async () =>
      recordInTurn(await inSlice((isOver) => this.#makeSlice(device, batch, isOver))),
    )
  }

  /** Has a device work through what is gathered for it, until there is nothing more. */
  async #workOff(device: LiveDevice, waiting: Message[]): Promise<void> {
    const onTheirWay: Promise<void>[] = []
    const finishing: Promise<void>[] = []
    while (waiting.length > 0) {
      if (finishing.length === BATCHES_AT_ONCE) await finishing.shift()
      // Its formulas may have been changed since the batch before.
      const isOfSeveral = (this.#states.get(device.device_id)?.sourceCount ?? 0) > 1
      if (isOfSeveral && this.#gatherMs > 0) await sleep(this.#gatherMs)
      const batch = new Batch(waiting, isOfSeveral)
      const all: Promise<void>[] = []
      try {
        do {
          if (this.#now() > this.#closeBy) throw new Error('The server is closing.')
          const { recorded } = await this.#turns.run(device.device_id, () => this.#workSlice(device, batch))
          if (!recorded) continue
          all.push(recorded)
          onTheirWay.push(recorded.catch(() => {}))
          if (onTheirWay.length > SLICES_AT_ONCE) await onTheirWay.shift()
        } while (batch.at < batch.readings.length)
        finishing.push(this.#keepGoing(this.#finish(device, batch, all)))
      } catch (error) {
        batch.fail(error)
      }
    }
    this.#gathered.delete(device.device_id)
  }

  /** Waits until all that follows from a batch is durable. */
  async #finish(device: LiveDevice, batch: Batch, recorded: readonly Promise<void>[]): Promise<void> {
    try {
      await Promise.all(recorded)
      if (batch.late.size > 0) await this.#past.take(device, batch.late, batch.stored())
      batch.done()
    } catch (error) {
      batch.fail(error)
    }
  }

  #keepGoing(work: Promise<void>): Promise<void> {
    const ended = work.finally(() => this.#going.delete(ended))
    this.#going.add(ended)
    return ended
  }

  /** A device that is at work finds the message when it has its next turn, and works through all that came until then. */
  #gather({ device }: VirtualState, message: Message): void {
    const waiting = this.#gathered.get(device.device_id)
    if (waiting) {
      waiting.push(message)
      return
    }
    const fresh = [message]
    this.#gathered.set(device.device_id, fresh)
    this.#keepGoing(this.#workOff(device, fresh))
  }

  readonly take: VirtualDevices['take'] = (device, readings, stored) => {
    const readers = this.#readersOf(device).filter((state) => state.device.tenant_id === device.tenant_id)
    if (readers.length === 0) return Promise.resolve()
    const said = readings.map((reading): Said => ({ source: device, reading })).sort(inTime)
    return new Promise((resolve, reject) => {
      let left = readers.length
      const done = () => {
        left -= 1
        if (left === 0) resolve()
      }
      for (const state of readers) this.#gather(state, { said, stored, done, fail: reject })
    })
  }

  readonly read: VirtualDevices['read'] = ({ sn_code }) => (this.#bySource.get(snKey(sn_code))?.size ?? 0) > 0

  readonly close: VirtualDevices['close'] = async () => {
    for (const stop of this.#stops) stop()
    this.#isClosing = true
    this.#closeBy = this.#now() + CLOSING_MS
    this.#shared.close()
    // First: what is worked on waits for it.
    const past = this.#past.close()
    while (this.#going.size > 0) await Promise.all(this.#going)
    await this.#turns.settled()
    await past
  }
}

/** Values with their turn. */
interface Made {
  state: VirtualState | undefined
  live: CheckedReading[]
  turn: true | Promise<boolean>
}
/** Until when they are durable; null where there are none. */
interface Recorded {
  recorded: Promise<void> | null
}

const nameIn = ({ sn_code }: LiveDevice, { key }: LivePoint): string => cellName({ sn_code, key })

/** The point's newest is before what was read of it: a clock was ahead, or was set back. */
const wentBack = (fed: Fed | undefined): boolean =>
  fed !== undefined && fed.point.data_time !== null && fed.point.data_time < (fed.cell.data_time ?? 0)
