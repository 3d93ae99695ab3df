import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { CHANNEL_NEEDS } from '../../../core/contract/client-frame.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { type Fleet, type LiveDevice, qualityOf } from '../fleet/fleet.ts'
import { boundPoints } from '../fleet/seen-devices.ts'
import { type Caller, canSee, isLet } from '../http/caller.ts'

/** Whoever listens to devices: what was sent last, and what has changed since. */
export interface Listener {
  /** The last `seq` that was sent of a device, by SN; -1 asks for a snapshot. */
  readonly seqs: Map<string, number>
  readonly dirty: Set<Watched>
  /** For whom only some points are open; by SN in lower case. */
  only?: ReadonlyMap<string, ReadonlySet<string>> | undefined
  /** Of devices that are open in part, as a dashboard binds them, the keys that are; by SN. */
  parts?: Map<string, ReadonlySet<string>>
}

type Change = readonly [key: string, seq: number]

/**
 * What is watched of one device by anybody. `changes`: the keys of its points with the `seq` of the device at which they
 * changed, the newest last: at least the last change of each.
 */
export interface Watched {
  device: LiveDevice
  readonly members: Set<Listener>
  changes: Change[]
  /** Frames made at `madeAtSeq`, by the `seq` that they start from: equal subscribers share the text for a moment. */
  readonly made: Map<number, string>
  madeAtSeq: number
  /** Epoch ms, of the first of them. */
  madeAtTime: number
  /** The state, or who may see it, is new, and its listeners have still to be checked: nothing is sent of it until then. */
  isRestated: boolean
}

/** Whether the caller may open channels of this kind at all: the rights of the calls that return the same. */
export const mayOpen = (caller: Caller, kind: keyof typeof CHANNEL_NEEDS): boolean =>
  caller.visitor
    ? kind === 'device'
    : isLet(caller, ['read']) && CHANNEL_NEEDS[kind].some((right) => hasRight(caller.roles, right))

/** Whether the caller may listen to a device, to all of it or to what a dashboard of his binds; what he listens to is that from now on. */
export function hears(listener: Pick<Listener, 'parts'>, caller: Caller, device: LiveDevice): boolean {
  const part = boundPoints(caller, device)
  if (part === undefined) {
    listener.parts?.delete(device.sn_code)
    return canSee(caller, device)
  }
  listener.parts ??= new Map()
  listener.parts.set(device.sn_code, part)
  return true
}

/** The devices that somebody listens to, and what to send of them. */
export function createChannels<L extends Listener>(fleet: Fleet, now: () => number) {
  const watched = new Map<string, Watched>()
  /** Of which listeners are to be notified: once in a while, however many messages came since. */
  const changed = new Set<Watched>()
  const shared = createSharedFrames()

  return {
    membersOf: (sn_code: string): Iterable<L> => (watched.get(sn_code)?.members ?? []) as Iterable<L>,

    /** False where the caller may not, or the device is not there: both sound the same to the asker. */
    join(listener: L, caller: Caller, sn_code: string, seq: number): boolean {
      const device = fleet.get(sn_code)
      if (!device || !hears(listener, caller, device)) return false
      let one = watched.get(device.sn_code)
      if (!one) {
        one = {
          device,
          members: new Set(),
          changes: [],
          made: new Map(),
          madeAtSeq: device.seq,
          madeAtTime: 0,
          isRestated: false,
        }
        watched.set(device.sn_code, one)
      }
      one.members.add(listener)
      // Values that nobody watched left no trace of when they changed: only an unchanged device can be resumed.
      const isCurrent = seq === device.seq
      listener.seqs.set(device.sn_code, isCurrent ? seq : -1)
      if (!isCurrent) listener.dirty.add(one)
      return true
    },

    leave(listener: L, sn_code: string): void {
      const one = watched.get(sn_code)
      listener.seqs.delete(sn_code)
      if (!one) return
      one.members.delete(listener)
      listener.dirty.delete(one)
      if (one.members.size > 0) return
      watched.delete(sn_code)
      changed.delete(one)
    },

    valuesChanged(device: LiveDevice, keys: readonly string[]): void {
      const one = watched.get(device.sn_code)
      if (!one) return
      one.device = device
      for (const key of keys) one.changes.push([key, device.seq])
      if (one.changes.length > 2 * device.points.size + CHANGES) one.changes = lastOfEach(one.changes)
      changed.add(one)
    },

    /** The state, or how far every value can be trusted, is new: only a snapshot says both. */
    stateChanged(device: LiveDevice): void {
      const one = watched.get(device.sn_code)
      if (!one) return
      one.device = device
      one.made.clear()
      one.isRestated = true
      changed.add(one)
    },

    /**
     * Marks for listeners what changed since the last time, a device at each step. `mayHear` removes a listener to whom a
     * device with a new state is closed.
     */
    *spread(mayHear: (listener: L, device: LiveDevice) => boolean, mark: (listener: L) => void): Generator<void> {
      // What changes meanwhile is the next time's.
      let left = changed.size
      for (const one of changed) {
        if (left-- === 0) break
        changed.delete(one)
        const { isRestated, device } = one
        for (const listener of one.members as Set<L>) {
          if (isRestated && !mayHear(listener, device)) continue
          if (isRestated) listener.seqs.set(device.sn_code, -1)
          listener.dirty.add(one)
          mark(listener)
        }
        one.isRestated = false
        yield
      }
    },

    /**
     * Takes what has changed for a listener as texts of frames, newest values only, until these have so many letters; what
     * is left stays for the next time.
     */
    take(listener: L, most = LETTERS_AT_ONCE): string[] {
      const texts: string[] = []
      let letters = most
      for (const one of listener.dirty) {
        if (letters <= 0) break
        if (one.isRestated) continue
        listener.dirty.delete(one)
        const { sn_code, seq } = one.device
        const from = listener.seqs.get(sn_code) ?? -1
        // It was sent before anybody marked what changed.
        if (from === seq) continue
        const { only, parts } = listener
        const keys = only ? (only.get(snKey(sn_code)) ?? NO_KEYS) : parts?.get(sn_code)
        const text = keys ? partOf(one, from, now(), keys) : frameOf(one, from, now(), shared)
        listener.seqs.set(sn_code, seq)
        letters -= LOOKED_AT_LETTERS
        if (text === null) continue
        texts.push(text)
        letters -= text.length
      }
      return texts
    },
  }
}

