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
  const { times, values, states } = series
  let isAscending = true
  for (let i = 1; i < times.length && isAscending; i++) isAscending = (times[i - 1] as number) < (times[i] as number)
  if (isAscending) return series
  const order = Array.from(times.keys()).sort((a, b) => (times[a] as number) - (times[b] as number) || a - b)
  const sorted = emptySeries()
  for (const [position, i] of order.entries()) {
    const next = order[position + 1]
    if (next !== undefined && times[next] === times[i]) continue
    sorted.times.push(times[i] as number)
    sorted.values.push(values[i] as number)
    sorted.states.push(states[i] as number)
  }
  return sorted
}

/** Appends the part of `from` in [start, end). */
export function addRange(to: Series, from: Series, start: number, end: number): void {
  for (let i = 0; i < from.times.length; i++) {
    const time = from.times[i] as number
    if (time < start || time >= end) continue
    to.times.push(time)
    to.values.push(from.values[i] as number)
    to.states.push(from.states[i] as number)
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
