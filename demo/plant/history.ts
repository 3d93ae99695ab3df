import { instruments } from './instruments.ts'
import type { Kind, Value } from './kind.ts'
import { momentAt } from './moment.ts'
import { isPowerLost } from './outages.ts'
import type { Simulated, World } from './simulation.ts'

const STEP_MS = 60_000
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

/**
 * Runs the worlds to `end` in steps of a minute, aligned to whole minutes so that the same seed gives the same history,
 * and returns what the devices named in `recorded` showed meanwhile. The worlds are left in the state of `end`.
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
  for (let time = Math.ceil(start / STEP_MS) * STEP_MS; time <= end; time += STEP_MS) {
    const at = momentAt(time, seed)
    for (const world of worlds) world.advance(at)
    for (const { record } of recorders) record(time)
  }
  const at = momentAt(end, seed)
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
