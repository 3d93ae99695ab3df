import { hourOf } from './buckets.ts'
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

/** The samples that are in the journal but in no chunk yet; in memory, so that a curve shows them at once. */
export class OpenMinutes {
  #series = new Map<number, Series>()
  /** By point with many samples, or texts: how many it may have before they are thinned again. */
  #most = new Map<number, number>()
  #texts = new Map<number, Text[]>()
  #mostTexts = new Map<number, number>()
  #sealing: { series: Map<number, Series>; texts: Map<number, Text[]> } = { series: new Map(), texts: new Map() }

  add(samples: readonly Sample[]): void {
    for (const { point_id, data_time, value, text, quality } of samples) {
      if (text !== undefined) {
        this.#addText({ point_id, data_time, text_value: text, quality })
        continue
      }
      const series = this.#series.get(point_id) ?? emptySeries()
      series.times.push(data_time)
      series.values.push(value === null ? Number.NaN : value + 0)
      series.states.push(quality)
      this.#series.set(point_id, series)
      if (series.times.length > HELD) this.#thin(point_id, series)
    }
  }

  /** Of a point with very many texts, the last of each second is held: nobody reads a thousand a second. */
  #addText(text: Text): void {
    const own = this.#texts.get(text.point_id)
    if (!own) this.#texts.set(text.point_id, [text])
    else own.push(text)
    if (own && own.length > (this.#mostTexts.get(text.point_id) ?? TEXTS_HELD)) {
      const kept = [...new Map(own.map((one) => [secondOf(one), one])).values()]
      this.#texts.set(text.point_id, kept)
      this.#mostTexts.set(text.point_id, 2 * kept.length + TEXTS_HELD)
    }
  }

  #thin(point_id: number, series: Series): void {
    if (series.times.length <= (this.#most.get(point_id) ?? HELD)) return
    const kept = thinned(inOrder(series))
    this.#series.set(point_id, kept)
    this.#most.set(point_id, 2 * kept.times.length + HELD)
  }

  /** A point's samples in [start, end), oldest arrival first. */
  series(point_id: number, start: number, end: number): Series {
    const found = emptySeries()
    for (const source of [this.#sealing.series, this.#series]) {
      const series = source.get(point_id)
      if (series) addRange(found, series, start, end)
    }
    return found
  }

  texts(point_id: number, start: number, end: number): Text[] {
    return [this.#sealing.texts, this.#texts].flatMap(
      (texts) => texts.get(point_id)?.filter(({ data_time }) => data_time >= start && data_time < end) ?? [],
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
    for (const [point_id, { times, values, states }] of this.#series) {
      for (const [i, data_time] of times.entries()) {
        const value = values[i] as number
        const quality = states[i] as StoredQuality
        offer({ point_id, data_time, value: Number.isNaN(value) ? null : value, quality })
      }
    }
    for (const own of this.#texts.values()) {
      for (const { point_id, data_time, text_value, quality } of own)
        offer({ point_id, data_time, value: null, text: text_value, quality: quality as StoredQuality })
    }
    return newest
  }

  /** Takes the samples whose time `isRipe`, one point after the other as they are walked: there may be very many. */
  seal(isRipe: (data_time: number) => boolean): Sealing {
    this.#sealing = { series: this.#series, texts: this.#texts }
    this.#series = new Map()
    this.#texts = new Map()
    this.#most.clear()
    this.#mostTexts.clear()
    return {
      series: () => this.#ripeSeries(isRipe),
      texts: () => this.#ripeTexts(isRipe),
      done: () => this.#drop(),
      undo: () => this.#putBack(),
    }
  }

  *#ripeSeries(isRipe: (data_time: number) => boolean): Generator<[number, Series] | null> {
    const { series } = this.#sealing
    for (const [point_id, all] of series) {
      const [ripe, rest] = all.times.every(isRipe) ? [all, emptySeries()] : parted(all, isRipe)
      series.set(point_id, ripe)
      if (rest.times.length > 0) this.#putFirst(point_id, rest)
      yield ripe.times.length > 0 ? [point_id, ripe] : null
    }
  }

  *#ripeTexts(isRipe: (data_time: number) => boolean): Generator<Text | null> {
    const { texts } = this.#sealing
    for (const [point_id, all] of texts) {
      const ripe = all.filter(({ data_time }) => isRipe(data_time))
      const rest = all.filter(({ data_time }) => !isRipe(data_time))
      texts.set(point_id, ripe)
      if (rest.length > 0) this.#putTextsFirst(point_id, rest)
      yield* ripe
      yield null
    }
  }

  /** Before what has come since. */
  #putFirst(point_id: number, older: Series): void {
    const newer = this.#series.get(point_id)
    if (newer) addRange(older, newer, 0, Number.POSITIVE_INFINITY)
    this.#series.set(point_id, older)
  }

  #putTextsFirst(point_id: number, older: readonly Text[]): void {
    this.#texts.set(point_id, [...older, ...(this.#texts.get(point_id) ?? [])])
  }

  #drop(): void {
    this.#sealing = { series: new Map(), texts: new Map() }
  }

  #putBack(): void {
    for (const [point_id, older] of this.#sealing.series) if (older.times.length > 0) this.#putFirst(point_id, older)
    for (const [point_id, older] of this.#sealing.texts) if (older.length > 0) this.#putTextsFirst(point_id, older)
    this.#drop()
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
