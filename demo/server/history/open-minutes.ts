import { LIMITS } from '../../../core/catalogue/limits.ts'
import { hourOf } from './buckets.ts'
import type { Owner } from './late-minutes.ts'
import type { Sample, StoredQuality } from './sample.ts'
import { addRange, emptySeries, inOrder, MINUTE_MOST, type Series, thinned } from './series.ts'

/** Samples of a point that are held without looking whether minutes have more of them than are kept. */
const HELD = 2 * MINUTE_MOST

export interface Text {
  point_id: number
  data_time: number
  text_value: string
  quality: number
}

/** Texts of a point that are held one by one; of what comes more, one a second is. */
const TEXTS_HELD = MINUTE_MOST

const secondOf = ({ data_time }: Text): number => Math.floor(data_time / 1000)

/** What is being sealed: it stays readable until `done`, when both were walked to their ends, or goes back with `undo`. */
export interface Sealing {
  /** Each point's ripe numbers, null for a point that has none; the walk may wait between two points. */
  series(): Iterable<[point_id: number, series: Series] | null>
  texts(): Iterable<Text | null>
  done(): void
  undo(): void
}

/** So many organisations may have as much here as one may; beyond that each has this part of it. */
const ALL_MOST = 4

/** What a number takes in memory, and a text beside its characters, about. */
const NUMBER_BYTES = 32
const TEXT_BYTES = 96

const bytesOfText = (length: number) => TEXT_BYTES + 2 * length
export const bytesOf = (samples: readonly Sample[]): number =>
  samples.reduce((sum, { text }) => sum + (text === undefined ? NUMBER_BYTES : bytesOfText(text.length)), 0)

/** What is open of a point. */
interface Open {
  /** Whose it is, where that is known. */
  tenant_id: Owner
  series: Series
  texts: Text[]
  /** How many it may have before they are thinned again. */
  most: number
  mostTexts: number
}

const bytesOfTexts = (texts: readonly Text[]): number =>
  texts.reduce((sum, { text_value }) => sum + bytesOfText(text_value.length), 0)
const bytesOfOpen = ({ series, texts }: Open) => NUMBER_BYTES * series.times.length + bytesOfTexts(texts)
const isEmpty = ({ series, texts }: Open) => series.times.length === 0 && texts.length === 0

type IsRipe = (data_time: number) => boolean

/** The samples that are in the journal but in no chunk yet; in memory, so that a curve shows them at once. */
export class OpenMinutes {
  #points = new Map<number, Open>()
  #sealing = new Map<number, Open>()
  /** What each organisation has here. */
  readonly #bytes = new Map<Owner, number>()
  #allBytes = 0

  /** Whether an organisation has as much here as it may. */
  isFull(tenant_id: Owner): boolean {
    return (this.#bytes.get(tenant_id) ?? 0) > this.#most()
  }

  /** An organisation's part, which is less while all together have much. */
  #most(): number {
    return this.#allBytes > ALL_MOST * LIMITS.openBytes ? LIMITS.openBytes / ALL_MOST : LIMITS.openBytes
  }

  add(samples: readonly Sample[]): void {
    for (const { point_id, tenant_id = null, data_time, value, text, quality } of samples) {
      const open = this.#openOf(point_id, tenant_id)
      if (text !== undefined) {
        this.#addText(open, { point_id, data_time, text_value: text, quality })
        continue
      }
      open.series.times.push(data_time)
      open.series.values.push(value === null ? Number.NaN : value + 0)
      open.series.states.push(quality)
      this.#count(open.tenant_id, NUMBER_BYTES)
      if (open.series.times.length > open.most) this.#thin(open)
    }
  }

