import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { TELEMETRY_LIMITS } from '../../../core/contract/telemetry.ts'
import type { CheckedReading, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { hourOf, minuteOf } from '../history/buckets.ts'
import { type Budget, openBudget } from '../limits/limiter.ts'
import { openLines } from '../limits/lines.ts'
import type { RegisteredSender, Sender } from './senders.ts'

/** Bytes of messages that are worked on in a second. */
export interface IngestRates {
  ofDevice: number
  ofTenant: number
  now?: () => number
}

/** What is allowed at once is allowed again after so long: a device that was away hands over what it stored. */
const BURST_MS = 60_000
/** A message costs at least as much, however short it is. */
const MESSAGE_BYTES = 256
/** Messages of one sender that wait, as what they take in memory; the embedded broker reads no more from a connection long before. */
const WAITING_BYTES = 4_194_304
/** Of an unregistered device, and of all of them: nobody sees more of these than the names of their points. */
const OF_UNREGISTERED = { most: 30, perMs: MINUTE_MS } as const
const OF_ALL_UNREGISTERED = { most: 60 * 1_048_576, perMs: MINUTE_MS } as const
/** How long an unregistered device that sends too much waits for its acknowledgement. */
const UNREGISTERED_WAIT_MS = 1000

/** What a text costs beside its bytes, once a message is parsed: in the history it is a row of its own, however short. */
const TEXT_BYTES = 256

/** What virtual devices work out is paid in parts: messages of their organisation's other devices come in between. */
const PART_BYTES = 16_384

/** What a number costs that no message brought. */
const NUMBER_BYTES = 16

/**
 * What a number of the past costs as the first of its minute, and of its hour: the history has a row for each, and another for
 * the hour's roll-up, however few samples they hold. So what an organisation may send bounds what it stores: with each sample
 * in an hour of its own, 3,000 a second. A gateway of 100 points that was away for a day sends 98 MB for 1-second samples,
 * which count as 108, and 10 MB for 10-second ones, which count as 20: at 64 KB a second, the first minute at once, it has
 * caught up after 26 and 4 minutes (without this 24 and 1.5).
 */
const MINUTE_BYTES = 64
const HOUR_BYTES = 256
/** What is newer than this is in rows that the clock makes, and not the device. */
const OF_NOW_MS = 2 * MINUTE_MS

/** When the sample of the past was that was recorded last of a point: what a device stored may come one by one. */
const pastTimes = new WeakMap<LivePoint, number>()

export const isPast = ({ data_time }: Pick<CheckedReading, 'data_time'>, now: number) => data_time < now - OF_NOW_MS

/** Of numbers that are kept, the rows of the past that they take, beside what they cost themselves. */
export function costOfRows(readings: readonly CheckedReading[], now: number): number {
  let cost = 0
  const times = new Map<LivePoint, number>()
  for (const reading of readings) {
    if (!isPast(reading, now)) continue
    for (const { point, value } of reading.values) {
      if (!point.keep_history || typeof value === 'string') continue
      const last = times.get(point) ?? pastTimes.get(point) ?? 0
      if (minuteOf(last) !== minuteOf(reading.data_time)) cost += MINUTE_BYTES
      if (hourOf(last) !== hourOf(reading.data_time)) cost += HOUR_BYTES
      times.set(point, reading.data_time)
    }
  }
  return cost
}

/** These have paid for their rows: more of the same minutes takes none. */
export function rememberRows(readings: readonly CheckedReading[], now: number): void {
  for (const reading of readings)
    if (isPast(reading, now)) for (const { point } of reading.values) pastTimes.set(point, reading.data_time)
}

type Value = CheckedReading['values'][number]
const sumOf = (readings: readonly CheckedReading[], costOf: (value: Value['value']) => number): number =>
  readings.reduce(
    (sum, { values }) => values.reduce((its, { point, value }) => its + (point.keep_history ? costOf(value) : 0), sum),
    0,
  )

/** Of texts that are kept, beside the bytes of their message. */
export const costOfTexts = (readings: readonly CheckedReading[]): number =>
  sumOf(readings, (value) => (typeof value === 'string' ? TEXT_BYTES : 0))

/** Of values that are kept and that no message brought, in bytes of messages. */
export const costOfValues = (readings: readonly CheckedReading[]): number =>
  sumOf(readings, (value) => (typeof value === 'string' ? TEXT_BYTES + value.length : NUMBER_BYTES))

const rateOf = (bytesAS: number) => ({ most: (bytesAS * BURST_MS) / 1000, perMs: BURST_MS })
const costOf = (bytes: number) => Math.max(bytes, MESSAGE_BYTES)

/**
 * How fast messages of devices are worked on, so that one device, or one organisation, leaves room for the others. Checked
 * before a message is parsed, when its length alone is known. Messages of one sender keep their order, and wait as long as it
 * is who has the SN (`isCurrent`). What virtual devices work out is their organisation's: they send nothing themselves.
 */
export function openIngestRates({ ofDevice, ofTenant, now }: IngestRates, isCurrent: (from: Sender) => boolean) {
  const waits = openWaits()
  const devices = openLine(openBudget(rateOf(ofDevice), now), waits.wait, isCurrent)
  const tenants = openLine(openBudget(rateOf(ofTenant), now), waits.wait, isCurrent)
  /** What virtual devices of an organisation have waiting: one of it at a time is among what its other devices have. */
  const virtual = openLines<string>()
  const unregistered = openBudget(OF_UNREGISTERED, now)
  const allUnregistered = openBudget(OF_ALL_UNREGISTERED, now)
  const waitingBytes = new Map<string, number>()

  return {
    /** Whether a message may be worked on at once, which it then has to be. */
    passes({ key, device }: RegisteredSender, bytes: number): boolean {
      const tenant = String(device.tenant_id)
      if (device.is_virtual) return !virtual.has(tenant) && tenants.isOpen(tenant, bytes) && tenants.take(tenant, bytes)
      return (
        devices.isOpen(key, costOf(bytes)) &&
        tenants.isOpen(tenant, costOf(bytes)) &&
        devices.take(key, costOf(bytes)) &&
        tenants.take(tenant, costOf(bytes))
      )
    },
    /**
     * Resolves when a message that did not pass may be worked on, or is its sender's no longer: false when too many wait
     * already. Rejects when the server closes.
     */
    async turn(from: RegisteredSender, bytes: number): Promise<boolean> {
      const { key, device } = from
      const tenant = String(device.tenant_id)
      // What it is worked out of waits with it, where it came from.
      if (device.is_virtual) {
        await virtual.run(tenant, async () => {
          for (let left = bytes; left > 0; left -= PART_BYTES)
            await tenants.turn(tenant, Math.min(left, PART_BYTES), from)
        })
        return true
      }
      const before = waitingBytes.get(key) ?? 0
      // One may cost more by the rows that it makes.
      const held = Math.min(costOf(bytes), TELEMETRY_LIMITS.messageBytes)
      if (before + held > WAITING_BYTES) return false
      waitingBytes.set(key, before + held)
      try {
        await devices.turn(key, costOf(bytes), from)
        await tenants.turn(tenant, costOf(bytes), from)
      } finally {
        const left = (waitingBytes.get(key) ?? 0) - held
        if (left > 0) waitingBytes.set(key, left)
        else waitingBytes.delete(key)
      }
      return true
    },
    passesUnregistered: ({ key }: Sender, bytes: number): boolean =>
      unregistered.take(key) === 0 && allUnregistered.take('', costOf(bytes)) === 0,
    /** What an unregistered device that sends too much waits for. */
    penalty: (): Promise<void> => waits.wait(UNREGISTERED_WAIT_MS),
    /** Ends what waits of a device, where that is its sender's no longer. */
    changed: waits.wake,
    close: waits.close,
  }
}

/** Who waits for a budget, one after another for each key. */
function openLine(
  budget: Budget,
  wait: (ms: number, device: LiveDevice) => Promise<void>,
  isCurrent: (from: Sender) => boolean,
) {
  const lines = openLines<string>()
  return {
    isOpen: (key: string, cost: number): boolean => !lines.has(key) && budget.waitMs(key, cost) === 0,
    take: (key: string, cost: number): boolean => budget.take(key, cost) === 0,
    turn: (key: string, cost: number, from: RegisteredSender): Promise<void> =>
      lines.run(key, async () => {
        while (isCurrent(from)) {
          const ms = budget.take(key, cost)
          if (ms === 0) return
          await wait(ms, from.device)
        }
      }),
  }
}

/** Waits that end when the server closes: they reject, and what waited is not acknowledged. */
function openWaits() {
  const waiting = new Set<(error: Error | null) => void>()
  const ofDevice = new Map<LiveDevice, Set<() => void>>()
  const isClosed = new Error('The server is closing.')
  let error: Error | null = null

  const wait = (ms: number, device?: LiveDevice): Promise<void> =>
    new Promise((resolve, reject) => {
      if (error) return reject(error)
      const its = device && (ofDevice.get(device) ?? new Set())
      const wake = () => end(null)
      const end = (cause: Error | null) => {
        clearTimeout(timer)
        waiting.delete(end)
        its?.delete(wake)
        if (device && its?.size === 0) ofDevice.delete(device)
        if (cause) reject(cause)
        else resolve()
      }
      const timer = setTimeout(() => end(null), ms)
      waiting.add(end)
      if (device && its) ofDevice.set(device, its.add(wake))
    })

  return {
    wait,
    /** Ends what waits for a device before its time. */
    wake: (device: LiveDevice): void => {
      for (const end of [...(ofDevice.get(device) ?? [])]) end()
    },
    close: (): void => {
      error = isClosed
      for (const end of [...waiting]) end(isClosed)
    },
  }
}
