import { HOUR_MS, WEEK_MS } from '../../core/catalogue/durations.ts'
import { instruments } from './instruments.ts'
import type { Kind, Value } from './kind.ts'
import { isPowerLost } from './outages.ts'
import { plantStateAt } from './plant-state.ts'
import type { Simulated, World } from './simulation.ts'

const STEP_MS = 60_000
/**
 * How close samples lie, by age: finer towards now, in steps of at most three, so that a curve goes over into live
 * readings without a gap; coarser long ago, where only days and months are looked at.
 */
const SPACING = [
  { withinMs: HOUR_MS, everyMs: 5000 },
  { withinMs: 9 * HOUR_MS, everyMs: 15_000 },
  { withinMs: WEEK_MS, everyMs: 60_000 },
  { withinMs: Number.POSITIVE_INFINITY, everyMs: 180_000 },
] as const
/** Settings, states and flags are kept when they change, and at least this often. */
const REPEAT_MS = 600_000

/** A point's samples, oldest first; times are epoch ms. */
export interface Series {
  key: string
  times: number[]
  values: (Value | null)[]
}

export interface DeviceHistory {
  sn_code: string
  kind: Kind
  series: Series[]
}

const spacing = (ageMs: number) => (SPACING.find(({ withinMs }) => ageMs <= withinMs) ?? SPACING[3]).everyMs

/**
 * Runs the worlds to `end` in steps of a minute and less, aligned to the clock so that the same seed gives the same
 * history, and returns what the devices named in `recorded` showed meanwhile. The worlds are left in the state of `end`.
 */
export function runTo(
  worlds: readonly World[],
  end: number,
  seed: number,
  recorded: ReadonlySet<string>,
): DeviceHistory[] {
  const recorders = worlds
    .flatMap((world) => world.devices)
    .filter(({ sn_code }) => recorded.has(sn_code))
    .map(recorder)
  const start = worlds.reduce((first, world) => Math.min(first, world.time), end)
  const next = (time: number) => {
    const stepMs = Math.min(STEP_MS, spacing(end - time))
    return (Math.floor(time / stepMs) + 1) * stepMs
  }
  for (let time = next(start); time <= end; time = next(time)) {
    const at = plantStateAt(time, seed)
    for (const world of worlds) world.advance(at)
    if (time % spacing(end - time) !== 0) continue
    for (const { record } of recorders) record(time)
  }
  const at = plantStateAt(end, seed)
  for (const world of worlds) world.advance(at)
  return recorders.map(({ history }) => history)
}

function recorder(device: Simulated): { record(time: number): void; history: DeviceHistory } {
  const { sn_code, kind, state } = device
  const { read } = instruments(device)
  const series = kind.points.map(({ key }): Series => ({ key, times: [], values: [] }))
  const isSteady = kind.points.map(({ data_type, access }) => data_type !== 'number' || access === 'rw')
  return {
    history: { sn_code, kind, series },
    record(time) {
      if (isPowerLost(state.seed, time)) return
      const values = read(time)
      series.forEach(({ key, times, values: kept }, n) => {
        const value = values[key] ?? null
        const isNews = !isSteady[n] || value !== kept.at(-1) || time - (times.at(-1) ?? 0) >= REPEAT_MS
        if (!isNews) return
        times.push(time)
        kept.push(value)
      })
    },
  }
}
