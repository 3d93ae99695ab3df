import { setTimeout as sleep } from 'node:timers/promises'
import type { PointCell } from '../../../core/rules/expression/compile.ts'
import type { PointRef } from '../../../core/rules/expression/syntax.ts'
import { isStale } from '../../../core/rules/staleness.ts'
import type { CheckedReading, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { asValue } from '../fleet/raw-history.ts'
import type { Sample, Telemetry } from '../history/telemetry.ts'
import type { CheckedValue } from '../ingest/check-value.ts'
import type { Recording } from '../ingest/ingest.ts'
import { costOfRows, costOfValues } from '../ingest/ingest-rates.ts'
import { openFairTurns } from '../limits/fair-turns.ts'
import { openBudget } from '../limits/limiter.ts'
import { inTurnsOf, openTurns, type Turns } from '../limits/turns.ts'
import { type Around, heardQuality, readPoint } from './virtual-state.ts'
import { cellName, type Work, workOfDevice, workOut } from './work.ts'

/** Times of late readings of a cell, epoch ms: kept once for all who read it. */
type Times = Set<number>
/** What came late for a virtual device, by the name of the cell. */
export type Late = Map<string, Set<Times>>

export interface PastParts extends Recording {
  around: Around
  telemetry: Pick<Telemetry, 'manyUpTo'>
  now: () => number
}

/** A late value holds until the next one of its point, but is not looked for longer than this. */
const AHEAD_MS = 600_000
/** So much history is read at once, or half of it, and so on, where it is more than `SAMPLES_AT_ONCE`. */
const WINDOW_MS = 600_000
/** Sources that report more in so short a time are not worked out anew: none does. */
const SHORTEST_WINDOW_MS = WINDOW_MS / 32
/** Of one window, with some 250 bytes each in memory. */
const SAMPLES_AT_ONCE = 200_000
/** Windows in memory, one of an organisation: whatever waits has read nothing yet. */
const windows = openFairTurns({ atOnce: 8, ofOne: 1, waitingOfOne: Infinity, waiting: Infinity })
/** Values that are handed over at a time. */
const VALUES_AT_ONCE = 5000
/** Windows of history that are read for one organisation: a message may hold readings of 5,000 distant times. */
const READS = { most: 500, perMs: 5000 } as const
/** A device is heard of by its points; looked at are those that are read, and so many of the others. */
const HEARD_POINTS = 20

/** What waits for a virtual device. */
interface Waiting {
  late: Late
  next: Promise<void> | null
  last: Promise<unknown>
}

/** A point of another device in its history. */
interface Reader {
  readonly name: string
  readonly point: LivePoint
  readonly cell: PointCell
  quality: PointCell['quality']
}
interface Source {
  readonly device: LiveDevice
  readonly readers: Map<number, Reader>
  heardTime: number
}

/**
 * Calculates what a virtual device would have reported in the past, by the history of its sources: at each time at which
 * any of them or the virtual device reported, and at which something that came late counts. Its newest
 * values are not of the past. A point without history has no value there. A device was silent when nothing of it was
 * stored for three of its intervals.
 */
export function createPast({ around, telemetry, record, turn, now }: PastParts) {
  const all = new Map<number, Waiting>()
  /** By cell: to what its late times are added, until one who reads it looks at them. */
  const open = new Map<string, Times>()
  const reads = openBudget(READS)
  let isClosing = false

  /**
   * Lets an organisation read the next window. Rejects when the server closes: the message is not acknowledged, and comes
   * again.
   */
  const mayRead = async (tenant_id: number): Promise<void> => {
    for (let ms = reads.take(`${tenant_id}`); ms > 0 && !isClosing; ms = reads.take(`${tenant_id}`)) await sleep(ms)
    if (isClosing) throw new Error('The server is closing.')
  }

  const work = async (device: LiveDevice, late: Late): Promise<void> => {
    for (const [name, its] of late) for (const times of its) if (open.get(name) === times) open.delete(name)
    for (const span of spansOf(late)) {
      const sweep = new Sweep(device, around, late, span.from)
      const most = span.last + AHEAD_MS
      let windowMs = WINDOW_MS
      for (let from = span.from; from < most; ) {
        const to = Math.min(from + windowMs, most)
        await mayRead(device.tenant_id)
        const isRead = await windows.run(device.tenant_id, async () => {
          const known = await telemetry.manyUpTo(SAMPLES_AT_ONCE, sweep.point_ids, from, to)
          if (!known) return false
          // Read as the owner: a source may be out of sight by now, or another organisation's.
          if (!sweep.seesItsSources()) return null
          for await (const readings of sweep.over(known, from))
            if (await turn(device, costOfValues(readings) + costOfRows(readings, now())))
              await record(device, readings, now())
          return true
        })
        if (isRead === null) break
        if (isRead ? to > span.last && !sweep.isLate(to) : windowMs <= SHORTEST_WINDOW_MS) break
        if (isRead) from = to
        else windowMs /= 2
      }
    }
  }

  return {
    /** Adds a late reading. Times at which it came late for another reader count too: there the two find what is known. */
    add(late: Late, name: string, time: number): void {
      const times = open.get(name) ?? new Set()
      open.set(name, times.add(time))
      const its = late.get(name)
      if (its) its.add(times)
      else late.set(name, new Set([times]))
    },
    /** Resolves when all that follows is durable. What comes while a device is looked at is looked at together. */
    async take(device: LiveDevice, late: Late, stored: Promise<unknown>): Promise<void> {
      await stored
      const { device_id } = device
      const waiting: Waiting = all.get(device_id) ?? { late: new Map(), next: null, last: Promise.resolve() }
      all.set(device_id, waiting)
      for (const [name, times] of late) {
        const its = waiting.late.get(name)
        if (its) for (const one of times) its.add(one)
        else waiting.late.set(name, times)
      }
      waiting.next ??= waiting.last
        .catch(() => {})
        .then(() => {
          const { late: taken } = waiting
          Object.assign(waiting, { late: new Map(), next: null })
          return inTurnsOf(device.tenant_id, () => work(device, taken))
        })
      waiting.last = waiting.next
      await waiting.next
    },
    close: async () => {
      isClosing = true
      await Promise.all([...all.values()].map(({ last }) => last.catch(() => {})))
    },
  }
}

/** Times in order, in parts with nothing late for long between them. */
function spansOf(late: Late): { from: number; last: number }[] {
  const times = new Set<number>()
  for (const all of late.values()) for (const its of all) for (const time of its) times.add(time)
  const spans: { from: number; last: number }[] = []
  for (const time of Float64Array.from(times).sort()) {
    const span = spans.at(-1)
    if (span && time - span.last <= AHEAD_MS) span.last = time
    else spans.push({ from: time, last: time })
  }
  return spans
}

class Sweep {
  readonly point_ids: readonly number[]
  readonly #device: LiveDevice
  /** As they were at the beginning: one that is another one meanwhile is left alone. */
  readonly #points: ReadonlyMap<string, LivePoint>
  readonly #work: Work
  readonly #late: Late
  readonly #sources: readonly Source[]
  readonly #around: Around
  readonly #read: { ref: PointRef; source: LiveDevice; point: LivePoint }[] = []
  readonly #sourceOf = new Map<number, Source>()
  readonly #from: number
  /** By the name of a cell: until when a late value of it counts. */
  readonly #until = new Map<string, number>()
  readonly #turns: Turns = openTurns(Number.POSITIVE_INFINITY)

  constructor(device: LiveDevice, around: Around, late: Late, from: number) {
    this.#device = device
    this.#around = around
    this.#points = new Map(device.points)
    this.#late = late
    this.#from = from
    this.#work = workOfDevice(device)
    const sources = new Map<LiveDevice, Source>()
    for (const ref of this.#work.sources) {
      const name = cellName(ref)
      const read = readPoint(around, device, ref)
      const cell = this.#work.cells.get(name)
      if (!read || !cell) continue
      this.#read.push({ ref, ...read })
      cell.quality = 'waiting'
      const source = sources.get(read.source) ?? { device: read.source, readers: new Map(), heardTime: 0 }
      sources.set(read.source, source)
      const { point } = read
      if (point.keep_history) source.readers.set(point.point_id, { name, point, cell, quality: 'waiting' })
    }
    this.#sources = [...sources.values()]
    for (const source of this.#sources) {
      const kept = [...source.device.points.values()].filter(({ keep_history }) => keep_history)
      const heard = kept.filter(({ point_id }) => !source.readers.has(point_id)).slice(0, HEARD_POINTS)
      for (const point_id of [...source.readers.keys(), ...heard.map((point) => point.point_id)])
        this.#sourceOf.set(point_id, source)
    }
    this.point_ids = [...this.#sourceOf.keys(), ...[...device.points.values()].map(({ point_id }) => point_id)]
  }

  /** Whether it still sees each device and point that it saw at the beginning. */
  seesItsSources(): boolean {
    return this.#read.every(({ ref, source, point }) => {
      const now = readPoint(this.#around, this.#device, ref)
      return now?.source.device_id === source.device_id && now.point.point_id === point.point_id
    })
  }

  #cameLate(name: string, time: number): boolean {
    for (const times of this.#late.get(name) ?? []) if (times.has(time)) return true
    return false
  }

  /** Whether something that came late counts at that time. */
  isLate = (time: number): boolean => [...this.#until.values()].some((until) => until > time)

  /** What is news of a window, which goes on where the last one ended, some thousand values at a time. */
  async *over(known: ReadonlyMap<number, readonly Sample[]>, from: number): AsyncGenerator<CheckedReading[]> {
    const byTime = new Map<number, { source: Source; sample: Sample }[]>()
    for (const [point_id, source] of this.#sourceOf) {
      for (const sample of known.get(point_id) ?? []) {
        // What held before is known from the window before.
        if (sample.data_time < from && from !== this.#from) continue
        const its = byTime.get(sample.data_time)
        if (its) its.push({ source, sample })
        else byTime.set(sample.data_time, [{ source, sample }])
      }
    }
    const already = new Map(
      [...this.#device.points.values()].map(({ point_id }) => [
        point_id,
        new Map((known.get(point_id) ?? []).map((sample) => [sample.data_time, sample])),
      ]),
    )
    for (const samples of already.values())
      for (const data_time of samples.keys()) if (data_time >= from && !byTime.has(data_time)) byTime.set(data_time, [])
    let readings: CheckedReading[] = []
    let count = 0
    for (const [data_time, said] of [...byTime].sort(([a], [b]) => a - b)) {
      await this.#turns.pause()
      const values = this.#at(data_time, said).flatMap(({ key, kept, isNews }) => {
        const point = this.#points.get(key)
        if (!point || this.#device.points.get(key) !== point || data_time >= (point.data_time ?? 0)) return []
        const sample = already.get(point.point_id)?.get(data_time)
        if (sample ? isSame(point, sample, kept) : !isNews) return []
        return [{ point, ...kept }]
      })
      if (values.length > 0) readings.push({ data_time, values })
      count += values.length
      if (count < VALUES_AT_ONCE) continue
      yield readings
      readings = []
      count = 0
    }
    if (readings.length > 0) yield readings
  }

  /** `isNews`: something that it reads was said then, and it is not only known better what it was. */
  #at(
    data_time: number,
    said: readonly { source: Source; sample: Sample }[],
  ): { key: string; kept: CheckedValue; isNews: boolean }[] {
    const changed: string[] = []
    for (const { source, sample } of said) {
      source.heardTime = data_time
      const reader = source.readers.get(sample.point_id)
      if (!reader) continue
      const { value, quality } = asValue(reader.point, sample)
      Object.assign(reader.cell, { value, data_time })
      reader.quality = quality
      this.#until.set(reader.name, this.#cameLate(reader.name, data_time) ? data_time + AHEAD_MS : 0)
      changed.push(reader.name)
    }
    if (changed.length === 0 && !this.isLate(data_time)) return []
    for (const { device, readers, heardTime } of this.#sources) {
      const isSilent = isStale(heardTime, device.report_interval_s, data_time)
      for (const reader of readers.values()) reader.cell.quality = heardQuality(reader.quality, isSilent)
    }
    const isKnownBetter = data_time >= this.#from && this.isLate(data_time)
    const found = workOut(this.#work, isKnownBetter ? this.#work.cells.keys() : changed, data_time)
    if (!isKnownBetter) return []
    const late = [...this.#until].flatMap(([name, until]) => (until > data_time ? [name] : []))
    const affected = this.#readersOf(late)
    const news = this.#readersOf(changed)
    return found.flatMap(({ key, kept }) => (kept && affected.has(key) ? [{ key, kept, isNews: news.has(key) }] : []))
  }

  /** Keys of the points that read any of these cells, by others too. */
  #readersOf(cells: readonly string[]): Set<string> {
    const names = new Set(cells)
    const keys = new Set<string>()
    for (const { point, reads } of this.#work.steps) {
      if (![...reads].some((name) => names.has(name))) continue
      names.add(cellName({ sn_code: '', key: point.key }))
      keys.add(point.key)
    }
    return keys
  }
}

function isSame(point: LivePoint, sample: Sample, { value, quality }: CheckedValue): boolean {
  const said = asValue(point, sample)
  return said.value === value && said.quality === quality
}