  #openOf(point_id: number, tenant_id: Owner): Open {
    const open = this.#points.get(point_id) ?? {
      tenant_id,
      series: emptySeries(),
      texts: [],
      most: HELD,
      mostTexts: TEXTS_HELD,
    }
    this.#points.set(point_id, open)
    return open
  }

  #count(tenant_id: Owner, change: number): void {
    const bytes = (this.#bytes.get(tenant_id) ?? 0) + change
    if (bytes > 0) this.#bytes.set(tenant_id, bytes)
    else this.#bytes.delete(tenant_id)
    this.#allBytes += change
  }

  /** Of a point with very many texts, the last of each second is held: nobody reads a thousand a second. */
  #addText(open: Open, text: Text): void {
    open.texts.push(text)
    this.#count(open.tenant_id, bytesOfText(text.text_value.length))
    if (open.texts.length <= open.mostTexts) return
    const before = bytesOfTexts(open.texts)
    open.texts = [...new Map(open.texts.map((one) => [secondOf(one), one])).values()]
    open.mostTexts = 2 * open.texts.length + TEXTS_HELD
    this.#count(open.tenant_id, bytesOfTexts(open.texts) - before)
  }

  #thin(open: Open): void {
    const before = open.series.times.length
    open.series = thinned(inOrder(open.series))
    open.most = 2 * open.series.times.length + HELD
    this.#count(open.tenant_id, NUMBER_BYTES * (open.series.times.length - before))
  }

  /** A point's samples in [start, end), oldest arrival first. */
  series(point_id: number, start: number, end: number): Series {
    const found = emptySeries()
    for (const source of [this.#sealing, this.#points]) {
      const open = source.get(point_id)
      if (open) addRange(found, open.series, start, end)
    }
    return found
  }

  texts(point_id: number, start: number, end: number): Text[] {
    return [this.#sealing, this.#points].flatMap(
      (source) => source.get(point_id)?.texts.filter(({ data_time }) => data_time >= start && data_time < end) ?? [],
    )
  }

  /** The hours of a point of which anything is open. */
  hoursOf(point_id: number): Set<number> {
    const times = [...this.series(point_id, 0, Number.POSITIVE_INFINITY).times]
    for (const { data_time } of this.texts(point_id, 0, Number.POSITIVE_INFINITY)) times.push(data_time)
    return new Set(times.map(hourOf))
  }

  /** The newest sample of each point; of equal times, and of those still to come, the one that came last. */
  newest(now: number): Map<number, Sample> {
    const newest = new Map<number, Sample>()
    const offer = (sample: Sample) => {
      const known = newest.get(sample.point_id)?.data_time ?? 0
      if (sample.data_time >= known || known > now) newest.set(sample.point_id, sample)
    }
    for (const [point_id, { series, texts }] of this.#points) {
      for (const [i, data_time] of series.times.entries()) {
        const value = series.values[i] as number
        const quality = series.states[i] as StoredQuality
        offer({ point_id, data_time, value: Number.isNaN(value) ? null : value, quality })
      }
      for (const { data_time, text_value, quality } of texts)
        offer({ point_id, data_time, value: null, text: text_value, quality: quality as StoredQuality })
    }
    return newest
  }

  /**
   * Takes the samples whose time `isRipe`, one point after the other as they are walked: there may be very many. `isCrowded`:
   * of an organisation that has more than half of what it may have.
   */
  seal(isRipe: (data_time: number, isCrowded: boolean) => boolean): Sealing {
    const most = this.#most()
    const crowded = new Set([...this.#bytes].flatMap(([tenant_id, bytes]) => (bytes > most / 2 ? [tenant_id] : [])))
    const ripeOf = ({ tenant_id }: Open): IsRipe => {
      const isCrowded = crowded.has(tenant_id)
      return (data_time) => isRipe(data_time, isCrowded)
    }
    this.#sealing = this.#points
    this.#points = new Map()
    return {
      series: () => this.#ripeSeries(ripeOf),
      texts: () => this.#ripeTexts(ripeOf),
      done: () => this.#drop(),
      undo: () => this.#putBack(),
    }
  }

  *#ripeSeries(ripeOf: (open: Open) => IsRipe): Generator<[number, Series] | null> {
    for (const [point_id, open] of this.#sealing) {
      const isRipe = ripeOf(open)
      const [ripe, rest] = open.series.times.every(isRipe) ? [open.series, emptySeries()] : parted(open.series, isRipe)
      open.series = ripe
      if (rest.times.length > 0) this.#putFirst(point_id, { ...open, series: rest, texts: [] })
      yield ripe.times.length > 0 ? [point_id, ripe] : null
    }
  }

  *#ripeTexts(ripeOf: (open: Open) => IsRipe): Generator<Text | null> {
    for (const [point_id, open] of this.#sealing) {
      const isRipe = ripeOf(open)
      const rest = open.texts.filter(({ data_time }) => !isRipe(data_time))
      if (rest.length > 0) {
        open.texts = open.texts.filter(({ data_time }) => isRipe(data_time))
        this.#putFirst(point_id, { ...open, series: emptySeries(), texts: rest })
      }
      yield* open.texts
      yield null
    }
  }

  /** Before what has come since. */
  #putFirst(point_id: number, older: Open): void {
    const open = this.#openOf(point_id, older.tenant_id)
    if (open.tenant_id !== older.tenant_id) {
      // It was given away in between.
      this.#count(older.tenant_id, -bytesOfOpen(older))
      this.#count(open.tenant_id, bytesOfOpen(older))
    }
    addRange(older.series, open.series, 0, Number.POSITIVE_INFINITY)
    open.series = older.series
    open.texts = [...older.texts, ...open.texts]
  }

  #drop(): void {
    for (const open of this.#sealing.values()) this.#count(open.tenant_id, -bytesOfOpen(open))
    this.#sealing = new Map()
  }

  #putBack(): void {
    for (const [point_id, older] of this.#sealing) if (!isEmpty(older)) this.#putFirst(point_id, older)
    this.#sealing = new Map()
  }
}

function parted(series: Series, isRipe: (time: number) => boolean): [Series, Series] {
  const ripe = emptySeries()
  const rest = emptySeries()
  for (const [i, time] of series.times.entries()) {
    const to = isRipe(time) ? ripe : rest
    to.times.push(time)
    to.values.push(series.values[i] as number)
    to.states.push(series.states[i] as number)
  }
  return [ripe, rest]
}
