import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { DataType, DeviceLogLine } from '../../../core/contract/device.ts'
import { CommandReply, LogMessage, StatusMessage, TELEMETRY_LIMITS } from '../../../core/contract/telemetry.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { UpTopic } from '../broker/rights.ts'
import type { Uplink } from '../broker/uplink.ts'
import type { Db } from '../db/db.ts'
import { storable } from '../db/storable.ts'
import type { Metrics, RefusalReason } from '../diagnostics/metrics.ts'
import type { CheckedReading, Fleet, LiveDevice } from '../fleet/fleet.ts'
import { offers, type RequirePointRoom } from '../fleet/offered.ts'
import type { Sample } from '../history/sample.ts'
import type { Budget } from '../limits/limiter.ts'
import { openLines } from '../limits/lines.ts'
import type { LoopAccounts, Owner } from '../limits/loop-accounts.ts'
import { networkOf } from '../limits/network-of.ts'
import { openSharedTime, type SharedTime } from '../limits/shared-time.ts'
import { createArrivals } from './arrivals.ts'
import { fits, readValue, unknownKeys } from './check-value.ts'
import type { FindRoute } from './command-route.ts'
import { costOfRows, costOfTexts, type IngestRates, isPast, openIngestRates, rememberRows } from './ingest-rates.ts'
import { parseJson, parseTelemetry, type RawReading } from './parse.ts'
import { openPatience } from './patience.ts'
import { samplesOf } from './samples.ts'
import { isRegistered, openSenders, type RegisteredSender, type Sender } from './senders.ts'
import { createSparkplug } from './sparkplug/sparkplug.ts'
import { withinTextRoom } from './text-room.ts'
import { openTurns } from './turns.ts'
import { openUnregistered } from './unregistered.ts'

export interface Ingest extends Uplink {
  /** Writes what waits. Call it after the broker is closed. */
  close(): Promise<void>
}

/** Takes values of a device: live at once, then durable with their alarms. */
export type RecordReadings = (
  device: LiveDevice,
  readings: readonly CheckedReading[],
  received: number,
) => Promise<void>

/** How values that are worked out from readings are taken. */
export interface Recording {
  record: RecordReadings
  /**
   * Of a message of some bytes thousands of values may be worked out: this work takes its turn as what devices send does, in
   * bytes of messages. True: at once. False: it is not taken, where the broker cannot be slowed down; the device's log says so.
   */
  turn: (device: LiveDevice, bytes: number) => true | Promise<boolean>
}

/** What the domains above do with readings; each is handed in, and says of itself what it is. */
interface AlarmsOfReadings {
  evaluate(device: LiveDevice, readings: readonly CheckedReading[], stored?: Promise<unknown>): Promise<void>
}
interface VirtualReadings {
  take(device: LiveDevice, readings: readonly CheckedReading[], stored: Promise<unknown>): Promise<void>
  /** Whether any of them reads it. */
  read(device: LiveDevice): boolean
  close(): Promise<void>
}
interface CommandReplies {
  reply(sn_code: string, id: string, status: CommandReply['status'], reason: string | null): Promise<boolean>
  carryBy(findRoute: FindRoute): void
}
interface AnnouncedDevices {
  announced(sn_code: string, node_sn: string, network: string): Promise<boolean>
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
  /** Whether an organisation has sent more than the history has taken (`open`), and more of the past (`late`). */
  isFull: (tenant_id: number, what: 'open' | 'late') => boolean
  alarms: AlarmsOfReadings
  commands: CommandReplies
  /** Virtual devices, whose values are recorded as devices' own are. */
  virtualDevices: (recording: Recording) => VirtualReadings
  /** To the devices. */
  send: (topic: string, payload: Uint8Array, withinMs?: number) => Promise<void>
  log: DeviceLines
  metrics: Metrics
  report: (error: unknown) => void
  /** An external broker's devices never signed in here: their SNs are kept on their first message. */
  takesUnregistered: boolean
  /** `list`: SNs that nobody imported are not kept. */
  provisioning: 'open' | 'list'
  /** Unknown SNs that a network may bring, those behind its Sparkplug nodes among them. */
  newDevices: Budget
  awaited: AnnouncedDevices
  requirePointRoom: RequirePointRoom
  rates: IngestRates
  /** For work on messages. */
  time?: SharedTime
  whole?: LoopAccounts | undefined
  now?: () => number
}