/** Letters that one listener is sent at once, and one device more: the snapshots of all that it watches may be 100 MB. */
export const LETTERS_AT_ONCE = 262_144
/** A frame tells the server's time, by which pages set their clocks: it may be so old. */
const SHARED_MS = 250
/** Longer frames are not kept for other listeners: some thousand devices would take too much memory. */
const SHARED_LETTERS = 65_536
/** Of all devices. */
const SHARED_IN_ALL = 16_777_216

/** What a device of which nothing is sent costs, in letters. */
const LOOKED_AT_LETTERS = 100
/** Changes of a device that are held before looking whether some are of the same point. */
const CHANGES = 32

const NO_KEYS: ReadonlySet<string> = new Set()

type Value = [key: string, value: [unknown, string, number]]

/** Keys of points that have changed since: as many are looked at as have. */
function changedSince({ changes }: Watched, from: number): Set<string> {
  const keys = new Set<string>()
  for (let at = changes.length - 1; at >= 0; at -= 1) {
    const [key, seq] = changes[at] as Change
    if (seq <= from) break
    keys.add(key)
  }
  return keys
}

/** The last change of each point, the newest last. */
function lastOfEach(changes: readonly Change[]): Change[] {
  const last = new Map<string, number>()
  for (const [key, seq] of changes) {
    last.delete(key)
    last.set(key, seq)
  }
  return [...last]
}

function valuesOf({ device }: Watched, keys: Iterable<string>, time: number): Value[] {
  const values: Value[] = []
  for (const key of keys) {
    const point = device.points.get(key)
    if (!point?.is_added || point.data_time === null) continue
    values.push([key, [point.value, qualityOf(point, device, time), point.data_time]])
  }
  return values
}

const textOf = ({ device }: Watched, from: number, time: number, values: readonly Value[]): string =>
  JSON.stringify({
    type: from < 0 ? 'snapshot' : 'delta',
    channel: `device/${device.sn_code}`,
    seq: device.seq,
    server_time: time,
    dev_state: device.dev_state,
    report_time: device.report_time,
    ...(from < 0 && { described_time: device.described_time }),
    values: Object.fromEntries(values),
  })

/** The frame for whom only some points are open; null where none of them changed. */
function partOf(one: Watched, from: number, time: number, keys: ReadonlySet<string>): string | null {
  const wanted = from < 0 ? keys : [...changedSince(one, from)].filter((key) => keys.has(key))
  const values = valuesOf(one, wanted, time)
  return from >= 0 && values.length === 0 ? null : textOf(one, from, time, values)
}

/** The frame for whoever sees the whole device. */
function frameOf(one: Watched, from: number, time: number, shared: SharedFrames): string {
  const { device, made } = one
  if (one.madeAtSeq !== device.seq || Math.abs(time - one.madeAtTime) > SHARED_MS) {
    made.clear()
    one.madeAtSeq = device.seq
    one.madeAtTime = time
  }
  const known = made.get(from)
  if (known !== undefined) return known
  const keys = from < 0 ? device.points.keys() : changedSince(one, from)
  const text = textOf(one, from, time, valuesOf(one, keys, time))
  if (text.length <= SHARED_LETTERS) shared.keep(one, from, text)
  return text
}

interface SharedFrames {
  keep(one: Watched, from: number, text: string): void
}

/** Sockets of the same rate ask for the same frames within a moment: so many letters are kept, and then all are forgotten. */
function createSharedFrames(): SharedFrames {
  const kept = new Set<Watched>()
  let letters = 0
  return {
    keep(one, from, text) {
      letters += text.length
      if (letters > SHARED_IN_ALL) {
        for (const { made } of kept) made.clear()
        kept.clear()
        letters = text.length
      }
      kept.add(one)
      one.made.set(from, text)
    },
  }
}

/** The device of a channel `device/{sn}`; '' for any other. */
export const snOf = (channel: string): string => (channel.startsWith('device/') ? channel.slice('device/'.length) : '')
