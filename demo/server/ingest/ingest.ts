import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { DataType, DeviceLogLine } from '../../../core/contract/device.ts'
import { CommandReply, LogMessage, StatusMessage, TELEMETRY_LIMITS } from '../../../core/contract/telemetry.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { UpTopic } from '../broker/rights.ts'
import type { Uplink } from '../broker/uplink.ts'
import type { Db } from '../db/db.ts'
import { storable } from '../db/storable.ts'
import type { Metrics } from '../diagnostics/metrics.ts'
import type { Fleet, JudgedReading, LiveDevice } from '../fleet/fleet.ts'
import { offers } from '../fleet/offered.ts'
import type { Sample } from '../history/sample.ts'
import type { Budget } from '../limits/limiter.ts'
import { networkOf } from '../limits/network-of.ts'
import { createArrivals } from './arrivals.ts'
import type { FindRoute } from './command-route.ts'
import { fits, isPointKey, readValue, typeOf } from './judge.ts'
import { openPace, type PaceRates } from './pace.ts'
import { parseJson, parseTelemetry, type RawReading } from './parse.ts'
import { samplesOf } from './samples.ts'
import { createSparkplug, type TakeFrom } from './sparkplug/sparkplug.ts'
import { openStrangers } from './strangers.ts'

export interface Ingest extends Uplink {
  /** Writes what waits. Call it after the broker is closed. */
  close(): Promise<void>
}

/** Takes values of a device: live at once, then durable with their alarms. */
export type RecordReadings = (device: LiveDevice, readings: readonly JudgedReading[], received: number) => Promise<void>

/** What the domains above do with readings; each is handed in, and says of itself what it is. */
interface AlarmsOfReadings {
  judge(device: LiveDevice, readings: readonly JudgedReading[], stored?: Promise<unknown>): Promise<void>
}
interface VirtualReadings {
  take(device: LiveDevice, readings: readonly JudgedReading[], stored: Promise<unknown>): Promise<void>
  close(): Promise<void>
}
interface CommandReplies {
  reply(sn_code: string, id: string, status: CommandReply['status'], reason: string | null): Promise<boolean>
  carryBy(findRoute: FindRoute): void
}
interface DeviceLines {
  write(device: LiveDevice, kind: DeviceLogLine['kind'], detail: { reason?: string } & Record<string, unknown>): void
  say(device: LiveDevice, line: { log_time: number; level: string; text: string }): boolean
}

export interface IngestParts {
  db: Db
  fleet: Fleet
  /** Resolves when the samples are durable. */
  append: (samples: readonly Sample[]) => Promise<void>
  alarms: AlarmsOfReadings
  commands: CommandReplies
  /** Virtual devices, which `record` their values as devices' own are recorded. */
  virtualDevices: (record: RecordReadings) => VirtualReadings
  /** To the devices. */
  send: (topic: string, payload: Uint8Array, withinMs?: number) => Promise<void>
  log: DeviceLines
  metrics: Metrics
  report: (error: unknown) => void
  /** An external broker's devices never signed in here: their SNs are kept on their first message. */
  meetsStrangers: boolean
  /** `list`: SNs that nobody imported are not kept. */
  provisioning: 'open' | 'list'
  /** Unknown SNs that a network may bring, those behind its Sparkplug nodes among them. */
  newDevices: Budget
  rates: PaceRates
  now?: () => number
}

interface TimedReading {
  data_time: number
  values: RawReading['values']
}

/** Lines of the log, replies and signs of life: the longest line has 2,000 characters, and each may be written as six. */
const SHORT_BYTES = 16_384
/** What is older than history reaches back comes from a clock that was never set. */
const OLDEST_MS = LIMITS.historyDays * DAY_MS