type Message = Parameters<Uplink['receive']>[0]

interface TimedReading {
  data_time: number
  values: RawReading['values']
}

/** Lines of the log, replies and signs of life: the longest line has 2,000 characters, and each may be written as six. */
const SHORT_BYTES = 16_384
/** Of the event loop, for the messages of one organisation: some ten thousand values a second, and room for the others. */
const SHARE = 0.4
/** What is older than history reaches back comes from a clock that was never set. */
const OLDEST_MS = LIMITS.historyDays * DAY_MS

export const createIngest = (parts: IngestParts): Ingest => new DeviceIngest(parts)

class DeviceIngest implements Ingest {
  readonly #fleet
  readonly #append
  readonly #isFull
  readonly #alarms
  readonly #commands
  readonly #log
  readonly #metrics
  readonly #report
  readonly #now
  readonly #takesUnregistered
  readonly #unregistered
  readonly #senders
  readonly #rates
  readonly #stopWatching
  readonly #time
  readonly #patience
  readonly #turns
  readonly #offer
  readonly #timeOfArrival = createArrivals()
  readonly #virtualDevices
  readonly #sparkplug
  /** Messages of each sender that wait until the rows that one of them makes are paid: they keep their order. */
  readonly #unpaid = openLines<string>()
  /** Open connections by SN in lower case. */
  readonly #connections = new Map<string, number>()
  /** Networks from which they came last. */
  readonly #networks = new Map<string, string>()

