import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { ByteWriter, frame, unframe } from './bytes.ts'
import { readNumbers, writeNumbers } from './numbers.ts'

/** A point's samples in columns of equal length. A value that is no number is NaN in `values`; `states` is its quality. */
export interface Series {
  times: number[]
  values: number[]
  states: number[]
}

export const emptySeries = (): Series => ({ times: [], values: [], states: [] })

/** A good or uncertain number; bad values and those that are none are shown in lists but make no curve. */
export const isMeasured = ({ values, states }: Series, i: number): boolean =>
  states[i] !== 2 && !Number.isNaN(values[i] as number)

/** Ascending by time, each time once; of equal times the one that came last stays. */
export function inOrder(series: Series): Series {
  const { times } = series
  let isAscending = true
  for (let i = 1; i < times.length && isAscending; i++) isAscending = (times[i - 1] as number) < (times[i] as number)
  if (isAscending) return series
  const newest = new Map(times.map((time, i) => [time, i]))
  const sorted = emptySeries()
  for (const time of Float64Array.from(newest.keys()).sort()) copySample(sorted, series, newest.get(time) as number)
  return sorted
}

function copySample(to: Series, from: Series, i: number): void {
  to.times.push(from.times[i] as number)
  to.values.push(from.values[i] as number)
  to.states.push(from.states[i] as number)
}

/** Samples of a point that a minute keeps whatever they are: what a device hands over at once after it was away. */
export const MINUTE_MOST = 6_000
/** Samples that an hour keeps, twenty a second. */
export const HOUR_MOST = 72_000
/** Of a minute that is thinned, each quarter of a second keeps five at most, which makes twenty a second. */
const COLUMN_MS = 250
const THINNED_MOST = 5 * (MINUTE_MS / COLUMN_MS)

/**
 * A series in order, with at most 6,000 samples of each minute, so that whoever reads it has a bounded amount of work.
 * Of a minute with more, each quarter of a second keeps its first, lowest, highest and last measured value and its last
 * bad one: a curve of them looks the same, and its highs and lows are true. Thinned again, nothing more goes.
 */
export const thinned = (series: Series): Series => thinnedTo(series, MINUTE_MOST)

/** The same of one hour, with at most 72,000 samples: where there are more, each minute has 1,200 at most. */
export const thinnedHour = (series: Series): Series =>
  series.times.length <= HOUR_MOST ? thinned(series) : thinnedTo(series, THINNED_MOST)

function thinnedTo(series: Series, most: number): Series {
  const { times } = series
  if (times.length <= most) return series
  const kept = emptySeries()
  for (let from = 0; from < times.length; ) {
    const to = endOfSpan(times, from, MINUTE_MS)
    if (to - from <= most) for (let i = from; i < to; i++) copySample(kept, series, i)
    else {
      for (let start = from; start < to; ) {
        const end = endOfSpan(times, start, COLUMN_MS)
        for (const i of placesToKeep(series, start, end)) copySample(kept, series, i)
        start = end
      }
    }
    from = to
  }
  return kept
}

/** The place of the first sample from `from` on that lies in another span than that one. */
function endOfSpan(times: readonly number[], from: number, span: number): number {
  const first = times[from] as number
  const end = first - (first % span) + span
  let to = from + 1
  while (to < times.length && (times[to] as number) < end) to++
  return to
}

/** The places of the samples in [start, end) that a column keeps, ascending. */
function placesToKeep(series: Series, start: number, end: number): number[] {
  const { values } = series
  let [first, low, high, last, bad] = [-1, -1, -1, -1, -1]
  for (let i = start; i < end; i++) {
    if (!isMeasured(series, i)) {
      bad = i
      continue
    }
    if (first === -1) first = low = high = i
    if ((values[i] as number) < (values[low] as number)) low = i
    if ((values[i] as number) > (values[high] as number)) high = i
    last = i
  }
  return [...new Set([first, low, high, last, bad])].filter((i) => i !== -1).sort((a, b) => a - b)
}

/** Appends the part of `from` in [start, end). */
export function addRange(to: Series, from: Series, start: number, end: number): void {
  for (let i = 0; i < from.times.length; i++) {
    const time = from.times[i] as number
    if (time >= start && time < end) copySample(to, from, i)
  }
}

const statesVary = 255
const none = 4

/** Series of one point, in order, as one frame: differences of differences of time, states, values. */
export function encodeSeries(series: Series): Buffer {
  const { times, values, states } = series
  const writer = new ByteWriter()
  writer.unsigned(times.length)
  let last = 0
  let lastStep = 0
  for (const [i, time] of times.entries()) {
    const step = time - last
    writer.signed(step - lastStep)
    lastStep = i === 0 ? 0 : step
    last = time
  }
  const stored = states.map((state, i) => (Number.isNaN(values[i] as number) ? state + none : state))
  const first = stored[0] ?? 0
  if (stored.every((state) => state === first)) writer.byte(first)
  else {
    writer.byte(statesVary)
    writer.append(Uint8Array.from(stored))
  }
  writeNumbers(
    writer,
    values.filter((value) => !Number.isNaN(value)),
  )
  return frame(writer.written())
}

/** Appends the samples of one or several frames to `to`, in the order of the frames. */
export function decodeSeries(bytes: Uint8Array, to: Series): void {
  for (const reader of unframe(bytes)) {
    const count = reader.unsigned()
    let time = 0
    let step = 0
    for (let i = 0; i < count; i++) {
      step += reader.signed()
      time += step
      to.times.push(time)
      if (i === 0) step = 0
    }
    const state = reader.byte()
    const states = state === statesVary ? reader.take(count) : new Uint8Array(count).fill(state)
    let numbers = 0
    for (const each of states) if (each < none) numbers++
    const values = readNumbers(reader, numbers)
    let next = 0
    for (const each of states) {
      to.states.push(each % none)
      to.values.push(each < none ? (values[next++] as number) : Number.NaN)
    }
  }
}