export function createIngest(parts: IngestParts): Ingest {
  const { db, fleet, append, alarms, commands, send, log, metrics, report, now = Date.now, meetsStrangers } = parts
  const strangers = openStrangers(db, report, parts)
  const pace = openPace(parts.rates)
  const offer = offers(db, fleet)

  const refuse: Uplink['refuse'] = (sn_code, reason, detail) => {
    metrics.refused.inc({ reason })
    const device = fleet.get(sn_code)
    if (device) log.write(device, 'refused', { reason, ...detail })
  }

  const isTimely = (sn_code: string, time: number, received: number): boolean => {
    const isFuture = time > received + LIMITS.readingAheadMs
    if (!isFuture && time > received - OLDEST_MS) return true
    refuse(sn_code, isFuture ? 'future' : 'past', { ts: time })
    return false
  }

  const timeOfArrival = createArrivals()
  /** Null for a reading that is refused. */
  const timed = (device: LiveDevice, reading: RawReading, received: number): TimedReading | null => {
    const { sent_time, values } = reading
    if (sent_time !== null)
      return isTimely(device.sn_code, sent_time, received) ? { data_time: sent_time, values } : null
    const data_time = timeOfArrival(device, reading, received)
    if (data_time === null) refuse(device.sn_code, 'too_fast', {})
    return data_time === null ? null : { data_time, values }
  }

  /** Keys that the device has no point for, with the types that their values tell. */
  const unknownKeys = (device: LiveDevice, readings: readonly TimedReading[]): Map<string, DataType> => {
    const unknown = new Map<string, DataType>()
    for (const { values } of readings) {
      for (const key in values) {
        if (device.points.has(key) || unknown.has(key)) continue
        const read = readValue(values[key])
        const type = typeof read === 'string' ? null : typeOf(read.value)
        if (!isPointKey(key)) refuse(device.sn_code, 'key', { key: storable(key.slice(0, 100)) })
        else if (type !== null) unknown.set(key, type)
      }
    }
    return unknown
  }

  const judge = (device: LiveDevice, { data_time, values }: TimedReading): JudgedReading => {
    const judged: JudgedReading['values'][number][] = []
    for (const key in values) {
      const point = device.points.get(key)
      if (!point) continue
      const read = readValue(values[key])
      if (typeof read === 'string' || !fits(read.value, point.data_type)) {
        refuse(device.sn_code, 'type', { key, wanted: point.data_type })
        continue
      }
      judged.push({ point, value: read.value, quality: read.quality })
    }
    return { data_time, values: judged }
  }

  /** Values of a device: live at once, then durable with the alarms that they raise. */
  const record: RecordReadings = async (device, readings, received) => {
    fleet.apply(device, readings, now())
    const samples = readings.flatMap(samplesOf)
    metrics.values.inc(samples.length)
    try {
      const stored = samples.length > 0 ? append(samples) : Promise.resolve()
      await Promise.all([stored, alarms.judge(device, readings, stored)])
    } catch (error) {
      metrics.refused.inc({ reason: 'store' })
      report(error)
      throw error
    }
    metrics.commitSeconds.observe((now() - received) / 1000)
  }

  const virtualDevices = parts.virtualDevices(record)

  const takeReadings = async (device: LiveDevice, raw: readonly RawReading[], received: number): Promise<void> => {
    const timely = raw.flatMap((reading) => timed(device, reading, received) ?? [])
    const unknown = unknownKeys(device, timely)
    if (unknown.size > 0) {
      const tooMany = await offer(device, unknown)
      if (tooMany > 0) refuse(device.sn_code, 'too_many_points', { keys: tooMany })
    }
    const readings = timely.map((reading) => judge(device, reading))
    if (readings.length === 0) return
    const recorded = record(device, readings, received)
    await Promise.all([recorded, virtualDevices.take(device, readings, recorded)])
  }

  /** Readings of whoever sends them. */
  const takeFrom: TakeFrom = async (sn_code, raw, received, behind) => {
    const device = fleet.get(sn_code)
    if (device?.is_virtual) return refuse(sn_code, 'virtual', {})
    if (device) return takeReadings(device, raw, received)
    metrics.refused.inc({ reason: 'unregistered' })
    const node = behind === null ? null : { sn_code: behind, network: networks.get(snKey(behind)) ?? behind }
    strangers.report(sn_code, raw, node)
  }

  const sparkplug = createSparkplug({ fleet, send, takeFrom, refuse, now })
  commands.carryBy(sparkplug.routeTo)

  const takeLog = (sn_code: string, payload: Uint8Array) => {
    const line = LogMessage.safeParse(parseJson(payload))
    const device = fleet.get(sn_code)
    if (!line.success) return refuse(sn_code, 'not_the_schema', { topic: 'log' })
    if (!device) return
    const { ts = now(), level, text } = line.data
    if (!isTimely(sn_code, ts, now())) return
    const isTaken = log.say(device, { log_time: Math.round(ts), level, text: storable(text) })
    if (!isTaken) refuse(sn_code, 'too_many_lines', {})
  }

  const takeReply = async (sn_code: string, command_id: string, payload: Uint8Array) => {
    const reply = CommandReply.safeParse(parseJson(payload))
    if (!reply.success) return refuse(sn_code, 'reply', { command_id })
    const { status, reason } = reply.data
    const isAwaited = await commands.reply(sn_code, command_id, status, reason === undefined ? null : storable(reason))
    if (!isAwaited) refuse(sn_code, 'reply', { command_id })
  }

  /** Open connections by SN in lower case. */
  const connections = new Map<string, number>()
  /** Networks from which they came last. */
  const networks = new Map<string, string>()
  const count = (sn_code: string, change: 1 | -1): number => {
    const sn = snKey(sn_code)
    const open = Math.max(0, (connections.get(sn) ?? 0) + change)
    if (open > 0) connections.set(sn, open)
    else connections.delete(sn)
    return open
  }

  /** Whether a message's turn came: a device that sends too fast is slowed down, where its broker lets it be, else it loses messages. */
  const hasTurn = async (sn_code: string, kind: UpTopic['kind'], bytes: number): Promise<boolean> => {
    const device = fleet.get(sn_code)
    if (!device) {
      if (pace.passesUnregistered(sn_code, bytes)) return true
      metrics.refused.inc({ reason: 'unregistered' })
      if (!meetsStrangers) await pace.penalty()
      return false
    }
    // A command's reply and a sign of life do not wait behind readings.
    if (kind === 'reply' || kind === 'status' || pace.passes(device, bytes)) return true
    if (!meetsStrangers) {
      metrics.slowed.inc()
      log.write(device, 'refused', { reason: 'slowed' })
      if (await pace.turn(device, bytes)) return true
    }
    refuse(sn_code, 'too_much', {})
    return false
  }

  const ingest: Ingest = {
    take: async (sn_code, topic, { kind, command_id }, payload) => {
      const received = now()
      metrics.messages.inc({ kind })
      const isData = kind === 'telemetry' || kind === 'sparkplug'
      if (payload.length > (isData ? TELEMETRY_LIMITS.messageBytes : SHORT_BYTES)) {
        return refuse(sn_code, 'too_large', { topic: topic.slice(0, 200), bytes: payload.length })
      }
      if (!(await hasTurn(sn_code, kind, payload.length))) return
      if (kind === 'sparkplug') return sparkplug.take(sn_code, topic, payload, received)
      if (kind === 'log') return takeLog(sn_code, payload)
      if (kind === 'reply') return takeReply(sn_code, command_id ?? '', payload)
      if (kind === 'status') {
        const status = StatusMessage.safeParse(Buffer.from(payload).toString())
        return status.success ? undefined : refuse(sn_code, 'not_the_schema', { topic: 'status' })
      }
      const raw = parseTelemetry(payload)
      if (typeof raw === 'string') return refuse(sn_code, raw, { topic: 'telemetry' })
      return takeFrom(sn_code, raw, received, null)
    },
    arrived: (sn_code, detail) => {
      count(sn_code, 1)
      if (detail.address) networks.set(snKey(sn_code), networkOf(detail.address))
      fleet.setConnected(sn_code, true, now())
      const device = fleet.get(sn_code)
      if (device) log.write(device, 'connected', detail)
    },
    left: (sn_code, reason) => {
      fleet.setConnected(sn_code, false, now())
      if (count(sn_code, -1) === 0) {
        networks.delete(snKey(sn_code))
        sparkplug.left(sn_code)
      }
      const device = fleet.get(sn_code)
      if (device) log.write(device, 'disconnected', { reason })
    },
    refuse,
    signInRefused: (sn_code, reason, address) => {
      const device = fleet.get(sn_code)
      if (device) log.write(device, 'refused', { reason: `sign_in_${reason}`, address })
    },
    close: async () => {
      sparkplug.close()
      pace.close()
      await virtualDevices.close()
      await strangers.close()
    },
  }
  return ingest
}