  constructor(parts: IngestParts) {
    const { db, fleet, append, alarms, commands, send, log, metrics, report, now = Date.now, takesUnregistered } = parts
    this.#fleet = fleet
    this.#append = append
    this.#isFull = parts.isFull
    this.#alarms = alarms
    this.#commands = commands
    this.#log = log
    this.#metrics = metrics
    this.#report = report
    this.#now = now
    this.#takesUnregistered = takesUnregistered
    this.#unregistered = openUnregistered(db, this.#report, parts)
    this.#senders = openSenders(fleet)
    this.#rates = openIngestRates(parts.rates, (from) => this.#senders.current(from) === from)
    this.#stopWatching = [fleet.on('removed', this.#rates.changed), fleet.on('reloaded', this.#rates.changed)]
    this.#time = parts.time ?? openSharedTime({ share: SHARE, whole: parts.whole })
    this.#patience = openPatience(takesUnregistered)
    this.#turns = openTurns({
      senders: this.#senders,
      time: this.#time,
      patience: this.#patience,
      ownerOf: (from) => this.#ownerOf(from),
      isHeld: ({ device }) => device !== undefined && this.#isFull(device.tenant_id, 'open'),
      pause: this.#rates.penalty,
      isRead: ({ device }) => device !== undefined && this.#virtualDevices.read(device),
      drop: (from) => this.#drop(from),
      refuse: (from) => this.#refuse(from, 'too_much', {}),
    })
    this.#offer = offers(db, this.#fleet, parts.requirePointRoom, this.#now)
    this.#virtualDevices = parts.virtualDevices({
      record: this.#record,
      turn: (device, bytes) => this.#turn(this.#senders.registered(device, undefined), bytes),
    })
    this.#sparkplug = createSparkplug({
      fleet: this.#fleet,
      send,
      senders: this.#senders,
      takeFrom: (from, raw, received) => this.#takeFrom(from, raw, received),
      drop: (from) => this.#drop(from),
      announced: (sn_code, node_sn) => parts.awaited.announced(sn_code, node_sn, this.#networkOf(node_sn)),
      refuse: this.refuse,
      now: this.#now,
    })
    this.#commands.carryBy(this.#sparkplug.routeTo)
  }

  readonly refuse: Uplink['refuse'] = (sn_code, reason, detail) => {
    this.#metrics.refused.inc({ reason })
    const device = this.#fleet.get(sn_code)
    if (device) this.#log.write(device, 'refused', { reason, ...detail })
  }

  /** In the log of whoever sent it, while that is who has the SN. */
  #refuse(from: Sender, reason: RefusalReason, detail: Record<string, unknown>): void {
    this.#metrics.refused.inc({ reason })
    const device = this.#senders.current(from)?.device
    if (device) this.#log.write(device, 'refused', { reason, ...detail })
  }

  /**
   * The message is from nobody who has the SN by now, in whose log it is not. Rejects where the one that signed in is to come
   * again: an external broker would only hand it over anew.
   */
  async #drop(from: Sender): Promise<void> {
    this.#metrics.refused.inc({ reason: 'other_device' })
    const client = from.node ?? from
    if (client.password_salt !== undefined && !this.#senders.current(client)) throw new Error('not its device')
  }

  #isTimely(sn_code: string, time: number, received: number): boolean {
    const isFuture = time > received + LIMITS.readingAheadMs
    if (!isFuture && time > received - OLDEST_MS) return true
    this.refuse(sn_code, isFuture ? 'future' : 'past', { ts: time })
    return false
  }

  /** Null for a reading that is refused. */
  #timed(device: LiveDevice, reading: RawReading, received: number): TimedReading | null {
    const { sent_time, values } = reading
    if (sent_time !== null)
      return this.#isTimely(device.sn_code, sent_time, received) ? { data_time: sent_time, values } : null
    const data_time = this.#timeOfArrival(device, reading, received)
    if (data_time === null) this.refuse(device.sn_code, 'too_fast', {})
    return data_time === null ? null : { data_time, values }
  }

  /** Keys that the device has no point for, with the types of their values. */
  #unknownKeys(device: LiveDevice, readings: readonly TimedReading[]): Map<string, DataType> {
    const { types, wrong, isCut } = unknownKeys(readings, (key) => device.points.has(key))
    for (const key of wrong) this.refuse(device.sn_code, 'key', { key: storable(key.slice(0, 100)) })
    if (isCut) this.refuse(device.sn_code, 'too_many_points', {})
    return types
  }

  /** Readings with the values that fit their points; a point that is sent values of a wrong type is refused once. */
  #check(device: LiveDevice, readings: readonly TimedReading[]): CheckedReading[] {
    const wrong = new Map<string, DataType>()
    const checked = readings.map(({ data_time, values }) => {
      const fitting: CheckedReading['values'][number][] = []
      for (const key in values) {
        const point = device.points.get(key)
        if (!point) continue
        const read = readValue(values[key])
        if (typeof read === 'string' || !fits(read.value, point.data_type)) wrong.set(key, point.data_type)
        else fitting.push({ point, value: read.value, quality: read.quality })
      }
      return { data_time, values: fitting }
    })
    for (const [key, wanted] of wrong) this.refuse(device.sn_code, 'type', { key, wanted })
    return checked
  }

  /** Values of a device: live at once, then durable with the alarms that they raise. */
  readonly #record: RecordReadings = async (device, sent, received) => {
    const { fitting: readings, refused } = withinTextRoom(sent, (length) => this.#fleet.hasTextRoom(device, length))
    if (refused.size > 0) this.refuse(device.sn_code, 'too_much_text', { keys: refused.size })
    this.#fleet.apply(device, readings, this.#now())
    rememberRows(readings, this.#now())
    const samples = readings.flatMap((reading) => samplesOf(device.tenant_id, reading))
    this.#metrics.values.inc(samples.length)
    try {
      const stored = samples.length > 0 ? this.#patience.written(this.#append(samples)) : Promise.resolve()
      await Promise.all([stored, this.#alarms.evaluate(device, readings, stored)])
    } catch (error) {
      this.#metrics.refused.inc({ reason: 'store' })
      this.#report(error)
      throw error
    }
    this.#metrics.commitSeconds.observe((this.#now() - received) / 1000)
  }

  /** Whether a message's turn came: a device that sends too fast is slowed down, where its broker lets it be, else it loses messages. */
  readonly #turn = (from: RegisteredSender, bytes: number): true | Promise<boolean> =>
    this.#rates.passes(from, bytes) || this.#waitsForTurn(from, bytes)

  async #takeReadings(from: RegisteredSender, raw: readonly RawReading[], received: number): Promise<void> {
    const { device } = from
    const timely = raw.flatMap((reading) => this.#timed(device, reading, received) ?? [])
    const unknown = this.#unknownKeys(device, timely)
    if (unknown.size > 0) {
      let tooMany = 0
      const isOffered = await this.#patience.wait(device.tenant_id, 'names', async (signal) => {
        tooMany = await this.#offer(device, unknown, () => !signal.aborted && this.#senders.current(from) === from)
      })
      // Values of the points that it has need not wait for those that it names.
      if (!isOffered) this.#refuse(from, 'too_much', { keys: unknown.size })
      return this.#turns.inShare(from, () => {
        if (tooMany > 0) this.refuse(device.sn_code, 'too_many_points', { keys: tooMany })
        return this.#takeTimely(from, timely, received)
      })
    }
    return this.#takeTimely(from, timely, received)
  }

  /** Without those of the past while the history has not taken those that its organisation sent before. */
  #withinHistory(device: LiveDevice, readings: CheckedReading[], received: number): CheckedReading[] {
    if (costOfRows(readings, received) === 0 || !this.#isFull(device.tenant_id, 'late')) return readings
    this.refuse(device.sn_code, 'too_much', {})
    return readings.filter((reading) => !isPast(reading, received))
  }

  async #takeTimely(from: RegisteredSender, timely: readonly TimedReading[], received: number): Promise<void> {
    const { device, key } = from
    const readings = this.#withinHistory(device, this.#check(device, timely), received)
    if (readings.length === 0) return
    const rows = costOfTexts(readings) + costOfRows(readings, received)
    const turn = rows === 0 || this.#turn(from, rows)
    if (turn === true && !this.#unpaid.has(key)) return this.#takeChecked(device, readings, received)
    // It is awaited when those before it have begun; until then its failure is not nobody's.
    if (turn !== true) turn.catch(() => {})
    const begun = await this.#unpaid.run(key, async () => {
      const isTaken = await turn
      return isTaken && this.#turns.begin(from, () => this.#takeChecked(device, readings, received))
    })
    if (begun) await begun.done
  }

  async #takeChecked(device: LiveDevice, readings: readonly CheckedReading[], received: number): Promise<void> {
    const recorded = this.#record(device, readings, received)
    await Promise.all([recorded, this.#virtualDevices.take(device, readings, recorded)])
  }

  #ownerOf({ device, sn_code }: Sender): Owner {
    return device?.tenant_id ?? `unregistered ${this.#networks.get(snKey(sn_code)) ?? ''}`
  }

  /** Of a node of an external broker, whose network is not known, its own. */
  #networkOf(node_sn: string): string {
    return this.#networks.get(snKey(node_sn)) ?? node_sn
  }

  /** Readings of whoever sends them, who has the SN at this moment. */
  async #takeFrom(from: Sender, raw: readonly RawReading[], received: number): Promise<void> {
    const { sn_code, node } = from
    if (isRegistered(from)) {
      return from.device.is_virtual ? this.refuse(sn_code, 'virtual', {}) : this.#takeReadings(from, raw, received)
    }
    this.#metrics.refused.inc({ reason: 'unregistered' })
    const behind = node ? { sn_code: node.sn_code, network: this.#networkOf(node.sn_code) } : null
    this.#unregistered.report(sn_code, raw, behind)
  }

  #takeLog({ sn_code, device }: Sender, payload: Uint8Array) {
    const line = LogMessage.safeParse(parseJson(payload))
    if (!line.success) return this.refuse(sn_code, 'not_the_schema', { topic: 'log' })
    if (!device) return
    const { ts = this.#now(), level, text } = line.data
    if (!this.#isTimely(sn_code, ts, this.#now())) return
    const isTaken = this.#log.say(device, { log_time: Math.round(ts), level, text: storable(text) })
    if (!isTaken) this.refuse(sn_code, 'too_many_lines', {})
  }

  async #takeReply(from: Sender, command_id: string, payload: Uint8Array) {
    const reply = CommandReply.safeParse(parseJson(payload))
    if (!reply.success) return this.#refuse(from, 'reply', { command_id })
    const { status, reason } = reply.data
    const isAwaited = await this.#commands.reply(
      from.sn_code,
      command_id,
      status,
      reason === undefined ? null : storable(reason),
    )
    if (!isAwaited) this.#refuse(from, 'reply', { command_id })
  }

  #count(sn_code: string, change: 1 | -1): number {
    const sn = snKey(sn_code)
    const open = Math.max(0, (this.#connections.get(sn) ?? 0) + change)
    if (open > 0) this.#connections.set(sn, open)
    else this.#connections.delete(sn)
    return open
  }

  async #waitsForTurn(from: RegisteredSender, bytes: number): Promise<boolean> {
    if (!this.#takesUnregistered) {
      this.#metrics.slowed.inc()
      this.#log.write(from.device, 'refused', { reason: 'slowed' })
      // What is somebody else's by now is dropped when its turn at the event loop has come.
      if (await this.#rates.turn(from, bytes)) return true
    }
    this.#refuse(from, 'too_much', {})
    return false
  }

  async #hasTurn(from: Sender, kind: UpTopic['kind'], bytes: number): Promise<boolean> {
    // A command's reply and a sign of life do not wait behind readings.
    if (isRegistered(from)) return kind === 'reply' || kind === 'status' || this.#turn(from, bytes)
    if (this.#rates.passesUnregistered(from, bytes)) return true
    this.#metrics.refused.inc({ reason: 'unregistered' })
    if (!this.#takesUnregistered) await this.#rates.penalty()
    return false
  }

  readonly receive: Ingest['receive'] = (message) => {
    const from = this.#senders.of(message.sn_code, message.password_salt)
    if (from.device) this.#patience.heard(from.device.tenant_id)
    const subject = message.up.kind === 'sparkplug' ? this.#sparkplug.subjectOf(message.topic) : undefined
    return () => this.#take(from, message, subject)
  }

  async #take(from: Sender, { topic, up, payload }: Message, subject: LiveDevice | undefined): Promise<void> {
    const { kind, command_id } = up
    const received = this.#now()
    this.#metrics.messages.inc({ kind })
    if (!this.#senders.current(from)) return this.#drop(from)
    const isData = kind === 'telemetry' || kind === 'sparkplug'
    if (payload.length > (isData ? TELEMETRY_LIMITS.messageBytes : SHORT_BYTES)) {
      return this.#refuse(from, 'too_large', { topic: topic.slice(0, 200), bytes: payload.length })
    }
    if (!(await this.#hasTurn(from, kind, payload.length))) return
    if (kind === 'reply') return this.#takeReply(from, command_id ?? '', payload)
    if (kind === 'status') {
      const status = StatusMessage.safeParse(Buffer.from(payload).toString())
      return status.success ? undefined : this.#refuse(from, 'not_the_schema', { topic: 'status' })
    }
    const work = async (sender: Sender) => {
      if (kind === 'sparkplug') return this.#sparkplug.take(sender, { topic, payload, received, subject })
      if (kind === 'log') return this.#takeLog(sender, payload)
      const raw = parseTelemetry(payload)
      if (typeof raw === 'string') return this.refuse(sender.sn_code, raw, { topic: 'telemetry' })
      return this.#takeFrom(sender, raw, received)
    }
    await this.#turns.inRoom(from, payload.length, () => this.#turns.inShare(from, work))
  }

  readonly arrived: Ingest['arrived'] = (sn_code, detail) => {
    this.#count(sn_code, 1)
    if (detail.address) this.#networks.set(snKey(sn_code), networkOf(detail.address))
    this.#fleet.setConnected(sn_code, true, this.#now())
    const device = this.#fleet.get(sn_code)
    if (device) this.#log.write(device, 'connected', detail)
    else this.#unregistered.arrived(sn_code)
  }

  readonly left: Ingest['left'] = (sn_code, reason, owner) => {
    this.#fleet.setConnected(sn_code, false, this.#now())
    if (this.#count(sn_code, -1) === 0) {
      this.#networks.delete(snKey(sn_code))
      this.#sparkplug.left(sn_code)
    }
    const device = this.#fleet.get(sn_code)
    const isIts = typeof owner !== 'number' || owner === device?.tenant_id
    if (device && isIts) this.#log.write(device, 'disconnected', { reason })
  }

  readonly signInRefused: Ingest['signInRefused'] = (sn_code, reason, address) => {
    const device = this.#fleet.get(sn_code)
    if (device) this.#log.write(device, 'refused', { reason: `sign_in_${reason}`, address })
  }

  readonly close: Ingest['close'] = async () => {
    for (const stop of this.#stopWatching) stop()
    this.#sparkplug.close()
    this.#rates.close()
    this.#patience.close()
    this.#turns.close()
    this.#time.close()
    await this.#virtualDevices.close()
    await this.#unregistered.close()
  }
}
